import { terrace } from "./terrace.ts";

/** A page that is left open asks so often whether there is newer data: an answer of no bytes when there is none. */
const EVERY_MS = 5 * 60_000;

/** Asks now and then, and when the reader comes back, so that newer data is offered to a reader who only looks at the map. */
export function lookAgain(): void {
  let last = Date.now();
  const look = () => {
    if (document.visibilityState !== "visible" || Date.now() - last < EVERY_MS / 2) return;
    last = Date.now();
    terrace.explorer.describeMetrics({}).catch(() => {});
  };
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
}
