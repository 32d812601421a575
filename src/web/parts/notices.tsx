import { signal, useSignal, useSignalEffect } from "@preact/signals";
import { country, hasNewer, loadCountry, loadError, loadTheRest, switchSnapshot } from "../data/country.ts";
import { callsAllowed, isOffline, limitedUntil, servedSnapshot, terrace } from "../data/terrace.ts";
import { neededColumns } from "../view/needed-columns.ts";
import { view } from "../view/view-state.ts";

const dismissed = signal("");

/** What the reader should know of server and data: nothing here stops what already works. */
export function Notices() {
  return (
    <div class="notices">
      <LimitNotice />
      {isOffline.value && country.value !== undefined && (
        <p class="notice" role="status">
          Server not answering; your data still works.{" "}
          <button type="button" onClick={() => void terrace.explorer.describeMetrics({}).catch(() => {})}>
            Try now
          </button>
        </p>
      )}
      {hasNewer.value && dismissed.value !== servedSnapshot.value && (
        <p class="notice" role="status">
          Newer data is ready.{" "}
          <button type="button" onClick={() => void switchSnapshot(neededColumns(view.peek()))}>
            Switch
          </button>{" "}
          <button
            type="button"
            onClick={() => {
              dismissed.value = servedSnapshot.peek();
            }}
          >
            Later
          </button>
        </p>
      )}
      {loadError.value !== undefined && (
        <p class="notice notice-error" role="alert">
          The data could not be loaded: {loadError.value.message}.{" "}
          <button
            type="button"
            onClick={() => void loadCountry(neededColumns(view.peek())).then(loadTheRest, () => {})}
          >
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

function LimitNotice() {
  const seconds = useSignal(0);
  useSignalEffect(() => {
    const until = limitedUntil.value;
    const tick = () => {
      seconds.value = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    };
    tick();
    if (until === 0) return;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  });
  if (seconds.value === 0) return null;
  return (
    <p class="notice" role="status">
      {callsAllowed.value} calls this minute; filters still work, more in {seconds.value} s.
    </p>
  );
}
