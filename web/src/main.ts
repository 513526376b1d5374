import "@fontsource/marcellus/latin-400.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
