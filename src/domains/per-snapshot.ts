import type { SnapshotView } from "../engine/view.ts";

/** Caches the result of `make` per snapshot under `name`; the first caller computes it. */
export function perSnapshot<Made, View extends Pick<SnapshotView, "derived"> = SnapshotView>(
  name: string,
  make: (view: View) => Made,
): (view: View) => Made {
  return (view) => view.derived(name, () => make(view));
}
