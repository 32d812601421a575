import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  addressedId,
  findAddress,
  readAddresses,
  tagSnapshot,
  untagSnapshot,
} from "../../../src/snapshot/store/addresses.ts";
import { listSnapshots } from "../../../src/snapshot/store/list.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { retainSnapshots } from "../../../src/snapshot/store/retain.ts";
import { copyCountry, copySecondCountry } from "../../support/country/copy-country.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";

const ids = ["2026-03-31-aaaaaaaaaaaa", "2026-06-30-bbbbbbbbbbbb", "2026-06-30-cccccccccccc"];
const ADDRESSES = {
  published: ids,
  removed: ["2025-12-31-dddddddddddd"],
  tags: new Map([["budget", "2024-01-01-eeeeeeeeeeee"]]),
};

describe("findAddress", () => {
  it("finds an id, a tag, and the newest data as of a day: of one day, what was published last", () => {
    expect(findAddress(ADDRESSES, ids[1])).toEqual({ snapshotId: ids[1], by: "id" });
    expect(findAddress(ADDRESSES, "budget")).toEqual({ snapshotId: "2024-01-01-eeeeeeeeeeee", by: "tag" });
    expect(findAddress(ADDRESSES, "2024-01-01-eeeeeeeeeeee")).toMatchObject({ by: "id" });
    expect(findAddress(ADDRESSES, "2026-06-29")).toEqual({ snapshotId: ids[0], by: "day" });
    expect(findAddress(ADDRESSES, "2026-06-30")).toEqual({ snapshotId: ids[2], by: "day" });
    expect(findAddress(ADDRESSES, "9999-12-31")).toEqual({ snapshotId: ids[2], by: "day" });
  });

  it("knows no day that the calendar lacks", () => {
    for (const name of ["2026-13-01", "2026-02-30", "2026-00-10"]) {
      expect(findAddress(ADDRESSES, name)).toMatchObject({ problem: "malformed" });
    }
  });

  it("names the nearest, what is still there, and what an address looks like", () => {
    const messageOf = (name: string) => findAddress(ADDRESSES, name);
    expect(messageOf("2026-06-30-cccccccccccd")).toEqual({
      problem: "unknown",
      message: `no snapshot "2026-06-30-cccccccccccd"; the nearest is ${ids[2]}`,
    });
    expect(messageOf("2025-12-31-dddddddddddd")).toEqual({
      problem: "removed",
      message: `snapshot "2025-12-31-dddddddddddd" was removed; still there: ${[...ids].reverse().join(", ")}`,
    });
    expect(messageOf("2020-01-01")).toMatchObject({
      problem: "unknown",
      message: expect.stringContaining(ids[0]),
    });
    expect(messageOf("budgett")).toMatchObject({
      problem: "unknown",
      message: expect.stringContaining("budget"),
    });
    for (const name of ["", "..", "A", "%2e", "x".repeat(5000)]) {
      expect(messageOf(name)).toMatchObject({ problem: "malformed" });
    }
  });
});

describe("a data directory", () => {
  const root = sharedDirectory("addresses");
  let dataDir: string;
  let first: string;
  let second: string;
  beforeAll(async () => {
    dataDir = join(root, "data");
    await copyCountry(dataDir);
    [first] = await readdir(join(dataDir, "snapshots"));
    const other = await copySecondCountry(root);
    second = other.snapshotId;
    await publishSnapshot(other.directory, dataDir);
  });

  it("knows what was published, in order, also what was current before there was a record", async () => {
    const { published } = await readAddresses(dataDir);
    expect(published).toEqual([first, second]);
    await publishSnapshot(join(dataDir, "snapshots", first), dataDir);
    await publishSnapshot(join(dataDir, "snapshots", first), dataDir);
    expect((await readAddresses(dataDir)).published).toEqual([second, first]);
    await publishSnapshot(join(dataDir, "snapshots", second), dataDir);
    expect(await readdir(join(dataDir, "published"))).toHaveLength(4);
  });

  it("gives no address to a snapshot that nobody published, unless it has a tag", async () => {
    const built = "2026-11-13-0123456789ab";
    await cp(join(dataDir, "snapshots", second), join(dataDir, "snapshots", built), { recursive: true });
    await expect(addressedId(dataDir, built)).rejects.toThrow("no snapshot");
    await tagSnapshot(dataDir, built, "draft");
    expect(await addressedId(dataDir, "draft")).toBe(built);
    expect(await untagSnapshot(dataDir, "draft")).toBe(built);
    await expect(addressedId(dataDir, "draft")).rejects.toThrow("tag");
    await removeDirectory(join(dataDir, "snapshots", built));
  });

  it("keeps what has a tag, lists it with its own bytes, and remembers what was removed", async () => {
    await expect(tagSnapshot(dataDir, first, "Not A Tag")).rejects.toThrow("is not a tag");
    await expect(tagSnapshot(dataDir, "2026-01-01-0123456789ab", "x")).rejects.toThrow("no snapshot");
    expect(await tagSnapshot(dataDir, second, "first")).toBeUndefined();
    expect(await tagSnapshot(dataDir, first, "first")).toBe(second);
    const listing = (await listSnapshots(dataDir)).find(({ snapshotId }) => snapshotId === first)!;
    expect(listing.tags).toEqual(["first"]);
    expect(listing.facts!.ownBytes).toBeGreaterThan(0);
    expect(listing.facts!.ownBytes).toBeLessThanOrEqual(listing.facts!.bytes);
    await publishSnapshot(join(dataDir, "snapshots", second), dataDir);
    const kept = await retainSnapshots(dataDir, 1);
    expect(kept.removed).toEqual([]);
    await untagSnapshot(dataDir, "first");
    await expect(untagSnapshot(dataDir, "first")).rejects.toThrow("there are no tags");
    // Both were built at once: either may be the newest, and the current one stays.
    const { removed } = await retainSnapshots(dataDir, 1);
    if (removed.length > 0) {
      expect(removed).toEqual([first]);
      expect(findAddress(await readAddresses(dataDir), first)).toMatchObject({ problem: "removed" });
    }
  });
});
