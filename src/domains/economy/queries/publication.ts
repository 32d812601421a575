import type { SnapshotView } from "../../../engine/view.ts";
import type { PublicationRow } from "../pages/publication.ts";

/** Which trading dates a snapshot holds. */
export function publicationState({ pages }: SnapshotView): PublicationRow {
  return JSON.parse(String(pages.find("publication", "all")!.binary(0))) as PublicationRow;
}
