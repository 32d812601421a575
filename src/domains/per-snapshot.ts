import type { SnapshotView } from "../engine/view.ts";

/** A function of a view whose result is made once a snapshot, by its first caller, and kept under a name of its own. */
export function perSnapshot<Made, View extends Pick<SnapshotView, "derived"> = SnapshotView>(
  name: string,
  make: (view: View) => Made,
): (view: View) => Made {
  return (view) => view.derived(name, () => make(view));
}
