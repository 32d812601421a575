import type { SnapshotView } from "../../../engine/view.ts";
import { viewWithout, withheldView } from "../../../engine/withheld-view.ts";
import type { Switches } from "../../../rpc/switches.ts";
import { hiddenName, hiddenTables } from "../../withheld-tables.ts";
import { metricPosition } from "./metric-registry.ts";

/** Whether answers from this view may include data of the register of interests. */
export function isRegisterShown({ hidden }: SnapshotView): boolean {
  return hidden?.has("register_people") !== true;
}

/** Keys of the metrics that are hidden in this view. */
export function withheldMetrics({ hidden }: SnapshotView): readonly string[] {
  return hidden?.get("suburb_metrics") ?? [];
}

/** A view without what switches hide: hidden tables, and metrics computed from them, which become null. */
export function shownView(view: SnapshotView, switches: Switches): SnapshotView {
  const name = hiddenName(switches);
  if (name === "") return view;
  const hidden = hiddenTables(switches);
  const metrics = new Set((hidden.get("suburb_metrics") ?? []).map(metricPosition));
  return viewWithout(metrics.size === 0 ? view : withheldView(view, metrics), name, hidden);
}
