import { signal } from "@preact/signals";

const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something to a screen reader once the reader's hand has rested for half a second. */
export function announce(text: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    message.value = text;
  }, 500);
}

export function LiveRegion() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {message.value}
    </div>
  );
}
