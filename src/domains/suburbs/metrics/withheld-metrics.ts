import type { SnapshotView } from "../../../engine/view.ts";
import { viewWithout, withheldView } from "../../../engine/withheld-view.ts";
import type { Switches } from "../../../rpc/switches.ts";
import { hiddenName, hiddenTables } from "../../withheld-tables.ts";
import { metricPosition } from "./metric-registry.ts";

/** Whether answers from this view may tell what the register of interests declares. */
export function isRegisterShown({ hidden }: SnapshotView): boolean {
  return hidden?.has("register_people") !== true;
}

/** Keys of the metrics that no answer from this view may tell. */
export function withheldMetrics({ hidden }: SnapshotView): readonly string[] {
  return hidden?.get("suburb_metrics") ?? [];
}

/**
 * A snapshot as the switches let it be seen: tables are hidden by the switch of what they are made from, and no suburb has
 * data for a metric that is computed from them.
 */
export function shownView(view: SnapshotView, switches: Switches): SnapshotView {
  const name = hiddenName(switches);
  if (name === "") return view;
  const hidden = hiddenTables(switches);
  const metrics = new Set((hidden.get("suburb_metrics") ?? []).map(metricPosition));
  return viewWithout(metrics.size === 0 ? view : withheldView(view, metrics), name, hidden);
}
