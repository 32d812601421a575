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
          The server is not responding; the data already loaded still works.{" "}
          <Press onClick={() => void terrace.explorer.describeMetrics({}).catch(() => {})}>Try now</Press>
        </p>
      )}
      {onlyState.value !== undefined && (
        <p class="notice" role="status">
          This data covers only {onlyState.value} so far. The rest will appear here once it is published.
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
      The parties are real; their members, seats, results and amounts shown here are made up.
    </p>
  );
}

function NewerNotice() {
  const { snapshotId, asOf } = served.value;
  if (!hasNewer.value || onlyState.value !== undefined || dismissed.value === snapshotId) return null;
  const day = asOf === "" ? "" : ` of ${formatDay(asOf)}`;
  return (
    <p class="notice" role="status">
      Newer data{day} is available; new pages already use it, the map does not yet.{" "}
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
      This link cites snapshot <code>{cited}</code>; you are viewing <code>{now.snapshotId}</code>, data of{" "}
      {formatDay(now.asOf)}. Figures may differ.{" "}
      <Press onClick={() => changeView({ snapshot: "" })}>Got it</Press>
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
      {callsAllowed.value} calls a minute is the limit; filters still work, other requests resume in{" "}
      {seconds.value} s.
    </p>
  );
}
