import type { Economy } from "../domains/economy/queries/economy.ts";
import type { SuburbExplorer } from "../domains/explorer/queries/suburb-explorer.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import type { SuburbColumns, SuburbScope } from "./columns/column.ts";
import type { SuburbFilter } from "./filter/predicate.ts";
import type { ServingDatabase } from "./sql/database.ts";

/** One snapshot, whole and immutable. A call takes it once and uses nothing else. */
export interface SnapshotView {
  readonly manifest: SnapshotManifest;
  readonly columns: SuburbColumns;
  readonly suburbs: SuburbFilter;
  readonly explorer: SuburbExplorer;
  readonly database: ServingDatabase;
  readonly economy: Economy;
  /** Values derived from the snapshot once, by name; they live as long as the view. */
  derived<T>(name: string, derive: () => T): T;
}

/** A state's columns, or undefined for a code that is no state. */
export function stateScope(view: SnapshotView, stateCode: string): SuburbScope | undefined {
  return stateCode === "AU" ? undefined : view.columns.scopes.get(stateCode);
}

/** A keeper of values that are made on first use. */
export function derivedValues(): SnapshotView["derived"] {
  const values = new Map<string, unknown>();
  return <T>(name: string, derive: () => T): T => {
    if (!values.has(name)) values.set(name, derive());
    return values.get(name) as T;
  };
}
