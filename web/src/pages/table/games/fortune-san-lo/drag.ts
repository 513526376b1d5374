// A card that is dragged onto another place, by mouse, pen or finger.
import type { Attachment } from "svelte/attachments";

const FAR_ENOUGH_PX = 6;

/** Drag the element at one place (`data-place`) onto another. A press without a drag stays a click. */
export function draggable(ondrop: (from: number, to: number) => void): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number } | null = null;
    let isDragged = false;

    function down(event: PointerEvent): void {
      if (event.button) return;
      start = { x: event.clientX, y: event.clientY };
      isDragged = false;
      element.setPointerCapture(event.pointerId);
    }

    function move(event: PointerEvent): void {
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      isDragged ||= Math.hypot(x, y) > FAR_ENOUGH_PX;
      if (!isDragged) return;
      element.dataset.dragged = "";
      element.style.translate = `${x}px ${y}px`;
    }

    function up(event: PointerEvent): void {
      const to = isDragged && event.type === "pointerup" ? placeAt(event, element) : null;
      start = null;
      delete element.dataset.dragged;
      element.style.translate = "";
      if (to !== null) ondrop(Number(element.dataset.place), to);
    }

    // The click that ends a drag is none.
    function click(event: MouseEvent): void {
      if (isDragged && event.detail) event.stopImmediatePropagation();
      isDragged = false;
    }

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("click", click, { capture: true });
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("click", click, { capture: true });
    };
  };
}

function placeAt(event: PointerEvent, dragged: HTMLElement): number | null {
  const below = document.elementsFromPoint(event.clientX, event.clientY);
  const place = below.map((each) => each.closest<HTMLElement>("[data-place]")).find((each) => each && each !== dragged);
  return place ? Number(place.dataset.place) : null;
}
