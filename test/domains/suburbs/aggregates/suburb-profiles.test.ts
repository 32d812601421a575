import { describe, expect, it } from "vitest";
import { SUBURB_AGGREGATES } from "../../../../src/domains/suburbs/aggregates/index.ts";
import { emptyDatasetDatabase, insertRows, rowOf, runFor } from "../../../support/data/build-db.ts";
import { plainRows } from "../../../support/data/listing-fixture.ts";
import { opened } from "../../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase, { each: true });

const suburb = rowOf("sal_code", (code) => ({ sal_name: `Suburb ${code}`, state_code: "NSW" }));
async function blocks(sal_code: string): Promise<Record<string, unknown>> {
  await runFor(db, SUBURB_AGGREGATES, "serve.suburb_profiles");
  const [row] = await db.rows<Record<string, string | null>>(
    "SELECT * FROM serve.suburb_profiles WHERE sal_code = $sal_code",
    { sal_code },
  );
  const json = (text: string | null) =>
    typeof text === "string" && /^[{[]/.test(text) ? JSON.parse(text) : text;
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, json(cell)]));
}

describe("SUBURB_PROFILES", () => {
  it("calls a place of which nothing is known neither residential nor anything else", async () => {
    await insertRows(db, "suburb_demographics", [suburb("10001", {})]);
    expect((await blocks("10001")).banner).toMatchObject({
      archetype: "",
      blurb: "Suburb 10001 is a suburb or locality.",
    });
  });

  it("writes a missing blurb from name, archetype and council, and takes the archetype as picture", async () => {
    await insertRows(db, "suburb_demographics", [
      suburb("10001", { banner_archetype: "harbour" }),
      suburb("10002", { banner_archetype: "harbour", banner_blurb: "By hand.", banner_bg_key: "sunset" }),
    ]);
    await insertRows(db, "lga", [
      { lga_code: "10050", lga_name: "Albury", display_name: "City of Albury", state_code: "NSW" },
    ]);
    await insertRows(db, "suburb_lga", [{ sal_code: "10001", lga_code: "10050", share: 1 }]);
    await insertRows(db, "suburb_landmarks", [
      { sal_code: "10002", position: 2, name: "Pier", kind: "pier" },
      { sal_code: "10002", position: 1, name: "Light", kind: "lighthouse" },
    ]);
    expect((await blocks("10001")).banner).toEqual({
      archetype: "harbour",
      blurb: "Suburb 10001 is a waterside place on a sheltered harbour in the area of City of Albury.",
      landmarks: [],
      bgKey: "harbour",
      bgUrl: "",
    });
    const [row] = await plainRows<{ banner: object }>(
      db,
      "SELECT banner FROM serve.suburb_profiles WHERE sal_code = '10002'",
    );
    expect(row.banner).toEqual({
      archetype: "harbour",
      blurb: "By hand.",
      landmarks: [
        { name: "Light", kind: "lighthouse" },
        { name: "Pier", kind: "pier" },
      ],
      bgKey: "sunset",
      bgUrl: "",
    });
  });
});
