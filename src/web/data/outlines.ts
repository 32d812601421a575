import { signal } from "@preact/signals";
import type { Outlines } from "../map/rasterise.ts";
import { inSnapshot } from "./snapshot-path.ts";

export const outlines = signal<Outlines | undefined>(undefined);
export const outlinesError = signal<string | undefined>(undefined);

let isLoading = false;

/** Fetches the outlines of the whole country in a worker, unless a fetch is in flight. */
export function loadOutlines(): void {
  if (isLoading) return;
  isLoading = true;
  outlinesError.value = undefined;
  const worker = new Worker(new URL("./outline-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Outlines | { error: string }>) => {
    worker.terminate();
    isLoading = false;
    if ("error" in data) outlinesError.value = data.error;
    else outlines.value = data;
  });
  worker.addEventListener("error", () => {
    worker.terminate();
    isLoading = false;
    outlinesError.value = "the map could not be loaded";
  });
  worker.postMessage(inSnapshot("/v1/outlines/AU.geojson"));
}
