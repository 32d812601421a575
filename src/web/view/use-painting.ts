import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/**
 * Paints whenever a signal that the painting read has changed, within the same turn: together with the change, in one
 * picture. The painting of the newest rendering is used.
 */
export function usePainting(paint: () => void): void {
  const newest = useRef(paint);
  newest.current = paint;
  useEffect(() => effect(() => newest.current()), []);
}
