import { allOf, hasData, inStates, type LocalFrame } from "terrace/client";
import { country } from "../data/country.ts";
import { holdings } from "../data/holdings.ts";
import { formatCount } from "./format.ts";

/** Metrics of a frame by state that have a figure of any suburb; figures of a frame do not change. */
const anyKnown = new WeakMap<LocalFrame, Map<string, boolean>>();

/** Why a suburb has no figure of a metric whose column is there. */
export function whyEmpty(key: string, position: number): string {
  const frame = country.peek()?.frame;
  if (frame === undefined) return "";
  if (!hasAny(frame, key, frame.index.stateCodes[position])) return "no source";
  const least = holdings.peek()?.floors.get(key) ?? 0;
  const residents = frame.has("population") ? frame.column("population").at(position) : undefined;
  return residents !== undefined && residents < least
    ? `under ${formatCount(least)} residents`
    : "not published";
}

function hasAny(frame: LocalFrame, key: string, state: string): boolean {
  const known = anyKnown.get(frame) ?? new Map<string, boolean>();
  anyKnown.set(frame, known);
  const name = `${key} ${state}`;
  let has = known.get(name);
  if (has === undefined) {
    has = frame.count(frame.match(allOf([hasData(key), inStates([state])]))) > 0;
    known.set(name, has);
  }
  return has;
}
