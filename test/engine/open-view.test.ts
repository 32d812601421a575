import { readdirSync, readlinkSync } from "node:fs";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { METRICS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { FilterPool } from "../../src/engine/filter/filter-pool.ts";
import { openView } from "../../src/engine/open-view.ts";
import { PageStore } from "../../src/engine/pages/page-store.ts";
import { openSnapshot } from "../support/country/open-snapshot.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";

it("leaves nothing with the filter threads when a file of pages cannot be opened", async () => {
  const { directory: whole } = await openSnapshot(inject("country").dataDir);
  const directory = join(await temporaryDirectory(), "snapshot");
  await cp(whole, directory, { recursive: true });
  const [name] = await readdir(join(directory, "pages"));
  const victim = join(directory, "pages", name);
  const bytes = await readFile(victim);
  const pool = new FilterPool({ threads: 1 });
  onTestFinished(() => pool.close());
  const attach = vi.spyOn(pool, "attach");
  const open = async () =>
    openView(await openSnapshot(directory), {
      metrics: METRICS,
      sqlConnections: 1,
      sqlWaiting: 1,
      filterPool: pool,
    });
  // The index is at the end; the file's length, which is checked first, stays.
  await writeFile(victim, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]));
  await expect(open()).rejects.toThrow("has an index that is damaged");
  expect(attach).not.toHaveBeenCalled();
  await writeFile(victim, bytes);
  const { close } = await open();
  expect(attach).toHaveBeenCalledOnce();
  await close();
});

it.runIf(process.platform === "linux")(
  "closes the files of pages when there is no memory for what threads share",
  async () => {
    const snapshot = await openSnapshot(inject("country").dataDir);
    const openPages = () =>
      readdirSync("/proc/self/fd").flatMap((file) => {
        try {
          const path = readlinkSync(`/proc/self/fd/${file}`);
          return path.startsWith(join(snapshot.directory, "pages")) ? [path] : [];
        } catch {
          return []; // The descriptor that listed them.
        }
      });
    const open = () => openView(snapshot, { metrics: METRICS, sqlConnections: 1, sqlWaiting: 1, threads: 2 });
    const before = openPages();
    const share = vi.spyOn(PageStore.prototype, "shareColumns").mockImplementationOnce(() => {
      throw new RangeError("Array buffer allocation failed");
    });
    onTestFinished(() => share.mockRestore());
    await expect(open()).rejects.toThrow("Array buffer allocation failed");
    expect(openPages()).toEqual(before);
    const { close } = await open();
    expect(openPages().length).toBeGreaterThan(before.length);
    await close();
    expect(openPages()).toEqual(before);
  },
);
