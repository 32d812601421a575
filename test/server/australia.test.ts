import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { callJson, serveCountry } from "../support/country/serve-country.ts";
import { sharedAustralia } from "../support/country/shared-country.ts";
import { publishedCensus } from "../support/data/published-census.ts";
import { isDeepRun } from "../support/run/test-form.ts";

const FOLDERS = [process.env.TERRACE_REAL_DATA, process.env.TERRACE_AUSTRALIA].filter(
  (folder) => folder !== undefined,
);

const PLACES = [
  { name: "Bondi", state: "NSW", code: "10462", postcode: "2026", division: "Wentworth" },
  { name: "Toorak", state: "VIC", code: "22547", postcode: "3142", division: "Kooyong" },
  { name: "Alice Springs", state: "NT", code: "70005", postcode: "0870", division: "Lingiari" },
];

const METRICS = ["population", "age", "income", "median_weekly_rent", "median_monthly_mortgage"];

describe.runIf(isDeepRun)("a server of data/australia", () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serveCountry((await sharedAustralia()).dataDir);
  }, 900_000);
  afterAll(async () => {
    await serving.close();
  });

  const profileOf = async (salCode: string) => {
    const path = "shorts.v1alpha1.HousingService/GetSuburbProfile";
    return (await callJson(serving.url, path, { salCode })).body as {
      summary: object;
      demographics: Record<string, number>;
    };
  };

  it.each(PLACES)("finds $name by its name, and says where it is", async ({ name, state, code, ...of }) => {
    const path = "terrace.v1.ExplorerService/Search";
    const { body } = await callJson(serving.url, path, { query: name, kinds: ["suburb"], limit: 1 });
    expect(body).toMatchObject({ hits: [{ id: code, title: name, detail: `${state} ${of.postcode}` }] });
    const { summary } = await profileOf(code);
    expect(summary).toMatchObject({ salName: name, stateCode: state, federalDivision: of.division });
  });

  it("says of no answer that it is synthetic, and of every file where its figures come from", async () => {
    const answer = await fetch(`${serving.url}/v1/suburbs/NT.meta.json`);
    expect(answer.headers.get("x-terrace-synthetic")).toBe("false");
    const { synthetic, sources } = (await answer.json()) as {
      synthetic: boolean;
      sources: { licence: string }[];
    };
    expect(synthetic).toBe(false);
    expect(sources.length).toBeGreaterThan(5);
    for (const { licence } of sources) expect(licence).toMatch(/CC-BY|MIT/);
  });

  it.skipIf(FOLDERS.length < 2)(
    "has the Census figures of the ABS's own files (TERRACE_REAL_DATA, TERRACE_AUSTRALIA), by profile and by CSV",
    async () => {
      const published = await publishedCensus(FOLDERS);
      for (const { state, code } of PLACES) {
        const cells = published.get(code)!;
        const expected = [
          cells.Tot_P,
          cells.Median_age_persons,
          cells.Median_tot_hhd_inc_weekly,
          cells.Median_rent_weekly,
          cells.Median_mortgage_repay_monthly,
        ].map(Number);
        const { demographics: known } = await profileOf(code);
        const shown = [
          known.population,
          known.medianAge,
          known.medianWeeklyHhdIncome,
          known.medianWeeklyRent,
          known.medianMonthlyMortgage,
        ];
        expect([code, shown]).toEqual([code, expected]);
        const file = await fetch(`${serving.url}/v1/suburbs/${state}.csv?metrics=${METRICS.join(",")}`);
        const line = (await file.text()).split("\n").find((one) => one.startsWith(`${code},`))!;
        expect(line.trim().split(",").slice(4).map(Number)).toEqual(expected);
      }
    },
  );
});
