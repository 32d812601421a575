import { setImmediate as nextTurn } from "node:timers/promises";
import { STATE_CODES, type StateCode } from "../dataset/states.ts";
import { suburbFeature } from "../domains/suburbs/queries/outlines-of.ts";
import type { Engine } from "../engine/engine.ts";
import { throwIfAborted } from "../runtime/abort.ts";
import { invalidArgument } from "../runtime/errors.ts";
import { type AskOptions, checkedAskOptions } from "./ask-method.ts";
import { shown } from "./shown.ts";

/**
 * A GeoJSON geometry: longitude before latitude, outer rings counterclockwise, each ring closed. A suburb
 * without an outline is the point of its centroid.
 */
export type OutlineGeometry =
  | { readonly type: "Point"; readonly coordinates: readonly [number, number] }
  | { readonly type: "Polygon"; readonly coordinates: readonly (readonly [number, number][])[] }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly [number, number][])[][] };

export interface SuburbOutline {
  readonly salCode: string;
  readonly salName: string;
  readonly outline: OutlineGeometry;
}

/** Outlines per event loop turn, about a millisecond; without turns no timer could cancel the reading. */
const OUTLINES_A_TURN = 16;

/** Yields a state's outlines one by one, all from the snapshot that is current at the first. */
export async function* suburbOutlines(
  engine: Engine,
  stateCode: StateCode,
  options?: Pick<AskOptions, "signal">,
): AsyncGenerator<SuburbOutline, void, void> {
  const { signal } = checkedAskOptions("suburbOutlines", options, { signal: "signal" });
  if (!STATE_CODES.includes(stateCode)) {
    throw invalidArgument(`stateCode: ${shown(stateCode)} is not one of ${STATE_CODES.join(", ")}`);
  }
  const pin = engine.pin();
  try {
    throwIfAborted(signal);
    const { salCodes, salNames } = pin.view.columns.scopes.get(stateCode)!.index;
    for (const [i, salCode] of salCodes.entries()) {
      if (i % OUTLINES_A_TURN === OUTLINES_A_TURN - 1) {
        await nextTurn();
        throwIfAborted(signal);
      }
      const feature = suburbFeature(pin.view, salCode);
      if (feature === undefined) continue;
      const { geometry: outline } = JSON.parse(String(feature)) as { geometry: OutlineGeometry };
      yield { salCode, salName: salNames[i], outline };
      throwIfAborted(signal);
    }
  } finally {
    pin.release();
  }
}
