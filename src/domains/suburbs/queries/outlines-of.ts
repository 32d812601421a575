import type { SnapshotView } from "../../../engine/view.ts";
import { suburbFeature } from "./suburb-outlines.ts";

/** The geometry of each suburb as text, its outline or the point at its centroid; null where neither is known. */
export function outlinesOf(view: SnapshotView, salCodes: readonly string[]): (string | null)[] {
  return salCodes.map((code) => {
    const feature = suburbFeature(view, code);
    return feature === undefined ? null : geometryOf(String(feature));
  });
}

/** The geometry is the last member of a feature. */
function geometryOf(feature: string): string {
  const name = '"geometry":';
  return feature.slice(feature.indexOf(name) + name.length, -1);
}
