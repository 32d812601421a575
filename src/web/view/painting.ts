import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const pending = new Map<string, () => void>();
let isScheduled = false;

/**
 * Runs a change before the next frame, at most once per frame and name: later changes replace earlier ones.
 * The time that a frame's changes take is measured as `terrace-frame`.
 */
export function inFrame(name: string, change: () => void): void {
  pending.set(name, change);
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    const changes = [...pending.values()];
    pending.clear();
    const start = performance.now();
    for (const one of changes) one();
    // Runs after the microtasks that the changes queued: renderings.
    queueMicrotask(() => performance.measure("terrace-frame", { start, end: performance.now() }));
  });
}

/**
 * Repaints synchronously whenever a signal that `paint` read changes, so that all changes are in one frame.
 * Always uses the `paint` of the latest rendering.
 */
export function usePainting(paint: () => void): void {
  const newest = useRef(paint);
  newest.current = paint;
  useEffect(() => effect(() => newest.current()), []);
}
