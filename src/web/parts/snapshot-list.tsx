import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { country } from "../data/country.ts";
import { SNAPSHOT_PATH } from "../data/snapshot-path.ts";
import { watchedFetch } from "../data/terrace.ts";
import { address } from "../view/view-state.ts";
import { formatDay } from "./format.ts";
import { Popover } from "./popover.tsx";

interface Listed {
  readonly snapshot_id: string;
  readonly as_of: string;
  readonly tags: readonly string[];
  readonly is_current: boolean;
}

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

/** The same screen of every snapshot that is kept, newest first. */
function SnapshotList() {
  useEffect(() => void loadSnapshots(), []);
  const here = address.value.path + address.value.query;
  if (snapshots.value === undefined) return <p class="muted">Loading…</p>;
  return (
    <ul class="snapshots">
      {snapshots.value.map(({ snapshot_id, as_of, tags, is_current }) => (
        <li key={snapshot_id}>
          <a
            href={is_current ? here : `/at/${snapshot_id}${here}`}
            data-native
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
  const isNewest = (snapshots.value ?? []).some(
    (one) => one.is_current && one.snapshot_id === now?.snapshotId,
  );
  if (SNAPSHOT_PATH === "" || now === undefined || isNewest) return null;
  return (
    <p class="notice snapshot-ribbon" role="note">
      As of {formatDay(now.asOf)}, not the newest.{" "}
      <a href={address.value.path + address.value.query} data-native>
        Show the newest
      </a>
    </p>
  );
}
