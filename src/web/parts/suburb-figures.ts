import { allOf, hasData, inStates, type LocalFrame } from "terrace/client";
import { cachedBy, country, valueAt } from "../data/country.ts";
import { holdings } from "../data/holdings.ts";
import { formatCount, formatValue } from "./format.ts";

/** Why a suburb has no value of a metric whose column is loaded. */
export function whyEmpty(key: string, position: number): string {
  const frame = country.peek()?.frame;
  if (frame === undefined) return "";
  if (!hasAny(frame, key, frame.index.stateCodes[position])) return "no source";
  const least = holdings.peek()?.floors.get(key) ?? 0;
  const residents = valueAt(frame, "population", position);
  return residents !== undefined && residents < least
    ? `under ${formatCount(least)} residents`
    : "not published";
}

function hasAny(frame: LocalFrame, key: string, state: string): boolean {
  const isKnown = allOf([hasData(key), inStates([state])]);
  return cachedBy(frame, `any ${key} ${state}`, () => frame.count(frame.match(isKnown)) > 0);
}

/** Formatted metric of a suburb; the reason if there is no value, "…" while loading. */
export function valueText(key: string, position: number, isShort = false): string {
  const now = country.peek();
  const metric = now?.metrics.get(key);
  if (now === undefined || metric === undefined || !now.frame.has(key)) return "…";
  const column = now.frame.column(key);
  const value = column.at(position);
  if (value === undefined) return whyEmpty(key, position);
  return column.labelAt(position) ?? formatValue(value, metric.unit, isShort);
}

/** Whether a suburb has no value of a metric whose column is loaded. */
export function isUnknown(key: string, position: number): boolean {
  const frame = country.peek()?.frame;
  return frame?.has(key) === true && frame.column(key).at(position) === undefined;
}
