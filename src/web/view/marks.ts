import { country } from "../data/country.ts";
import { announce } from "../parts/live-region.tsx";
import { changeView } from "./navigate.ts";
import { MOST_MARKED, view } from "./view-state.ts";

/** Marks suburbs, or takes their marks away; what is marked stays in the address. */
export function setMarks(codes: readonly string[], isMarked: boolean): void {
  const before = view.peek().marked;
  const wanted = isMarked
    ? [...new Set([...before, ...codes])]
    : before.filter((code) => !codes.includes(code));
  const marked = wanted.slice(0, MOST_MARKED);
  changeView({ marked });
  const index = country.peek()?.frame.index;
  const name = codes.length === 1 ? `${index?.salNames[index.positionOf(codes[0])]}: ` : "";
  const most = wanted.length > MOST_MARKED ? `, the most that can be of ${wanted.length}` : "";
  announce(`${name}${marked.length} marked${most}`);
}

export function toggleMark(code: string): void {
  setMarks([code], !view.peek().marked.includes(code));
}
