import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { costsOf, expectedCosts } from "../../../src/snapshot/build/step-costs.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const RECORD = {
  datasetId: "a",
  bytes: 1000,
  steps: {
    "load lga": { key: "k", inputs: {}, seconds: 0.12345 },
    "pages news": { key: "l", inputs: {} },
  },
};

describe("expectedCosts", () => {
  it("is what steps took in the last build, scaled by the size of the dataset", async () => {
    const costOf = await expectedCosts(await temporaryDirectory(), 3000, RECORD);
    expect(costOf?.("load lga")).toBeCloseTo(0.369);
    expect([costOf?.("pages news"), costOf?.("aggregate new")]).toEqual([0, 0]);
  });

  it("is what a dataset ships with before its first build here", async () => {
    const folder = await temporaryDirectory();
    expect(await expectedCosts(folder, 1000, undefined)).toBeUndefined();
    await writeFile(join(folder, ".build-costs.json"), JSON.stringify(costsOf(RECORD)));
    const costOf = await expectedCosts(folder, 500, undefined);
    expect(costOf?.("load lga")).toBeCloseTo(0.0615);
  });

  it("is what the dataset says where the last build here was of another size", async () => {
    const folder = await temporaryDirectory();
    const shipped = { bytes: 100_000, seconds: { "load lga": 2 } };
    await writeFile(join(folder, ".build-costs.json"), JSON.stringify(shipped));
    expect((await expectedCosts(folder, 50_000, RECORD))?.("load lga")).toBeCloseTo(1);
    expect((await expectedCosts(folder, 2000, RECORD))?.("load lga")).toBeCloseTo(0.246);
  });

  it.each(["", "{}", '{"bytes":0,"seconds":{}}', '{"bytes":1,"seconds":{"load lga":"1"}}'])(
    "does not use shipped costs that cannot be read: %s",
    async (text) => {
      const folder = await temporaryDirectory();
      await writeFile(join(folder, ".build-costs.json"), text);
      expect(await expectedCosts(folder, 500, undefined)).toBeUndefined();
    },
  );
});
