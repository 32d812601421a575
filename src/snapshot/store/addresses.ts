import { join } from "node:path";
import { invalidArgument, notFound, TerraceError } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { replaceText } from "../files/link-or-copy.ts";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId } from "../manifest/manifest.ts";
import { whileHeld } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";
import { listPublications } from "./publications.ts";
import { readCurrent } from "./read-current.ts";
import { claimStaging } from "./staging.ts";

/** Addressable snapshots of a data directory. */
export type Addresses = Awaited<ReturnType<typeof readAddresses>>;

export type FoundAddress =
  | { readonly snapshotId: string; readonly by: "id" | "tag" | "day" }
  | { readonly problem: "malformed" | "unknown" | "removed"; readonly message: string };

const TAG = /^[a-z][a-z0-9-]{0,39}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Most ids to suggest in an error message. */
const NAMED = 5;

export async function readAddresses(dataDir: string) {
  const { snapshots } = dataDirectory(dataDir);
  const present = new Set((await disk.list(snapshots)).filter(isSnapshotId));
  const current = await readCurrent(dataDir).catch(() => undefined);
  const ever = await listPublications(dataDir);
  if (current !== undefined) ever.push(current);
  // Repeated publications count at their last position.
  const inOrder = [...new Set(ever.reverse())].reverse();
  return {
    /** Published and present, ordered by last publication; the current one is last. */
    published: inOrder.filter((id) => present.has(id)),
    /** Published, but since removed. */
    removed: inOrder.filter((id) => !present.has(id)),
    /** Ids by tag, published or not; sorted by tag. */
    tags: await readTags(dataDir),
  };
}

/** Resolves an id, tag or day to a snapshot, or returns a message for the caller. */
export function findAddress({ published, removed, tags }: Addresses, name: string): FoundAddress {
  if (isSnapshotId(name)) {
    if (published.includes(name) || [...tags.values()].includes(name)) return { snapshotId: name, by: "id" };
    const near = nearestNames(name, published, 1)[0] ?? published.at(-1);
    const there = published.slice(-NAMED).reverse().join(", ");
    return removed.includes(name)
      ? { problem: "removed", message: `snapshot "${name}" was removed; still there: ${there}` }
      : { problem: "unknown", message: `no snapshot "${name}"; the nearest is ${near}` };
  }
  if (DAY.test(name) && dayNumberOf(name) !== undefined) {
    const until = published.filter((id) => id.slice(0, 10) <= name);
    // Newest as-of day, and the last published of that day.
    const snapshotId = until
      .toSorted((a, b) => (a.slice(0, 10) < b.slice(0, 10) ? -1 : +(a.slice(0, 10) > b.slice(0, 10))))
      .at(-1);
    if (snapshotId !== undefined) return { snapshotId, by: "day" };
    const first = published.toSorted()[0];
    return { problem: "unknown", message: `no snapshot as of "${name}"; the nearest is ${first}` };
  }
  const snapshotId = tags.get(name);
  if (snapshotId !== undefined) return { snapshotId, by: "tag" };
  if (!TAG.test(name)) {
    const message = `"${name.slice(0, 80)}" is not a snapshot's id, a tag, or a day such as 2026-06-30`;
    return { problem: "malformed", message };
  }
  const near = nearestNames(name, [...tags.keys()], 1)[0] ?? published.at(-1);
  return { problem: "unknown", message: `no snapshot has the tag "${name}"; the nearest is ${near}` };
}

/** Like `findAddress` on a data directory; throws if nothing is found. */
export async function addressedId(dataDir: string, name: string): Promise<string> {
  const found = findAddress(await readAddresses(dataDir), name);
  if ("snapshotId" in found) return found.snapshotId;
  throw new TerraceError(found.problem === "malformed" ? "invalid_argument" : "not_found", found.message);
}

/** Ids by tag, sorted by tag, without tags of missing snapshots. */
export async function readTags(dataDir: string): Promise<Map<string, string>> {
  const { tags, snapshots } = dataDirectory(dataDir);
  const found = new Map<string, string>();
  for (const tag of (await disk.list(tags)).filter((name) => TAG.test(name))) {
    const id = (await disk.readText(join(tags, tag)).catch(() => "")).trim();
    if (isSnapshotId(id) && (await disk.describe(join(snapshots, id))) !== undefined) found.set(tag, id);
  }
  return found;
}

/** Tags a snapshot, moving the tag if it exists. Returns the id that had it before. */
export async function tagSnapshot(
  dataDir: string,
  snapshotId: string,
  tag: string,
): Promise<string | undefined> {
  if (!TAG.test(tag)) {
    throw invalidArgument(`"${tag}" is not a tag: expected up to 40 of a-z, 0-9 and -, with a letter first`);
  }
  const { root, tags, snapshots } = dataDirectory(dataDir);
  if (!isSnapshotId(snapshotId) || (await disk.describe(join(snapshots, snapshotId))) === undefined) {
    throw notFound(`no snapshot "${snapshotId}" in ${dataDir}`);
  }
  const before = (await readTags(dataDir)).get(tag);
  return whileHeld(await claimStaging(dataDir, "tag"), async ({ directory }) => {
    await disk.makeDirectory(tags);
    await replaceText(join(tags, tag), `${snapshotId}\n`, join(directory, tag));
    await disk.syncDirectory(root);
    return before;
  });
}

/** Removes a tag. Returns the id that had it; throws if there is no such tag. */
export async function untagSnapshot(dataDir: string, tag: string): Promise<string> {
  const tags = await readTags(dataDir);
  const snapshotId = tags.get(tag);
  if (snapshotId === undefined) {
    const there = tags.size === 0 ? "there are no tags" : `there are ${[...tags.keys()].join(", ")}`;
    throw notFound(`no snapshot has the tag "${tag}"; ${there}`);
  }
  const folder = dataDirectory(dataDir).tags;
  await disk.remove(join(folder, tag));
  await disk.syncDirectory(folder);
  return snapshotId;
}
