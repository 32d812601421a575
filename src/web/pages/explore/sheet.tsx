import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Press, set } from "../../parts/controls.tsx";

/** Heights of the sheet on a phone: its first lines, half of the screen, nearly all of it. */
const HEIGHTS = ["low", "half", "full"] as const;
type Height = (typeof HEIGHTS)[number];

const NAMES: Readonly<Record<Height, string>> = {
  low: "closed",
  half: "half open",
  full: "open",
};

const height = signal<Height>("half");

export function raiseSheet(): void {
  if (height.peek() === "low") height.value = "half";
}

const nextHeight = (now: Height): Height => (now === "low" ? "half" : now === "half" ? "full" : "low");

/** A press that moves less than this many pixels opens or closes the sheet. */
const SLACK = 6;

/** On phones a sheet below the map, to drag up and down; on wider screens the grid places its parts. */
export function Sheet({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  /** Where a drag began, and how high the sheet was then. */
  const start = useRef<{ readonly y: number; readonly size: number }>(undefined);
  const roomOf = () => box.current!.parentElement!.clientHeight;
  const onDown = (event: PointerEvent) => {
    start.current = { y: event.clientY, size: box.current!.clientHeight };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (start.current === undefined) return;
    const size = start.current.size + start.current.y - event.clientY;
    box.current!.style.height = `${Math.min(roomOf() * 0.92, Math.max(72, size))}px`;
  };
  /** Snaps to the nearest height. */
  const onUp = (event: PointerEvent) => {
    if (start.current === undefined) return;
    const { y } = start.current;
    start.current = undefined;
    const share = box.current!.clientHeight / roomOf();
    box.current!.style.height = "";
    if (Math.abs(event.clientY - y) < SLACK) height.value = nextHeight(height.peek());
    else height.value = share < 0.34 ? "low" : share < 0.7 ? "half" : "full";
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    height.value = HEIGHTS[Math.min(2, Math.max(0, HEIGHTS.indexOf(height.peek()) + step))];
  };
  return (
    <div class={`sheet sheet-${height.value}`} ref={box}>
      <Press
        class="sheet-grip"
        aria-label={`Filters and tables, ${NAMES[height.value]}`}
        aria-expanded={height.value !== "low"}
        // Keyboard only: a pointer press is a drag of no length.
        onClick={({ detail }) => detail === 0 && set(height, nextHeight(height.peek()))}
        onKeyDown={onKey}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={onUp}
      />
      {children}
    </div>
  );
}
