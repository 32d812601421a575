import { signal } from "@preact/signals";

const message = signal("");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces text to screen readers after half a second without another announcement. */
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
