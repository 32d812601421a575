import type { Engine } from "../engine/engine.ts";
import type { Switches } from "../rpc/switches.ts";
import type { ShownChanges } from "../snapshot/compare/find-changes.ts";
import { hiddenTables } from "./withheld-tables.ts";

/** Filters changes by the switches, and by the licences of the current snapshot even for older snapshots. */
export function shownChanges(engine: Engine, switches: Switches): ShownChanges {
  const hidden = hiddenTables(switches);
  const isShown = (table: string, field: string) => {
    const columns = hidden.get(table);
    return columns === undefined || (columns.length > 0 && !columns.includes(field));
  };
  const current = engine.hold();
  try {
    const { sources } = current.view.manifest;
    const withheldSources = new Set(sources.filter(({ withheld }) => withheld === true).map(({ id }) => id));
    return { isShown, withheldSources };
  } finally {
    current.release();
  }
}
