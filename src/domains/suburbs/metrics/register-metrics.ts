import type { SnapshotView } from "../../../engine/view.ts";
import { viewWithout, withheldView } from "../../../engine/withheld-view.ts";
import type { Switches } from "../../../rpc/switches.ts";
import { hiddenName, hiddenTables } from "../../withheld-tables.ts";
import { METRIC_KEYS, METRICS } from "./metric-registry.ts";

/** Places in the registry of the metrics that count what the register of interests declares. */
const REGISTER_METRICS: ReadonlySet<number> = new Set(
  METRICS.flatMap(({ table }, place) => (table === "register_suburb_property" ? [place] : [])),
);

export function isRegisterMetric(key: string): boolean {
  return REGISTER_METRICS.has(METRIC_KEYS.indexOf(key));
}

/** Whether answers from this view may tell what the register declares. */
export function isRegisterShown({ withheld }: SnapshotView): boolean {
  return withheld === undefined;
}

/**
 * A snapshot as the switches let it be seen: while the register is off no suburb has data for its metrics, and tables
 * are hidden by the switch of what they are made from.
 */
export function shownView(view: SnapshotView, switches: Switches): SnapshotView {
  const shown = switches.interestRegister === false ? withheldView(view, REGISTER_METRICS) : view;
  const name = hiddenName(switches);
  return name === "" ? shown : viewWithout(shown, name, hiddenTables(switches));
}
