import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { listenTo } from "../view/browser.ts";
import { Press, set } from "./controls.tsx";

interface PopoverProps {
  readonly label: string;
  readonly sign: string;
  readonly children: ComponentChildren;
  readonly kind?: string;
}

const MARGIN = 8;

/** Positions a box below its button, or above if there is no room, within the window. */
function place(box: HTMLElement, button: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(button.left - MARGIN, innerWidth - width - MARGIN));
  const below = button.bottom + 6;
  const top = below + height <= innerHeight - MARGIN ? below : Math.max(MARGIN, button.top - 6 - height);
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
}

/** Button that opens a box next to it; Escape, or a press outside or on the button, closes it. */
export function Popover({ label, sign, children, kind = "info" }: PopoverProps) {
  const isOpen = useSignal(false);
  const box = useRef<HTMLSpanElement>(null);
  const id = useId();
  const opened = useRef<HTMLDivElement>(null);
  const openedAt = useRef<DOMRect | null>(null);
  useLayoutEffect(() => {
    if (opened.current === null) return;
    opened.current.showPopover?.();
    // Opening details inside makes the box longer.
    const watcher = new ResizeObserver(() => {
      if (opened.current !== null) place(opened.current, box.current!.getBoundingClientRect());
    });
    openedAt.current = box.current!.getBoundingClientRect();
    place(opened.current, openedAt.current);
    watcher.observe(opened.current);
    return () => watcher.disconnect();
  }, [isOpen.value]);
  const close = (event: Event) => {
    if (event instanceof KeyboardEvent) {
      if (event.key === "Escape") isOpen.value = false;
    } else if (!box.current?.contains(event.target as Node)) isOpen.value = false;
  };
  useEffect(() => listenTo(window, { pointerdown: close, keydown: close }), []);
  // Closes when its button has moved. The end of a scroll from before it was opened moves nothing.
  const leave = (event: Event) => {
    if (opened.current === null || opened.current.contains(event.target as Node)) return;
    const { left, top } = box.current!.getBoundingClientRect();
    if (left !== openedAt.current?.left || top !== openedAt.current.top) isOpen.value = false;
  };
  useEffect(() => listenTo(window, { scroll: leave }, { capture: true }), []);
  return (
    <span class={`popover popover-${kind}`} ref={box}>
      <Press
        class={`sign-${kind}`}
        aria-label={label}
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => set(isOpen, !isOpen.peek())}
      >
        {sign}
      </Press>
      {isOpen.value && (
        <div class="popover-box" id={id} ref={opened} popover="manual" role="group" aria-label={label}>
          {children}
        </div>
      )}
    </span>
  );
}
