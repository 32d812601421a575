import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { listenTo } from "../../view/browser.ts";

/** Heights of the sheet on a phone: what it says first, half of the screen, nearly all of it. */
const HEIGHTS = ["low", "half", "full"] as const;
type Height = (typeof HEIGHTS)[number];

const NAMES: Readonly<Record<Height, string>> = {
  low: "closed",
  half: "half open",
  full: "open",
};

const height = signal<Height>("half");

/** Opens a sheet that shows too little to read. */
export function raiseSheet(): void {
  if (height.peek() === "low") height.value = "half";
}

/** On a phone a sheet below the map, to be drawn up and down; on wider screens the grid places its parts. */
export function Sheet({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  useEffect(() => watchGrip(grip.current!, box.current!), []);
  const move = (step: number) => {
    height.value = HEIGHTS[Math.min(2, Math.max(0, HEIGHTS.indexOf(height.peek()) + step))];
  };
  return (
    <div class={`sheet sheet-${height.value}`} ref={box}>
      <button
        ref={grip}
        type="button"
        class="sheet-grip"
        aria-label={`Filters and tables, ${NAMES[height.value]}`}
        aria-expanded={height.value !== "low"}
        onClick={(event) => {
          // A press on the keyboard: a pointer's is a drag of no length.
          if (event.detail === 0) height.value = nextHeight(height.peek());
        }}
        onKeyDown={(event) => {
          const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          move(step);
        }}
      />
      {children}
    </div>
  );
}

const nextHeight = (now: Height): Height => (now === "low" ? "half" : now === "half" ? "full" : "low");

/** A press that moves less than this opens or closes. */
const SLACK = 6;

/** Follows a finger on the grip; where it lets go, the nearest height holds. */
function watchGrip(grip: HTMLElement, box: HTMLElement): () => void {
  let start: { y: number; size: number } | undefined;
  const roomOf = () => box.parentElement!.clientHeight;
  const onDown = (event: PointerEvent) => {
    start = { y: event.clientY, size: box.clientHeight };
    grip.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (start === undefined) return;
    const size = start.size + start.y - event.clientY;
    box.style.height = `${Math.min(roomOf() * 0.92, Math.max(72, size))}px`;
  };
  const onUp = (event: PointerEvent) => {
    if (start === undefined) return;
    const { y } = start;
    start = undefined;
    const share = box.clientHeight / roomOf();
    box.style.height = "";
    if (Math.abs(event.clientY - y) < SLACK) height.value = nextHeight(height.peek());
    else height.value = share < 0.34 ? "low" : share < 0.7 ? "half" : "full";
  };
  return listenTo(grip, {
    ...{ pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp },
  });
}
