import { signal } from "@preact/signals";

/** Shapes of suburbs on the projected plane: shape i has the rings from shapeStarts[i] to shapeStarts[i + 1]. */
export interface Outlines {
  readonly snapshotId: string;
  readonly codes: readonly string[];
  /** x and y in turn. */
  readonly xy: Float32Array;
  /** First point of each ring, and one entry past the last. A ring of one point is a suburb without an outline. */
  readonly ringStarts: Uint32Array;
  readonly shapeStarts: Uint32Array;
}

export const outlines = signal<Outlines | undefined>(undefined);
export const outlinesError = signal<string | undefined>(undefined);

/** Fetches the outlines of the whole country in a worker. */
export function loadOutlines(): void {
  outlinesError.value = undefined;
  const worker = new Worker(new URL("./outline-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Outlines | { error: string }>) => {
    worker.terminate();
    if ("error" in data) outlinesError.value = data.error;
    else outlines.value = data;
  });
  worker.addEventListener("error", () => {
    outlinesError.value = "the map could not be read";
  });
  worker.postMessage("/v1/outlines/AU.geojson");
}
