import { STATE_CODES, STATES, type StateCode } from "../dataset/states.ts";
import { outlinePages } from "../domains/suburbs/queries/suburb-outlines.ts";
import type { Engine } from "../engine/engine.ts";
import { abortError, throwIfAborted } from "../runtime/abort.ts";
import { invalidArgument, isTerraceError } from "../runtime/errors.ts";
import { shown } from "./check-arguments.ts";

/**
 * A GeoJSON geometry: longitude before latitude, outer rings counterclockwise, each ring closed. A suburb without an
 * outline is the point of its centroid.
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

/** A state's outlines one by one, all of the snapshot that is current when the first is asked for. */
export async function* suburbOutlines(
  engine: Engine,
  stateCode: StateCode,
  signal?: AbortSignal,
): AsyncGenerator<SuburbOutline, void, void> {
  const state = STATES.find(({ code }) => code === stateCode);
  if (state === undefined) {
    throw invalidArgument(`stateCode: ${shown(stateCode)} is not one of ${STATE_CODES.join(", ")}`);
  }
  const pin = engine.pin();
  try {
    throwIfAborted(signal);
    for await (const page of outlinePages(pin.view, state, signal)) {
      for (const { sal_code: salCode, sal_name: salName, outline } of page) {
        yield { salCode, salName, outline: JSON.parse(outline) as OutlineGeometry };
        // A page is many outlines: the signal counts between any two of them.
        throwIfAborted(signal);
      }
    }
  } catch (error) {
    throw signal?.aborted && !isTerraceError(error) ? abortError(signal) : error;
  } finally {
    pin.release();
  }
}
