import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { country } from "../data/country.ts";
import { type Listed, listedSnapshots } from "../data/listed-snapshots.ts";
import { SNAPSHOT_PATH } from "../data/snapshot-path.ts";
import { jsonAt } from "../data/terrace.ts";
import { address } from "../view/view-state.ts";
import { Choice, named } from "./controls.tsx";
import { formatDay } from "./format.ts";
import { Popover } from "./popover.tsx";

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
  const listed = await jsonAt("/v1/snapshots", (answer: { snapshots: Listed[] }) => answer.snapshots);
  snapshots.value = listed ?? snapshots.peek();
}

/** Link to the same screen of the synthetic country, if the server has one. */
export function DemoLink() {
  useEffect(() => void loadSnapshots(), []);
  const hasDemo = snapshots.value?.some(({ tags }) => tags.includes("demo")) === true;
  if (!hasDemo) {
    return (
      <>
        <code>npm start -- --synthetic</code> shows this screen with synthetic data
      </>
    );
  }
  return (
    <a href={`/at/demo${address.value.path}`} data-native>
      See this screen with synthetic data
    </a>
  );
}

function SnapshotList() {
  useEffect(() => void loadSnapshots(), []);
  if (snapshots.value === undefined) return <p class="muted">Loading…</p>;
  const { listed, earlier } = listedSnapshots(snapshots.value, country.value?.snapshotId);
  return (
    <>
      <SnapshotLinks of={listed} />
      {earlier.length > 0 && (
        <details>
          <summary>Earlier versions for the same dates ({earlier.length})</summary>
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
            {tags.includes("demo") ? "Synthetic country" : [formatDay(as_of), ...tags].join(", ")}
            {is_current ? " (newest)" : ""}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Choice among the other snapshots of the same country; "" for none. */
export function SnapshotPicker({ value, onPick }: { value: string; onPick: (snapshotId: string) => void }) {
  useEffect(() => void loadSnapshots(), []);
  const own = country.value?.snapshotId;
  const isDemo = ({ tags }: Listed) => tags.includes("demo");
  const shown = snapshots.value?.find(({ snapshot_id }) => snapshot_id === own);
  const others = (snapshots.value ?? []).filter(
    (one) => one.snapshot_id !== own && isDemo(one) === (shown !== undefined && isDemo(shown)),
  );
  if (snapshots.value !== undefined && others.length === 0 && value === "")
    return <span class="muted small">The server has no other date of this data.</span>;
  const isListed = value === "" || others.some(({ snapshot_id }) => snapshot_id === value);
  const dates = others.map((one, place) => {
    const isOfOneDay = others.some(({ as_of }, i) => i !== place && as_of === one.as_of);
    const name = [formatDay(one.as_of), ...one.tags].join(", ");
    return [one.snapshot_id, isOfOneDay ? `${name} (${one.snapshot_id.slice(11)})` : name] as const;
  });
  return (
    <label>
      <span class="muted">Compare with the data of</span>{" "}
      <Choice
        value={value}
        options={[["", "no other date"], ...(isListed ? [] : named([value])), ...dates]}
        onPick={onPick}
      />
    </label>
  );
}

/** Notice that the page shows another snapshot than the newest, with a link to that. */
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
      {isDemo
        ? "This is a synthetic country; none of its data is real."
        : `As of ${formatDay(now.asOf)}, not the newest.`}{" "}
      <a href={address.value.path + address.value.query} data-native>
        {isDemo ? "Show the real data" : "Show the newest"}
      </a>
    </p>
  );
}
