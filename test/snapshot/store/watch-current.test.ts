import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { watchCurrent } from "../../../src/snapshot/store/watch-current.ts";
import { setCurrent } from "../../support/country/set-current.ts";
import { writeSmallSnapshot } from "../../support/country/small-snapshot.ts";
import { temporaryDirectory } from "../../support/run/temporary-directory.ts";

async function madeSnapshot(number: number): Promise<string> {
  const directory = await temporaryDirectory();
  await writeSmallSnapshot(directory, number);
  return directory;
}

describe("watchCurrent", () => {
  it("calls back when another process's publish would, by the file event alone", async () => {
    const dataDir = await temporaryDirectory();
    const first = await publishSnapshot(await madeSnapshot(1), dataDir);
    const changed = Promise.withResolvers<string>();
    const watch = watchCurrent(dataDir, {
      initialId: first.snapshotId,
      pollMs: 3_600_000,
      onChange: changed.resolve,
    });
    const second = await publishSnapshot(await madeSnapshot(2), dataDir);
    expect(await changed.promise).toBe(second.snapshotId);
    watch.close();
  });

  it("reports each id once, also when asked to look", async () => {
    const dataDir = await temporaryDirectory();
    const { snapshotId } = await publishSnapshot(await madeSnapshot(1), dataDir);
    const seen: string[] = [];
    const watch = watchCurrent(dataDir, { pollMs: 3_600_000, onChange: (id) => seen.push(id) });
    await watch.check();
    await publishSnapshot(join(dataDir, "snapshots", snapshotId), dataDir);
    await watch.check();
    expect(seen).toEqual([snapshotId]);
    watch.close();
  });

  it("finds a change by polling", async () => {
    const dataDir = await temporaryDirectory();
    const changed = Promise.withResolvers<string>();
    const { snapshotId } = await publishSnapshot(await madeSnapshot(1), dataDir);
    const watch = watchCurrent(dataDir, { pollMs: 5, onChange: changed.resolve });
    expect(await changed.promise).toBe(snapshotId);
    watch.close();
  });

  it("tells a CURRENT that holds no id, and is silent once closed", async () => {
    const dataDir = await temporaryDirectory();
    const errors: unknown[] = [];
    const seen: string[] = [];
    const watch = watchCurrent(dataDir, {
      pollMs: 3_600_000,
      onChange: (id) => seen.push(id),
      onError: (error) => errors.push(error),
    });
    // Moved into place as publishing does it: a watcher must never meet a file that is half written.
    await setCurrent(dataDir, "rubbish");
    await watch.check();
    expect(String(errors[0])).toMatch(/holds "rubbish\\n"/);
    watch.close();
    const count = errors.length;
    await publishSnapshot(await madeSnapshot(1), dataDir);
    await watch.check();
    expect(seen).toEqual([]);
    expect(errors).toHaveLength(count);
  });
});
