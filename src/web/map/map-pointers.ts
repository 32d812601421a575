import { listenTo } from "../view/browser.ts";
import type { Camera } from "./projection.ts";

/** Reactions of a map to pointers; x and y are CSS pixels from its corner. */
interface PointerActions {
  camera(): Camera;
  ratio(): number;
  lookAt(camera: Camera): void;
  settle(): void;
  hover(x: number, y: number): void;
  leave(): void;
  pick(x: number, y: number): void;
  /** Whether a press marks a suburb and a drag draws a lasso. */
  isMarking(event: PointerEvent): boolean;
  mark(x: number, y: number): void;
  /** The lasso so far: x, y, x, y… */
  draw(line: readonly number[]): void;
  enclose(line: readonly number[]): void;
}

/** A press that moves at most this many pixels is a click. */
const SLACK = 4;

/** Handles mouse, pen, touch and wheel: drag pans, pinch and wheel zoom, a press picks or marks. */
export function watchPointers(element: HTMLElement, actions: PointerActions): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let start: { camera: Camera; x: number; y: number; gap: number } | undefined;
  let moved = false;
  let line: number[] | undefined;
  let wheelEnd: ReturnType<typeof setTimeout> | undefined;

  const place = (event: PointerEvent | WheelEvent) => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const middle = () => {
    const all = [...down.values()];
    const x = all.reduce((sum, one) => sum + one.x, 0) / all.length;
    const y = all.reduce((sum, one) => sum + one.y, 0) / all.length;
    return { x, y, gap: all.length < 2 ? 0 : Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) };
  };
  /** Zooms a camera by a factor, keeping the point below (x, y) in place. */
  const zoomed = (camera: Camera, factor: number, x: number, y: number): Camera => {
    const ratio = actions.ratio();
    const { width, height } = element.getBoundingClientRect();
    const [fromX, fromY] = [(x - width / 2) * ratio, (y - height / 2) * ratio];
    const scale = camera.scale * factor;
    return {
      x: camera.x + fromX / camera.scale - fromX / scale,
      y: camera.y + fromY / camera.scale - fromY / scale,
      scale,
    };
  };

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    start = { camera: actions.camera(), ...middle() };
    if (down.size === 1) moved = false;
    const { x, y } = place(event);
    line = down.size === 1 && actions.isMarking(event) ? [x, y] : undefined;
    // A second finger zooms and cancels the lasso.
    actions.draw([]);
  };
  const onMove = (event: PointerEvent) => {
    const at = place(event);
    if (!down.has(event.pointerId)) {
      if ((event.target as Element).closest("button") === null) actions.hover(at.x, at.y);
      return;
    }
    down.set(event.pointerId, at);
    if (start === undefined) return;
    const now = middle();
    if (Math.hypot(now.x - start.x, now.y - start.y) > SLACK || down.size > 1) moved = true;
    if (!moved) return;
    actions.leave();
    if (line !== undefined) {
      line.push(at.x, at.y);
      actions.draw(line);
      return;
    }
    const ratio = actions.ratio();
    const factor = start.gap > 0 && now.gap > 0 ? now.gap / start.gap : 1;
    const grown = zoomed(start.camera, factor, start.x, start.y);
    actions.lookAt({
      ...grown,
      x: grown.x - ((now.x - start.x) * ratio) / grown.scale,
      y: grown.y - ((now.y - start.y) * ratio) / grown.scale,
    });
  };
  const onUp = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    const at = place(event);
    if (down.size > 0) {
      start = { camera: actions.camera(), ...middle() };
      return;
    }
    start = undefined;
    const drawn = line;
    line = undefined;
    if (drawn !== undefined) {
      actions.draw([]);
      if (event.type !== "pointerup") return;
      if (moved) actions.enclose(drawn);
      else actions.mark(at.x, at.y);
    } else if (moved) requestAnimationFrame(() => actions.settle());
    else if (event.type === "pointerup") actions.pick(at.x, at.y);
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = place(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    actions.lookAt(zoomed(actions.camera(), 2 ** (-event.deltaY * lines * 0.0025), x, y));
    clearTimeout(wheelEnd);
    wheelEnd = setTimeout(() => actions.settle(), 300);
  };
  const listeners = {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onUp,
    pointerleave: () => actions.leave(),
    wheel: onWheel,
  };
  return listenTo(element, listeners, { passive: false });
}
