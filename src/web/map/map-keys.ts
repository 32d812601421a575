import { country } from "../data/country.ts";
import { announce } from "../parts/live-region.tsx";
import { adjustView, changeView, goTo, setMarks, settleView, toggleMark } from "../view/navigate.ts";
import { view } from "../view/view-state.ts";
import { describeSuburb } from "./hover-card.tsx";
import { centres } from "./map-places.ts";
import type { Camera } from "./projection.ts";

interface KeyActions {
  zoomBy(factor: number): void;
  camera(): Camera;
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Keys: arrows go to the neighbour (Shift marks it), Enter opens, m marks, + − 0 zoom, Escape deselects. */
export function handleMapKey(event: KeyboardEvent, actions: KeyActions): void {
  const { selected } = view.peek();
  const direction = DIRECTIONS[event.key];
  if (direction !== undefined) {
    const code = neighbour(selected, direction, actions.camera());
    if (code === undefined) return;
    event.preventDefault();
    adjustView({ selected: code });
    settleView();
    if (event.shiftKey) setMarks([code], true);
    announce(describeSuburb(country.peek()!.frame.index.positionOf(code)));
    return;
  }
  if ((event.key === "m" || event.key === " ") && selected !== "") toggleMark(selected);
  else if (event.key === "Enter" && selected !== "") goTo(`/suburb/${selected}`);
  else if (event.key === "+" || event.key === "=") actions.zoomBy(2);
  else if (event.key === "-") actions.zoomBy(0.5);
  else if (event.key === "0") changeView({ at: undefined });
  else if (event.key === "Escape" && selected !== "") adjustView({ selected: "" });
  else return;
  event.preventDefault();
}

/** Nearest suburb in a direction; nearest to the map's centre if none is selected. */
function neighbour(
  selected: string,
  [dx, dy]: readonly [number, number],
  camera: Camera,
): string | undefined {
  const [now, places] = [country.peek(), centres.peek()];
  if (now === undefined || places === undefined) return undefined;
  const { salCodes, positionOf } = now.frame.index;
  const from = selected === "" ? -1 : positionOf(selected);
  const [x, y] = from < 0 ? [camera.x, camera.y] : [places[2 * from], places[2 * from + 1]];
  let [best, least] = [-1, Infinity];
  for (let i = 0; i < salCodes.length; i++) {
    if (i === from) continue;
    const [east, south] = [places[2 * i] - x, places[2 * i + 1] - y];
    const along = east * dx + south * dy;
    const across = Math.abs(east * dy) + Math.abs(south * dx);
    if (from >= 0 && along <= 0) continue;
    const distance = from < 0 ? Math.hypot(east, south) : along + 2.5 * across;
    if (distance < least) [best, least] = [i, distance];
  }
  return best < 0 ? undefined : salCodes[best];
}
