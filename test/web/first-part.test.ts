import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFirstPart } from "../../src/cli/start/first-part.ts";
import { buildSnapshot } from "../../src/library/build-snapshot.ts";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { eventually } from "../support/run/eventually.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { CHROMIUM, matchCount, NEEDS_CHROMIUM, untilLoaded, useBrowser } from "../support/web/open-page.ts";

describe.skipIf(CHROMIUM === undefined)(`the page while one territory is built${NEEDS_CHROMIUM}`, () => {
  const open = useBrowser();
  let folder: string;
  let serving: Serving;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "terrace-test-"));
    const [dataDir, part] = [join(folder, "data"), join(folder, "part")];
    await writeFirstPart(join(import.meta.dirname, "../../data/australia"), part);
    const { directory } = await buildSnapshot({ datasetDir: part, dataDir });
    await publishSnapshot(directory, dataDir);
    serving = await serveCountry(dataDir);
  }, 600_000);
  afterAll(async () => {
    await serving?.close();
    await removeDirectory(folder);
  });

  it("fits the map to the territory, and offers no capital of another", async () => {
    const { page, complaints } = await open(`${serving.url}/`);
    await matchCount(page);
    await untilLoaded(page);
    expect(await page.textContent(".notice")).toContain("Only suburbs of ACT");
    // In a map of the country the middle is desert without data; in one of the territory it is the territory.
    const { x, y, width, height } = (await page.locator(".map").boundingBox())!;
    await eventually(async () => {
      await page.mouse.move(x + width / 2, y + height / 3);
      await page.mouse.move(x + width / 2, y + height / 2.5);
      expect(await page.textContent(".hover-card")).toContain("ACT");
    });
    expect(await page.locator(".capital").allTextContents()).toEqual(["Canberra"]);
    expect(complaints).toEqual([]);
  });
});
