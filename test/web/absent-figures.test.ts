import { join } from "node:path";
import { type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { datasetTable } from "../../src/dataset/tables/index.ts";
import {
  GetCouncilProfileResponseSchema,
  GetSuburbProfileResponseSchema,
} from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { buildSnapshot } from "../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { AGENT } from "../support/country/ask-country.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { shareKept } from "../support/country/shared-country.ts";
import { copyExampleInto, putTable } from "../support/data/example-dataset.ts";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { describeDeepPage } from "../support/web/open-page.ts";
import { clientOf, servedCountry } from "../support/web/served-country.ts";

/** The first suburb has the smallest allowed value of every number; the second only a name. */
const [KNOWN, UNKNOWN] = ["10001", "20001"];

/** A CSV file with two rows: one with the smallest allowed value of every number column, one as given. */
function tableOf(name: string, full: Record<string, string | number>, bare: Record<string, string>): string {
  const { columns } = datasetTable(name)!;
  const isNumber = (type: string) => type === "int" || type === "double";
  const smallest = columns
    .filter(({ type }) => isNumber(type))
    .map(({ name: column, min, above }) => [column, above === undefined ? Math.max(0, min ?? 0) : above + 1]);
  const rows = [{ ...Object.fromEntries(smallest), ...full }, bare];
  const names = columns.map((column) => column.name);
  const cells = rows.map((row: Record<string, unknown>) => names.map((column) => row[column] ?? "").join());
  return [names.join(), ...cells, ""].join("\n");
}

const root = sharedDirectory("absent");
const { serving, terrace } = servedCountry({
  dataDir: async () => {
    const [datasetDir, dataDir] = [join(root, "dataset"), join(root, "data")];
    const kept = ["suburb_amenities", "suburb_connectivity", "lga", "suburb_lga", "register_suburb_property"];
    await copyExampleInto(datasetDir, ...kept, "suburb_hazard_exposure");
    // Enough residents and dwellings for shares to be published.
    const people = { population: 5000, dwelling_count: 1000, census_year: 2021 };
    const suburb = {
      sal_code: KNOWN,
      sal_name: "Zero",
      state_code: "NSW",
      federal_division: "Sampleton",
      ...people,
    };
    const place = { centroid_lat: -33, centroid_lon: 151 };
    const council = { lga_name: "Council", kind: "council" };
    const nbn = { dominant_nbn_tech: "FTTP" };
    const rows: readonly Parameters<typeof tableOf>[] = [
      [
        "suburb_demographics",
        { ...suburb, ...place },
        { sal_code: UNKNOWN, sal_name: "Unknown", state_code: "VIC" },
      ],
      ["suburb_amenities", { sal_code: KNOWN }, { sal_code: UNKNOWN }],
      ["suburb_connectivity", { sal_code: KNOWN, ...nbn }, { sal_code: UNKNOWN, ...nbn }],
      ["suburb_hazard_exposure", { sal_code: KNOWN }, { sal_code: UNKNOWN }],
      [
        "lga",
        { ...council, ...place, lga_code: "10050", slug: "known", state_code: "NSW" },
        { ...council, lga_code: "20051", slug: "unknown", state_code: "VIC" },
      ],
    ];
    const tables: Record<string, string> = {
      ...Object.fromEntries(rows.map((both) => [both[0], tableOf(...both)])),
      suburb_lga: `sal_code,lga_code,share\n${KNOWN},10050,1\n${UNKNOWN},20051,1\n`,
      house_price_regions:
        "region_code,region_type,region_name,state_code,postcode,sal_code\n" +
        `SUBURB:NSW-ZERO,suburb,Zero,NSW,,${KNOWN}\n`,
      house_prices:
        "region_code,measure,dwelling_type,period,period_freq,value,unit,is_preliminary,source\n" +
        ["2025-03-31", "2026-03-31"]
          .flatMap((period) => [
            `SUBURB:NSW-ZERO,median_price,house,${period},Q,500000,AUD,false,example-prices\n`,
            `SUBURB:NSW-ZERO,transfer_count,house,${period},Q,12,count,false,example-prices\n`,
          ])
          .join(""),
      register_suburb_property: `sal_code,declared_property_count\n${KNOWN},0\n`,
    };
    for (const [name, text] of Object.entries(tables)) await putTable(datasetDir, `${name}.csv`, text);
    const { directory } = await buildSnapshot({
      datasetDir,
      dataDir: await shareKept(dataDir),
      strict: true,
    });
    await publishSnapshot(directory, dataDir);
    return dataDir;
  },
});

const NUMBERS = new Set([
  ...[ScalarType.DOUBLE, ScalarType.FLOAT, ScalarType.INT32, ScalarType.UINT32],
  ...[ScalarType.INT64, ScalarType.UINT64],
]);

/** Paths of the numbers of a response that are 0 and whose absence a client cannot see. */
function zeros(schema: DescMessage, message: Record<string, unknown>, path = ""): string[] {
  return schema.fields.flatMap((field): string[] => {
    const value = message[field.localName];
    const name = `${path}${field.name}`;
    if (field.fieldKind === "scalar") return NUMBERS.has(field.scalar) && value === 0 ? [name] : [];
    if (field.fieldKind === "message" && field.message.typeName.startsWith("shorts.") && value !== undefined)
      return zeros(field.message, value as Record<string, unknown>, `${name}.`);
    if (field.fieldKind === "list" && field.listKind === "message")
      return (value as Record<string, unknown>[]).flatMap((one, i) =>
        zeros(field.message, one, `${name}[${i}].`),
      );
    return [];
  });
}

/** Figures of the profile that the rows above cannot give: no state table, no offences, no second price. */
const NOT_GIVEN =
  /^(baselines\.(national_median_price|capital|rest_of_state|abs)|summary\.crime_|summary\.seifa|similar)/;

describe.runIf(isDeepRun)("an absent figure", () => {
  it("is named on the wire, each, and a figure that is 0 is not", async () => {
    const unknown = await terrace.housing.getSuburbProfile({ salCode: UNKNOWN });
    const all = zeros(GetSuburbProfileResponseSchema, unknown as never);
    for (const path of [
      ...["summary.population", "summary.median_age", "summary.latest_median_price", "summary.yoy_pct"],
      ...["summary.amenities.coles_count", "summary.amenities.dist_to_coast_km"],
      ...["summary.connectivity_quality_score", "summary.federal_tpp_alp", "summary.crime_violent_rank"],
      ...["demographics.pct_couple_with_children", "demographics.median_weekly_rent"],
      ...["baselines.national_median_price", "council.population", "council.avg_rates", "council.area_sqkm"],
    ])
      expect(all).toContain(path);
    // Known facts: nobody declares anything in either suburb, and the country's only income.
    expect(all.filter((path) => !unknown.absentFields.includes(path))).toEqual([
      "summary.politician_property_count",
      "baselines.national_median_weekly_hhd_income",
    ]);
    expect(unknown.council).not.toHaveProperty("medianAge");
    expect(unknown.hazards).toBeUndefined();

    const known = await terrace.housing.getSuburbProfile({ salCode: KNOWN });
    expect(known.absentFields.filter((path) => !NOT_GIVEN.test(path))).toEqual([]);
    const given = zeros(GetSuburbProfileResponseSchema, known as never);
    expect(given.length).toBeGreaterThan(40);
    expect(given).toContain("demographics.pct_couple_with_children");
    expect(given).toContain("summary.amenities.coles_count");
    expect(given).toContain("council.op_surplus_ratio");
    expect(given).toContain("summary.yoy_pct");
    expect(known.council?.pctRented).toBe(0);
    expect(known.hazards?.floodPlanningSharePct).toBe(0);
  });

  it("is named in a council's profile too", async () => {
    const unknown = await terrace.housing.getCouncilProfile({ stateCode: "VIC", slug: "unknown" });
    const counted = /_suburbs$|_suburb_count$|\.share$|_count$/;
    const all = zeros(GetCouncilProfileResponseSchema, unknown as never);
    expect(all.filter((path) => !counted.test(path) && !unknown.absentFields.includes(path))).toEqual([]);
    expect(unknown.absentFields).toEqual(
      expect.arrayContaining([
        ...["profile.council.avg_rates", "profile.summary.population", "profile.suburbs[0].population"],
      ]),
    );
    const known = await terrace.housing.getCouncilProfile({ stateCode: "NSW", slug: "known" });
    expect(known.absentFields).toEqual([]);
    expect(zeros(GetCouncilProfileResponseSchema, known as never)).toContain(
      "profile.council.op_surplus_ratio",
    );
  });

  it("is named for a register that is switched off", async () => {
    const { url, close } = await serveCountry(join(root, "data"), { config: { interestRegister: false } });
    const { absentFields } = await clientOf({ url }).housing.getSuburbProfile({ salCode: KNOWN });
    await close();
    expect(absentFields).toContain("summary.politician_property_count");
  });

  it("is an empty cell of a file, and null in JSON, and 0 is 0", async () => {
    const path = `${serving.url}/v1/suburbs/AU`;
    const csv = await (await fetch(`${path}.csv`, { headers: AGENT })).text();
    const [names, ...rows] = csv
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(","));
    const json = (await (await fetch(`${path}.json`, { headers: AGENT })).json()) as Record<
      string,
      unknown
    >[];
    const cells = (code: string) => rows.find((row) => row[names.indexOf("sal_code")] === code)!;
    const inJson = (code: string) => json.find(({ sal_code }) => sal_code === code)!;
    const ids = ["sal_code", "sal_name", "state_code", "postcode"];
    // Values from the tables of councils, broadband and the register are known for both.
    const both = ["lga_code", "nbn", "politician_property"];
    const metrics = names.filter((name) => !ids.includes(name) && !both.includes(name));
    expect(metrics.length).toBeGreaterThan(70);
    for (const name of metrics) {
      expect(cells(UNKNOWN)[names.indexOf(name)], name).toBe("");
      expect(inJson(UNKNOWN)[name], name).toBeNull();
    }
    for (const name of [
      "pct_couple_with_children",
      "unemployment_rate",
      "distance_to_coast",
      "flood_planning_share_pct",
    ]) {
      expect(cells(KNOWN)[names.indexOf(name)], name).toBe("0");
      expect(inJson(KNOWN)[name], name).toBe(0);
    }
  });
});

describeDeepPage("an absent figure on the page", (open) => {
  /** Labels and texts of the bars and facts on a suburb's page. */
  async function shown(salCode: string): Promise<Map<string, string>> {
    const { page } = await open(`${serving.url}/suburb/${salCode}?interactive`);
    await page.locator("h2", { hasText: "People" }).waitFor();
    const rows = await page
      .locator(".bar-row")
      .evaluateAll((found) =>
        found.map((row) => [row.firstElementChild!.textContent!, row.lastElementChild!.textContent!]),
      );
    const facts = await page
      .locator("dl.facts dt")
      .evaluateAll((found) => found.map((one) => [one.textContent!, one.nextElementSibling!.textContent!]));
    return new Map([...rows, ...facts] as [string, string][]);
  }

  it("of railway stations is no layer of the map, and a file without rows", async () => {
    const { page } = await open(serving.url);
    await page.click("button.sign-layers");
    await page.waitForSelector('.layers label:has-text("Coast")');
    expect(await page.locator('.layers label:has-text("Railway")').count()).toBe(0);
    const answer = await fetch(`${serving.url}/v1/stations/AU.json`, { headers: AGENT });
    expect(await answer.json()).toEqual([]);
  });

  it("is not shown, and a figure that is 0 reads 0", async () => {
    const [unknown, known] = [await shown(UNKNOWN), await shown(KNOWN)];
    const shares = [
      ...["Owned outright", "Owned with a mortgage", "Rented", "Separate houses", "Flats and apartments"],
      ...["Couples with children", "Lone-person households", "Bachelor degree or higher"],
    ];
    for (const name of shares) {
      expect(unknown.has(name), name).toBe(false);
      expect(known.get(name), name).toBe("0 %");
    }
    for (const name of ["Weekly rent", "Monthly mortgage", "Residents", "Average rates", "Median elevation"])
      expect(unknown.has(name), name).toBe(false);
    expect(known.get("Properties that members declare here")).toBe("0");
    for (const name of ["Lowest point", "Median elevation", "Highest point"])
      expect(known.get(name), name).toBe("0 m");
    // According to the register nobody declares property there: not null.
    unknown.delete("Properties that members declare here");
    for (const text of unknown.values()) expect(text).not.toMatch(/^0( %| m)?$/);
  });
});
