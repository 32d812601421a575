export interface Listed {
  readonly snapshot_id: string;
  readonly as_of: string;
  readonly tags: readonly string[];
  readonly is_current: boolean;
}

/**
 * Splits snapshots (newest first) into those that a reader would choose among and earlier ones of the same
 * day: a server that starts with part of the country publishes that part first. Tagged, current and shown
 * snapshots are always listed.
 */
export function listedSnapshots(all: readonly Listed[], shownId: string | undefined) {
  const days = new Set<string>();
  const { listed = [], earlier = [] } = Object.groupBy(all, ({ snapshot_id, as_of, tags, is_current }) => {
    const isFirst = !days.has(as_of);
    if (tags.length === 0) days.add(as_of);
    return isFirst || tags.length > 0 || is_current || snapshot_id === shownId ? "listed" : "earlier";
  });
  return { listed, earlier };
}
