import type { SnapshotView } from "../../../engine/view.ts";
import type { FeedItem } from "../pages/feed.ts";

/** The newest takes and reports, newest first. */
export function feedItems(view: SnapshotView): readonly FeedItem[] {
  const page = view.pages.find("feed", "all");
  return page === undefined ? [] : JSON.parse(Buffer.from(page.binary(0)).toString());
}
