import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { country } from "../data/country.ts";
import { type Listed, listedSnapshots } from "../data/listed-snapshots.ts";
import { SNAPSHOT_PATH } from "../data/snapshot-path.ts";
import { watchedFetch } from "../data/terrace.ts";
import { address } from "../view/view-state.ts";
import { formatDay } from "./format.ts";
import { Popover } from "./popover.tsx";

/** The day of the data, which opens a list of the snapshots that can be shown instead. */
export function SnapshotDate() {
  const now = country.value;
  return (
    <>
      <span class="as-of muted small" title={now?.snapshotId}>
        {now === undefined ? "" : `Data of ${formatDay(now.asOf)}`}
      </span>
      <Popover label="Other dates of the data" sign="▾" kind="dates">
        <SnapshotList />
      </Popover>
    </>
  );
}

const snapshots = signal<readonly Listed[] | undefined>(undefined);

async function loadSnapshots(): Promise<void> {
  try {
    const response = await watchedFetch("/v1/snapshots");
    if (response.ok) snapshots.value = ((await response.json()) as { snapshots: Listed[] }).snapshots;
  } catch {
    // The server is away: the notice says so.
  }
}

/** The same screen of the made-up country, where the server has one next to the real. */
export function DemoLink() {
  useEffect(() => void loadSnapshots(), []);
  const hasDemo = snapshots.value?.some(({ tags }) => tags.includes("demo")) === true;
  if (!hasDemo) {
    return (
      <>
        <code>npm start -- --synthetic</code> shows this with a made-up country
      </>
    );
  }
  return (
    <a href={`/at/demo${address.value.path}`} data-native>
      The same with a made-up country
    </a>
  );
}

/** The same screen of every snapshot that is kept, newest first. */
function SnapshotList() {
  useEffect(() => void loadSnapshots(), []);
  if (snapshots.value === undefined) return <p class="muted">Loading…</p>;
  const { listed, earlier } = listedSnapshots(snapshots.value, country.value?.snapshotId);
  return (
    <>
      <SnapshotLinks of={listed} />
      {earlier.length > 0 && (
        <details>
          <summary>Published before on the same days ({earlier.length})</summary>
          <SnapshotLinks of={earlier} />
        </details>
      )}
    </>
  );
}

function SnapshotLinks({ of: listed }: { of: readonly Listed[] }) {
  const here = address.value.path + address.value.query;
  return (
    <ul class="snapshots">
      {listed.map(({ snapshot_id, as_of, tags, is_current }) => (
        <li key={snapshot_id}>
          <a
            href={is_current ? here : `/at/${snapshot_id}${here}`}
            data-native
            title={snapshot_id}
            aria-current={country.value?.snapshotId === snapshot_id ? "true" : undefined}
          >
            {[formatDay(new Date(as_of)), ...tags].join(", ")}
            {is_current ? " (newest)" : ""}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Says that the page shows another snapshot than the newest, and leads to that. */
export function SnapshotRibbon() {
  useEffect(() => {
    if (SNAPSHOT_PATH !== "") void loadSnapshots();
  }, []);
  const now = country.value;
  const own = snapshots.value?.find((one) => one.snapshot_id === now?.snapshotId);
  if (SNAPSHOT_PATH === "" || now === undefined || own?.is_current === true) return null;
  const isDemo = own?.tags.includes("demo") === true;
  return (
    <p class="notice snapshot-ribbon" role="note">
      {isDemo ? "A made-up country, next to the real one." : `As of ${formatDay(now.asOf)}, not the newest.`}{" "}
      <a href={address.value.path + address.value.query} data-native>
        {isDemo ? "Show the real one" : "Show the newest"}
      </a>
    </p>
  );
}
