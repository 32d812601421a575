/** A snapshot that the server keeps, as it lists them. */
export interface Listed {
  readonly snapshot_id: string;
  readonly as_of: string;
  readonly tags: readonly string[];
  readonly is_current: boolean;
}

/**
 * The snapshots that a reader would choose among, newest first as given, and the earlier ones of their days apart: a
 * server that begins with a part of the country publishes that part first. What is tagged, current or shown is listed.
 */
export function listedSnapshots(all: readonly Listed[], shownId: string | undefined) {
  const days = new Set<string>();
  const isListed = new Set(
    all.filter(({ snapshot_id, as_of, tags, is_current }) => {
      const isFirst = !days.has(as_of);
      if (tags.length === 0) days.add(as_of);
      return isFirst || tags.length > 0 || is_current || snapshot_id === shownId;
    }),
  );
  return {
    listed: all.filter((one) => isListed.has(one)),
    earlier: all.filter((one) => !isListed.has(one)),
  };
}
