import { computed } from "@preact/signals";
import {
  allOf,
  hasData,
  inStates,
  type LocalFrame,
  metricsOf,
  printWhere,
  type WhereExpression,
} from "terrace/client";
import { cachedBy, countryNow } from "../data/country.ts";
import { reachedView } from "./reach.ts";

const MAX_CACHED = 64;

/** Mask of a condition, cached by its text: while one is dragged, the others are not evaluated again. */
function maskOf(frame: LocalFrame, condition: WhereExpression): Uint32Array {
  const masks = cachedBy(frame, "masks", () => new Map<string, Uint32Array>());
  if (masks.size > MAX_CACHED) masks.clear();
  const text = printWhere(condition);
  const mask = masks.get(text) ?? frame.match(condition);
  masks.set(text, mask);
  return mask;
}

function intersect(first: Uint32Array, others: readonly Uint32Array[]): Uint32Array {
  const words = first.slice();
  for (const other of others) for (let i = 0; i < words.length; i++) words[i] &= other[i];
  return words;
}

/** The suburbs that match the view. Conditions on columns that are not loaded yet match all. */
export const selection = computed(() => {
  const now = countryNow();
  if (now === undefined) return undefined;
  const { frame } = now;
  const { where, scope: code } = reachedView.value;
  const scope = code === "AU" ? maskOf(frame, EVERYWHERE) : maskOf(frame, inStates([code]));
  const masks = where.map((one) =>
    metricsOf(one).every((key) => frame.has(key)) ? maskOf(frame, one) : maskOf(frame, EVERYWHERE),
  );
  const words = intersect(scope, masks);
  return {
    frame,
    scope,
    scopeCount: frame.count(scope),
    /** Number of suburbs in the scope without data of a loaded metric. */
    unknown: (key: string) =>
      frame.count(scope) - frame.count(intersect(scope, [maskOf(frame, hasData(key))])),
    /** Mask of the suburbs that match every condition. */
    words,
    count: frame.count(words),
    /** Mask of the suburbs that match every condition except the one at this index. */
    without: (place: number) => intersect(scope, masks.toSpliced(place, 1)),
  };
});

const EVERYWHERE = allOf([]);

/** Whether every suburb of the scope matches. */
export const isWhole = computed(
  () => selection.value !== undefined && selection.value.count === selection.value.scopeCount,
);
