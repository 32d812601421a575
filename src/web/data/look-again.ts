import { onlyState } from "./country.ts";
import { terrace } from "./terrace.ts";

/** A page that is left open asks so often whether there is newer data: an answer of no bytes when there is none. */
const EVERY_MS = 5 * 60_000;
/** And so often while it shows a part of the country. */
const EVERY_MS_OF_PART = 10_000;

/** Asks now and then, and when the reader comes back, so that newer data is offered to a reader who only looks at the map. */
export function lookAgain(): void {
  let last = Date.now();
  const look = (share: number) => {
    const every = onlyState.peek() === undefined ? EVERY_MS : EVERY_MS_OF_PART;
    if (document.visibilityState !== "visible" || Date.now() - last < every * share) return;
    last = Date.now();
    terrace.explorer.describeMetrics({}).catch(() => {});
  };
  setInterval(() => look(0.99), EVERY_MS_OF_PART);
  document.addEventListener("visibilitychange", () => look(0.5));
}
