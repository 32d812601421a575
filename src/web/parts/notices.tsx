import { signal, useSignal, useSignalEffect } from "@preact/signals";
import {
  country,
  hasNewer,
  loadCountry,
  loadError,
  loadTheRest,
  onlyState,
  switchSnapshot,
} from "../data/country.ts";
import { callsAllowed, isOffline, limitedUntil, served, terrace } from "../data/terrace.ts";
import { changeView } from "../view/navigate.ts";
import { address, neededColumns, view } from "../view/view-state.ts";
import { Press, set } from "./controls.tsx";
import { formatDay } from "./format.ts";

const dismissed = signal("");

/** State of server and data. None of these notices blocks the page. */
export function Notices() {
  return (
    <div class="notices">
      <LimitNotice />
      {isOffline.value && country.value !== undefined && (
        <p class="notice" role="status">
          Server not answering; your data still works.{" "}
          <Press onClick={() => void terrace.explorer.describeMetrics({}).catch(() => {})}>Try now</Press>
        </p>
      )}
      {onlyState.value !== undefined && (
        <p class="notice" role="status">
          Only suburbs of {onlyState.value} are in this data. When more is published, this page shows it by
          itself.
        </p>
      )}
      <NewerNotice />
      <CitedNotice />
      {loadError.value !== undefined && (
        <p class="notice notice-error" role="alert">
          The data could not be loaded: {loadError.value.message}.{" "}
          <Press onClick={() => void loadCountry(neededColumns(view.peek())).then(loadTheRest, () => {})}>
            Try again
          </Press>
        </p>
      )}
    </div>
  );
}

/** Note wherever parties of a synthetic country are shown: only their names are real. */
export function InventedNote() {
  if (country.value?.synthetic !== true) return null;
  return (
    <p class="chart-note invented" role="note">
      The parties exist; their members, seats, results and sums shown here are invented.
    </p>
  );
}

function NewerNotice() {
  const { snapshotId, asOf } = served.value;
  if (!hasNewer.value || onlyState.value !== undefined || dismissed.value === snapshotId) return null;
  const day = asOf === "" ? "" : ` of ${formatDay(asOf)}`;
  return (
    <p class="notice" role="status">
      Newer data{day} is ready; pages that you open now are from it, the map is not yet.{" "}
      <Press onClick={() => void switchSnapshot(neededColumns(view.peek()))}>Switch</Press>{" "}
      <Press onClick={() => set(dismissed, snapshotId)}>Later</Press>
    </p>
  );
}

/** Warns that the address cites another snapshot than the one shown, whose figures may differ. */
function CitedNotice() {
  const [now, cited] = [country.value, view.value.snapshot];
  if (now === undefined || cited === "" || cited === now.snapshotId || address.value.path !== "/")
    return null;
  return (
    <p class="notice" role="status">
      This link cites snapshot <code>{cited}</code>; shown is <code>{now.snapshotId}</code>, data of{" "}
      {formatDay(now.asOf)}. Figures may differ.{" "}
      <Press onClick={() => changeView({ snapshot: "" })}>Understood</Press>
    </p>
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
