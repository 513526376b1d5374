// Lists every address of the interface from its document. Everything is written as text, never as HTML.
"use strict";

function made(kind, text, name) {
  const element = document.createElement(kind);
  if (text) element.textContent = text;
  if (name) element.className = name;
  return element;
}

function resolved(schema, all) {
  return schema && schema.$ref ? all.components.schemas[schema.$ref.split("/").pop()] : schema;
}

function bodyOf(operation, all) {
  const content = operation.requestBody && operation.requestBody.content;
  return content && content["application/json"] && resolved(content["application/json"].schema, all);
}

function fieldsOf(names, schema) {
  const table = made("table");
  for (const [name, field] of Object.entries(names)) {
    const row = table.appendChild(made("tr"));
    const kinds = field.type || (field.anyOf || []).map((one) => one.type).join(" or ");
    row.appendChild(made("td")).appendChild(made("code", name));
    row.appendChild(made("td", kinds + ((schema.required || []).includes(name) ? "" : ", may be left out")));
    row.appendChild(made("td", field.description || ""));
  }
  return table;
}

function shown(path, method, operation, all) {
  const details = made("details");
  const summary = details.appendChild(made("summary"));
  summary.appendChild(made("span", method.toUpperCase(), "method"));
  summary.appendChild(made("code", path));
  summary.appendChild(made("span", operation.summary || "", "words"));
  if (operation.description) details.appendChild(made("p", operation.description));
  for (const one of operation.parameters || []) {
    const words = `${one.name} (${one.in}${one.required ? "" : ", may be left out"}) ${one.description || ""}`;
    details.appendChild(made("p", words));
  }
  const body = bodyOf(operation, all);
  if (body) {
    details.appendChild(fieldsOf(body.properties || {}, body));
    if (body.example) details.appendChild(made("pre", JSON.stringify(body.example, null, 2)));
  }
  details.dataset.words = `${path} ${operation.summary || ""}`.toLowerCase();
  return details;
}

function show(all) {
  const place = document.getElementById("interface");
  const sections = new Map();
  document.getElementById("about").prepend(`${all.info.description} `);
  for (const [path, methods] of Object.entries(all.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = (operation.tags || ["other"])[0];
      if (!sections.has(tag)) {
        const section = place.appendChild(made("section"));
        section.appendChild(made("h2", tag));
        sections.set(tag, section);
      }
      sections.get(tag).appendChild(shown(path, method, operation, all));
    }
  }
}

document.getElementById("find").addEventListener("input", (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const section of document.querySelectorAll("section")) {
    const all = [...section.querySelectorAll("details")];
    for (const one of all) one.hidden = !one.dataset.words.includes(wanted);
    section.hidden = all.every((one) => one.hidden);
  }
});

fetch("/openapi.json")
  .then((answer) => answer.json())
  .then(show)
  .catch((error) => { document.getElementById("interface").textContent = `It cannot be read: ${error}`; });
