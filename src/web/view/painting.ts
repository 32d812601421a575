import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const pending = new Map<string, () => void>();
let asked = false;

/**
 * Runs a change before the next picture, at most once a picture and name: what a hand did in between is overtaken. The
 * time that a picture's changes take is measured under the name `terrace-frame`.
 */
export function inFrame(name: string, change: () => void): void {
  pending.set(name, change);
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    const changes = [...pending.values()];
    pending.clear();
    const start = performance.now();
    for (const one of changes) one();
    // Behind what the changes have put off to the end of this turn: renderings.
    queueMicrotask(() => performance.measure("terrace-frame", { start, end: performance.now() }));
  });
}

/**
 * Paints whenever a signal that the painting read has changed, within the same turn: together with the change, in one
 * picture. The painting of the newest rendering is used.
 */
export function usePainting(paint: () => void): void {
  const newest = useRef(paint);
  newest.current = paint;
  useEffect(() => effect(() => newest.current()), []);
}
