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
import { countryNow } from "../data/country.ts";
import { reachedView } from "./reach.ts";

/** Masks by condition text: while one condition is dragged, the others are not evaluated again. */
let cache: { frame: LocalFrame | undefined; masks: Map<string, Uint32Array> } = {
  frame: undefined,
  masks: new Map(),
};
const MAX_CACHED = 64;

function maskOf(frame: LocalFrame, condition: WhereExpression): Uint32Array {
  if (cache.frame !== frame || cache.masks.size > MAX_CACHED) cache = { frame, masks: new Map() };
  const text = printWhere(condition);
  let mask = cache.masks.get(text);
  if (mask === undefined) {
    mask = frame.match(condition);
    cache.masks.set(text, mask);
  }
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
