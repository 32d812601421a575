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

/** The suburbs that the view picks. */
export interface Selection {
  readonly frame: LocalFrame;
  /** Suburbs of the scope. */
  readonly scope: Uint32Array;
  readonly scopeCount: number;
  /** Suburbs of the scope without data of a metric whose column is there. */
  unknown(key: string): number;
  /** Those that satisfy every condition. */
  readonly words: Uint32Array;
  readonly count: number;
  /** Those that satisfy every condition but the one at this place. */
  without(place: number): Uint32Array;
  /** Metrics that a condition needs and that are still to come. */
  readonly awaited: readonly string[];
}

/** Masks of conditions by their text: while one is dragged, the others are not evaluated again. */
let kept: { frame: LocalFrame | undefined; masks: Map<string, Uint32Array> } = {
  frame: undefined,
  masks: new Map(),
};
const MOST_KEPT = 64;

function maskOf(frame: LocalFrame, condition: WhereExpression): Uint32Array {
  if (kept.frame !== frame || kept.masks.size > MOST_KEPT) kept = { frame, masks: new Map() };
  const text = printWhere(condition);
  let mask = kept.masks.get(text);
  if (mask === undefined) {
    mask = frame.match(condition);
    kept.masks.set(text, mask);
  }
  return mask;
}

function intersect(first: Uint32Array, others: readonly Uint32Array[]): Uint32Array {
  const words = first.slice();
  for (const other of others) for (let i = 0; i < words.length; i++) words[i] &= other[i];
  return words;
}

export const selection = computed<Selection | undefined>(() => {
  const now = countryNow();
  if (now === undefined) return undefined;
  const { frame } = now;
  const { where, scope: code } = reachedView.value;
  const needed = [...new Set(where.flatMap((one) => metricsOf(one)))];
  const awaited = needed.filter((key) => !frame.has(key));
  const scope = code === "AU" ? maskOf(frame, EVERYWHERE) : maskOf(frame, inStates([code]));
  const masks = where.map((one) =>
    metricsOf(one).every((key) => frame.has(key)) ? maskOf(frame, one) : maskOf(frame, EVERYWHERE),
  );
  const words = intersect(scope, masks);
  return {
    frame,
    scope,
    scopeCount: frame.count(scope),
    unknown: (key) => frame.count(scope) - frame.count(intersect(scope, [maskOf(frame, hasData(key))])),
    words,
    count: frame.count(words),
    without: (place) => intersect(scope, masks.toSpliced(place, 1)),
    awaited,
  };
});

const EVERYWHERE = allOf([]);

/** Whether every suburb of the scope is picked. */
export const isWhole = computed(
  () => selection.value !== undefined && selection.value.count === selection.value.scopeCount,
);
