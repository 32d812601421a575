import { describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/importers/run/import-file.ts";
import {
  AREA_LIST,
  type CensusRow,
  censusCsv,
  importMade,
  rowsByKey,
  textFile,
} from "../../support/data/import-files.ts";

const LIST = textFile("SAL_2021_AUST.csv", AREA_LIST);

function table(id: string, rows: Record<string, CensusRow>, path = `made_${id}.csv`): ImportFile {
  return textFile(path, censusCsv(id, rows));
}

const outcomeOf = async (file: ImportFile) => (await importMade([LIST, file])).files[1];

/** The row of suburb 10001 after importing these tables and the list of areas. */
async function rowOf(tables: Readonly<Record<string, CensusRow>>) {
  const files = Object.entries(tables).map(([id, cells]) => table(id, { SAL10001: cells }));
  return rowsByKey(await importMade([LIST, ...files]), "suburb_demographics").get("10001");
}

describe("CENSUS_IMPORTER", () => {
  it("takes SAL10001 and 10001 for the same suburb", async () => {
    const outcome = await importMade([
      LIST,
      table("G04", { SAL10001: { Tot_P: 500 } }),
      table("G02", { "10001": { Median_age_persons: 41 } }),
    ]);
    expect(rowsByKey(outcome, "suburb_demographics").get("10001")).toMatchObject({
      sal_name: "Aldgrove",
      state_code: "NSW",
      census_year: 2021,
      population: 500,
      median_age: 41,
    });
  });

  it("reads a published 0 in a median as no figure, and a 0 in a count as zero", async () => {
    const medians = { Median_age_persons: 0, Median_rent_weekly: 300 };
    expect(await rowOf({ G04: { Tot_P: 0 }, G02: medians })).toMatchObject({
      population: 0,
      median_age: null,
      median_weekly_hhd_income: null,
      median_weekly_rent: 300,
    });
  });

  it("derives every share from its cells", async () => {
    const row = await rowOf({
      G01: { Tot_P_P: 1000, Birthplace_Elsewhere_P: 250, Lang_used_home_Eng_only_P: 800 },
      G14: {
        Tot_P: 1000,
        SB_OSB_NRA_Tot_P: 300,
        Christianity_Tot_P: 500,
        Christianity_Catholic_P: 80,
        Christianity_Anglican_P: 90,
      },
      G13: { P_Tot_Tot: 1000, POL_Greek_Tot: 70, POL_CL_Mandarin_Tot: 60 },
      G17: {
        P_1_149_Tot: 10,
        P_150_299_Tot: 20,
        P_300_399_Tot: 30,
        P_400_499_Tot: 40,
        P_2000_2999_Tot: 50,
        P_3500_more_Tot: 6,
        P_Tot_Tot: 800,
      },
      G29: { CF_ChU15_a_Total_F: 90, CF_no_ChU15_a_Total_F: 30, Total_F: 240 },
      G35: { Num_Psns_UR_1_Total: 100, Total_Total: 400 },
      G36: { OPDs_Separate_house_Dwellings: 300, OPDs_Flt_apart_Tot_Dwgs: 60, OPDs_Tot_OPDs_Dwellings: 400 },
      G37: { O_OR_Total: 100, O_MTG_Total: 150, R_Tot_Total: 120, Total_Total: 400 },
      G33: { HI_1_149_Tot: 20, HI_500_649_Tot: 20, HI_3000_3499_Tot: 60, Tot_Tot: 400 },
      G34: {
        Num_MVs_per_dweling_0_MVs: 40,
        Num_MVs_per_dweling_2_MVs: 100,
        Num_MVs_per_dweling_3_MVs: 50,
        Num_MVs_per_dweling_4mo_MVs: 10,
        Total_dwelings: 400,
      },
      G38: { M_3000_3999_Tot: 10, M_4000_over_Tot: 5, Tot_Tot: 150 },
      G40: { R_550_649_Tot: 12, R_950_over_Tot: 12, Tot_Tot: 120 },
      G16: { P_Y12e_Tot: 400, P_Tot_Tot: 800 },
      G43: {
        P_15_yrs_over_P: 800,
        lfs_Tot_LF_P: 500,
        Percent_Unem_loyment_P: 4.9,
        Percnt_LabForc_prticipation_P: 62.3,
        non_sch_qual_PostGrad_Dgre_P: 40,
        non_sch_qual_Gr_Dip_Gr_Crt_P: 20,
        non_sch_qual_Bchelr_Degree_P: 140,
      },
    });
    expect(row).toMatchObject({
      population: 1000,
      dwelling_count: 400,
      pct_born_overseas: 25,
      pct_english_only: 80,
      pct_no_religion: 30,
      // 500 Christians less 80 Catholics and 90 Anglicans.
      top_religion: "Other Christian",
      pct_top_religion: 33,
      top_language: "Greek",
      pct_top_language: 7,
      pct_low_personal_income: 12.5,
      pct_high_personal_income: 7,
      pct_couple_with_children: 50,
      pct_lone_person_household: 25,
      pct_separate_house: 75,
      pct_flat_apartment: 15,
      pct_owned_outright: 25,
      pct_owned_mortgage: 37.5,
      pct_rented: 30,
      unemployment_rate: 4.9,
      labour_force_participation_rate: 62.3,
      pct_bachelor_or_higher: 25,
      pct_low_household_income: 10,
      pct_high_household_income: 15,
      pct_no_motor_vehicle: 10,
      pct_two_or_more_motor_vehicles: 40,
      pct_high_mortgage: 10,
      pct_high_rent: 20,
      pct_year_12: 50,
    });
  });

  it("withholds shares below 100 residents and where the denominator is zero, and nothing else", async () => {
    const tenure = { O_OR_Total: 10, Total_Total: 20 };
    const outcome = await importMade([
      LIST,
      table("G04", { SAL10001: { Tot_P: 99 }, SAL10002: { Tot_P: 100 }, SAL20001: { Tot_P: 5000 } }),
      table("G02", { SAL10001: { Median_age_persons: 60 } }),
      table("G37", { SAL10001: tenure, SAL10002: tenure, SAL20001: {} }),
    ]);
    const rows = rowsByKey(outcome, "suburb_demographics");
    expect(rows.get("10001")).toMatchObject({ pct_owned_outright: null, pct_rented: null, median_age: 60 });
    expect(rows.get("10002")).toMatchObject({ pct_owned_outright: 50, pct_rented: 0 });
    expect(rows.get("20001")).toMatchObject({ pct_owned_outright: null, pct_rented: null });
  });

  it("withholds shares while no table gives a population, and says so", async () => {
    const outcome = await importMade([LIST, table("G37", { SAL10001: { O_OR_Total: 10, Total_Total: 20 } })]);
    expect(rowsByKey(outcome, "suburb_demographics").get("10001")).toMatchObject({
      pct_owned_outright: null,
    });
    expect(outcome.combined[0].notes).toContain(
      "1 suburbs without a population (G01 or G04): their shares are withheld",
    );
  });

  it("caps a share at 100 where perturbed cells exceed their total", async () => {
    const row = await rowOf({ G04: { Tot_P: 120 }, G37: { R_Tot_Total: 23, Total_Total: 20 } });
    expect(row).toMatchObject({ pct_rented: 100 });
  });

  it("leaves special codes and other territories out and counts them", async () => {
    const file = await outcomeOf(
      table("G04", { SAL10001: {}, SAL19494: {}, SAL29797: {}, SAL99494: {}, SAL90001: {}, SALZZZZZ: {} }),
    );
    expect(file).toMatchObject({ status: "read", report: { rowsRead: 6, rowsUsed: 1, rejects: [] } });
    expect(file).toHaveProperty("report.notes", [
      "codes that are not an ordinary area, left out: 1 migratory, 2 no usual address, 1 other territories, 1 outside Australia",
    ]);
  });

  const tenure = censusCsv("G37", { SAL10001: {} });
  const medians = censusCsv("G02", { SAL10001: { Median_age_persons: 40 } });
  it.each([
    [
      "whose needed column was renamed",
      tenure.replace("O_MTG_Total", "Mortgaged_Total"),
      /^G37\.csv: row 1: table G37 lacks the column "O_MTG_Total"/,
    ],
    [
      "whose header is not in its first row",
      `\r${medians.replaceAll("\n", "\r")}`,
      /: row 1 is not the header of a Census table$/,
    ],
    ["without rows", tenure.split("\n")[0], /^G37\.csv: /],
    [
      "with a column twice",
      tenure.replace("O_MTG_Total", "O_OR_Total"),
      /: row 1: column "O_OR_Total" occurs twice$/,
    ],
  ])("refuses a table %s, naming file, row and column", async (_, text, reason) => {
    const file = await outcomeOf(textFile("G37.csv", text));
    expect(file).toMatchObject({ status: "refused", reason: expect.stringMatching(reason) });
    expect(file).toHaveProperty("reason", expect.stringMatching(/^G37\.csv: /));
  });

  it("does not know an empty file or a page that only mentions the Census", async () => {
    expect(await outcomeOf(textFile("2021Census_G37_AUST_SAL.csv", ""))).toMatchObject({ status: "unknown" });
    expect(await outcomeOf(textFile("G37.csv", "<html>SAL_CODE_2021 of the Census</html>"))).toMatchObject({
      status: "unknown",
    });
  });

  it("passes over tables that no metric needs, and asks for short headers where it needs one", async () => {
    const married =
      "SAL_CODE_2021,M_15_19_yr_Married,M_20_24_yr_Married,M_25_34_yr_Married,P_Tot_Tot\nSAL10001,1,2,3,9\n";
    expect(await outcomeOf(textFile("2021Census_G05_AUST_SAL.csv", married))).toMatchObject({
      status: "read",
      what: "Census 2021 table G05",
      report: { rowsUsed: 0, notes: ["not read: no metric is derived from G05"] },
    });
    const long = "SAL_CODE_2021,Median_Age,Number_of_rooms\nSAL10001,40,3\n";
    expect(await outcomeOf(textFile("2021Census_G02_AUST_SAL.csv", long))).toMatchObject({
      status: "refused",
      reason: expect.stringContaining("expected the DataPack with short headers"),
    });
  });

  it("rejects bad rows with their number and the reason, and uses the others", async () => {
    const text = censusCsv("G37", { SAL10001: {}, SAL10002: {}, SAL20001: {}, SAL20002: {}, SAL20003: {} });
    const lines = text.trim().split("\n");
    lines[2] = lines[2].replace("SAL10002,0", "SAL10002,n.p.");
    lines[3] = "SAL20001,1,2";
    lines[4] = lines[1];
    lines[5] = lines[5].replace("SAL20003", "Total");
    const file = await outcomeOf(textFile("bad.csv", `${lines.join("\n")}\n`));
    expect(file).toHaveProperty("report.rowsUsed", 1);
    const examples = file.status === "read" ? file.report.rejects.map((rule) => rule.examples[0]) : [];
    expect(examples).toEqual([
      { rule: "area code", row: 6, reason: '"Total" is not an area code' },
      { rule: "cell count", row: 4, reason: "3 cells; expected 7" },
      { rule: "number", row: 3, reason: 'O_OR_Total is "n.p."; expected a number of at least 0' },
      { rule: "repeated code", row: 5, reason: "10001 is in an earlier row too" },
    ]);
  });

  it("rejects the last row of a file that was cut inside it, wherever the cut falls", async () => {
    const text = censusCsv("G37", { SAL10001: { Total_Total: 21 }, SAL10002: { Total_Total: 2345 } });
    for (let cut = text.lastIndexOf("\n", text.length - 2) + 2; cut < text.length; cut++) {
      const file = await outcomeOf(textFile("cut.csv", text.slice(0, cut)));
      expect(file).toHaveProperty("report.rowsUsed", 1);
      expect(file).toHaveProperty("report.rejects.0.examples.0.row", 3);
    }
  });

  it("joins the lettered parts of a table, whichever comes first", async () => {
    const whole = censusCsv("G17", { SAL10001: { P_1_149_Tot: 25, P_2000_2999_Tot: 10, P_Tot_Tot: 100 } });
    const columns = whole.split("\n")[0].split(",");
    const marks = columns.slice(-3);
    expect(marks).toContain("P_PI_NS_ns_Tot");
    const part = (from: number, to: number) =>
      whole
        .trim()
        .split("\n")
        .map((line) =>
          [line.split(",")[0], ...line.split(",").slice(from, to), ...line.split(",").slice(-3)].join(","),
        )
        .join("\n");
    const parts = [part(1, 5), part(5, columns.length - 3)].map((text, i) =>
      textFile(`G17${"BC"[i]}.csv`, `${text}\n`),
    );
    const population = table("G04", { SAL10001: { Tot_P: 200 } });
    for (const files of [
      [...parts, population],
      [population, parts[1], parts[0]],
    ]) {
      const outcome = await importMade([LIST, ...files]);
      expect(rowsByKey(outcome, "suburb_demographics").get("10001")).toMatchObject({
        pct_low_personal_income: 25,
        pct_high_personal_income: 10,
      });
    }
  });

  it("counts cells in which two packs differ", async () => {
    const outcome = await importMade([
      LIST,
      table("G02", { SAL10001: { Median_age_persons: 40 }, SAL10002: { Median_age_persons: 50 } }),
      table("G02", { SAL10001: { Median_age_persons: 41 } }, "another_G02.csv"),
    ]);
    expect(outcome.combined[0].notes).toContainEqual(
      expect.stringMatching(/: 1 cells differ from another file of G02/),
    );
  });

  it("puts council tables into councils, states into series, and keeps other levels out", async () => {
    const areas = textFile(
      "LGA.csv",
      "LGA_CODE_2021,LGA_NAME_2021\n10050,Ashfield Vale\n19499,No usual address (NSW)\n",
    );
    const council = textFile(
      "lga.csv",
      censusCsv(
        "G02",
        { LGA10050: { Median_age_persons: 39, Average_household_size: 2.4 } },
        "LGA_CODE_2021",
      ),
    );
    const state = textFile("ste.csv", censusCsv("G02", { "1": { Median_age_persons: 39 } }, "STE_CODE_2021"));
    const outcome = await importMade([areas, council, state]);
    expect(rowsByKey(outcome, "lga", "lga_code").get("10050")).toMatchObject({
      lga_name: "Ashfield Vale",
      state_code: "NSW",
      slug: "ashfield-vale-nsw",
      median_age: 39,
      avg_household_size: 2.4,
      median_weekly_rent: null,
    });
    expect(outcome.files[2]).toMatchObject({ status: "read", report: { rowsRead: 1, rowsUsed: 1 } });
    // A state's figure is the publisher's own, as a series; it is in no table of suburbs.
    expect(rowsByKey(outcome, "economic_series", "series_key").get("census.median_age.nsw")).toMatchObject({
      region_type: "state",
      region_name: "New South Wales",
      unit: "years",
      licence: "CC-BY-4.0",
    });
    expect(rowsByKey(outcome, "economic_observations", "series_key").get("census.median_age.nsw")).toEqual({
      series_key: "census.median_age.nsw",
      period: "2021-01-01",
      value: 39,
    });
    expect([...rowsByKey(outcome, "state_demographics", "state_code").keys()]).toEqual(["NSW"]);
  });

  it("gives residents and medians of postcodes as series, and says of other levels what they wait for", async () => {
    const of = (table: string, rows: Parameters<typeof censusCsv>[1], key: string) =>
      textFile(`${key}-${table}.csv`, censusCsv(table, rows, key));
    const outcome = await importMade([
      of("G02", { POA2000: { Median_age_persons: 39 }, POA9494: {} }, "POA_CODE_2021"),
      of("G04", { POA2000: { Tot_P: 5000 } }, "POA_CODE_2021"),
      of("G37", { POA2000: { R_Tot_Total: 3, Total_Total: 10 } }, "POA_CODE_2021"),
      of("G02", { 10101: { Median_age_persons: 39 } }, "SA2_CODE_2021"),
    ]);
    const series = [...rowsByKey(outcome, "economic_series", "series_key").values()];
    expect(series.map((row) => [row.series_key, row.region_type, row.region_code])).toEqual([
      ["census.median_age.2000", "postcode", "2000"],
      ["census.population.2000", "postcode", "2000"],
    ]);
    expect(outcome.files[0]).toMatchObject({
      report: { rowsUsed: 1, notes: [expect.stringMatching(/left out: 1/)] },
    });
    expect(outcome.files[3]).toMatchObject({
      report: { rowsUsed: 0, notes: [expect.stringContaining("by SA2: there is no table")] },
    });
    expect(rowsByKey(outcome, "state_demographics", "state_code").size).toBe(0);
  });

  it("leaves out figures of suburbs that no list names, and says so", async () => {
    const outcome = await importMade([
      LIST,
      table("G04", { SAL10001: { Tot_P: 5 }, SAL10999: { Tot_P: 7 } }),
    ]);
    expect([...rowsByKey(outcome, "suburb_demographics").keys()]).toEqual(["10001", "10002", "20001"]);
    expect(outcome.leftOut).toEqual([
      { table: "suburb_demographics", rule: "no sal_name", count: 1, example: "10999" },
    ]);
  });

  it("refuses a table whose name says what it covers and whose areas are not all there", async () => {
    const few = { SAL10001: { Median_age_persons: 40 }, SAL80001: { Median_age_persons: 35 } };
    expect(await outcomeOf(table("G02", few, "2021Census_G02_AUST_SAL.csv"))).toMatchObject({
      status: "refused",
      reason: expect.stringMatching(/cut short at row 3: 1 of 4544 areas of NSW, 0 of 2946 areas of VIC/),
    });
    const act = Object.fromEntries(
      Array.from({ length: 138 }, (_, i) => [
        `SAL8${String(i + 1).padStart(4, "0")}`,
        { Median_age_persons: 35 },
      ]),
    );
    expect(await outcomeOf(table("G02", act, "2021Census_G02_ACT_SAL.csv"))).toMatchObject({
      status: "read",
    });
    const { SAL80138: _, ...cut } = act;
    expect(await outcomeOf(table("G02", cut, "2021Census_G02_ACT_SAL.csv"))).toMatchObject({
      status: "refused",
      reason: expect.stringContaining("137 of 138 areas of ACT"),
    });
    expect(await outcomeOf(table("G02", cut, "mine.csv"))).toMatchObject({
      status: "read",
      report: { rejects: [{ rule: "areas missing", examples: [{ row: 138 }] }] },
    });
  });
});
