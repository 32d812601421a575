import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface PopoverProps {
  readonly label: string;
  readonly sign: string;
  readonly children: ComponentChildren;
  readonly kind?: string;
}

/** A small button that opens a box next to it; Escape, a press outside or on the button closes it. */
export function Popover({ label, sign, children, kind = "info" }: PopoverProps) {
  const isOpen = useSignal(false);
  const box = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key === "Escape") isOpen.value = false;
      } else if (!box.current?.contains(event.target as Node)) isOpen.value = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <span class={`popover popover-${kind}`} ref={box}>
      <button
        type="button"
        class={`sign-${kind}`}
        aria-label={label}
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => {
          isOpen.value = !isOpen.peek();
        }}
      >
        {sign}
      </button>
      {isOpen.value && (
        <div class="popover-box" id={id} role="group" aria-label={label}>
          {children}
        </div>
      )}
    </span>
  );
}
