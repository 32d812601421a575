import type { SnapshotView } from "../../../engine/view.ts";
import { withheldView } from "../../../engine/withheld-view.ts";
import type { Switches } from "../../../rpc/switches.ts";
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

/** A snapshot as the switches let it be seen: while the register is off no suburb has data for its metrics. */
export function shownView(view: SnapshotView, { interestRegister = true }: Switches): SnapshotView {
  return interestRegister ? view : withheldView(view, REGISTER_METRICS);
}
