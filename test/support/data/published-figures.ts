import { findOpenFiles, openFiles } from "../../../src/generators/australia/open-files.ts";
import { plainName, plainTableOf, plainText } from "../plain/plain-csv.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** A figure of suburbs in the bundle, and the same read by another reader from the publisher's file. */
export interface PublishedFigure {
  /** Suburbs to sample. */
  readonly codes: readonly string[];
  readonly published: (code: string) => number | string | null;
  readonly bundled: (code: string) => unknown;
}

type Cells = ReadonlyMap<string, (name: string) => number>;

/** Shares of the Census: table, the cells that are summed, and the cell they are divided by. */
export const SHARES: Readonly<Record<string, readonly [table: string, parts: string, whole: string]>> = {
  pct_owned_outright: ["G37_AUST", "O_OR_Total", "Total_Total"],
  pct_owned_mortgage: ["G37_AUST", "O_MTG_Total", "Total_Total"],
  pct_rented: ["G37_AUST", "R_Tot_Total", "Total_Total"],
  pct_separate_house: ["G36_AUST", "OPDs_Separate_house_Dwellings", "OPDs_Tot_OPDs_Dwellings"],
  pct_flat_apartment: ["G36_AUST", "OPDs_Flt_apart_Tot_Dwgs", "OPDs_Tot_OPDs_Dwellings"],
  pct_couple_with_children: ["G29_AUST", "CF_ChU15_a_Total_F CF_no_ChU15_a_Total_F", "Total_F"],
  pct_lone_person_household: ["G35_AUST", "Num_Psns_UR_1_Total", "Total_Total"],
  pct_no_motor_vehicle: ["G34_AUST", "Num_MVs_per_dweling_0_MVs", "Total_dwelings"],
  pct_two_or_more_motor_vehicles: [
    "G34_AUST",
    "Num_MVs_per_dweling_2_MVs Num_MVs_per_dweling_3_MVs Num_MVs_per_dweling_4mo_MVs",
    "Total_dwelings",
  ],
  pct_high_personal_income: ["G17C_AUST", "P_2000_2999_Tot P_3000_3499_Tot P_3500_more_Tot", "P_Tot_Tot"],
  pct_bachelor_or_higher: [
    "G43_AUST",
    "non_sch_qual_PostGrad_Dgre_P non_sch_qual_Gr_Dip_Gr_Crt_P non_sch_qual_Bchelr_Degree_P",
    "P_15_yrs_over_P",
  ],
  pct_low_household_income: [
    "G33_AUST",
    "HI_1_149_Tot HI_150_299_Tot HI_300_399_Tot HI_400_499_Tot HI_500_649_Tot",
    "Tot_Tot",
  ],
  pct_high_household_income: ["G33_AUST", "HI_3000_3499_Tot HI_3500_3999_Tot HI_4000_more_Tot", "Tot_Tot"],
  pct_high_mortgage: ["G38_AUST", "M_3000_3999_Tot M_4000_over_Tot", "Tot_Tot"],
  pct_high_rent: [
    "G40_AUST",
    "R_550_649_Tot R_650_749_Tot R_750_849_Tot R_850_949_Tot R_950_over_Tot",
    "Tot_Tot",
  ],
};

/** Medians of table G02, where 0 means null: metric, column of the bundle, cell. */
export const MEDIANS = [
  ["age", "median_age", "Median_age_persons"],
  ["income", "median_weekly_hhd_income", "Median_tot_hhd_inc_weekly"],
  ["median_weekly_per_income", "median_weekly_per_income", "Median_tot_prsnl_inc_weekly"],
  ["median_weekly_rent", "median_weekly_rent", "Median_rent_weekly"],
  ["median_monthly_mortgage", "median_monthly_mortgage", "Median_mortgage_repay_monthly"],
] as const;

const REMOTENESS = ["Major city", "Inner regional", "Outer regional", "Remote", "Very remote"];

/** A council of 2021 whose name and code changed since; the bundle has the councils of 2023. */
const [MORELAND, MERRI_BEK] = ["25250", "24700"];

/** Rows of Victoria's and South Australia's files that belong to a kind of offence. */
const OFFENCES: Readonly<Record<string, readonly [victoria: RegExp, south: RegExp]>> = {
  violent: [/^A(10|20|30|50) /, /^$/],
  break_ins: [/^B30 /, /^SERIOUS CRIMINAL TRESPASS/],
  property_damage: [/^B[12]0 /, /^PROPERTY DAMAGE/],
  drugs: [/^C/, /^$/],
  theft: [/^$/, /^THEFT AND RELATED OFFENCES:(?!Theft\/Illegal Use of MV)/],
  motor_vehicle: [/^$/, /:Theft\/Illegal Use of MV$/],
};

/**
 * Every figure of the bundle's suburbs that a plain reader finds in a publisher's file, by metric key. Where
 * a file identifies suburbs by name, only suburbs whose name is unique in their state.
 */
export async function publishedFigures(
  folders: readonly string[],
  rowsOf: (table: string) => Promise<Rows>,
): Promise<ReadonlyMap<string, PublishedFigure>> {
  const files = await openFiles();
  const paths = await findOpenFiles(folders, files);
  const pathOf = (end: string) => paths[files.findIndex(({ file }) => file.endsWith(end))];
  const figures = new Map<string, PublishedFigure>();
  const suburbs = by(await rowsOf("suburb_demographics"), "sal_code");
  const every = [...suburbs.keys()];
  const add = (
    key: string,
    published: PublishedFigure["published"],
    bundled: PublishedFigure["bundled"] = (code) => suburbs.get(code)![key],
    codes: readonly string[] = every,
  ) => figures.set(key, { codes, published, bundled });

  const tables = new Map<string, Cells>();
  const census = (table: string) => {
    const cells = tables.get(table) ?? censusCells(pathOf(`2021Census_${table}_SAL.csv.gz`));
    tables.set(table, cells);
    return cells;
  };
  const cell = (table: string, code: string, name: string) => census(table).get(code)?.(name) ?? Number.NaN;
  const residents = (code: string) => cell("G04B_AUST", code, "Tot_P");
  const share = (code: string, part: number, whole: number) =>
    residents(code) >= 100 && part >= 0 && whole > 0 ? Math.min(100, (100 * part) / whole) : null;
  add("population", residents);
  for (const [key, column, name] of MEDIANS)
    add(
      key,
      (code) => cell("G02_AUST", code, name) || null,
      (code) => suburbs.get(code)![column],
    );
  for (const [key, [table, parts, whole]] of Object.entries(SHARES))
    add(key, (code) => {
      const sum = parts.split(" ").reduce((all, name) => all + cell(table, code, name), 0);
      return share(code, sum, cell(table, code, whole));
    });
  for (const [key, name, whole] of [
    ["unemployment_rate", "Percent_Unem_loyment_P", "lfs_Tot_LF_P"],
    ["labour_force_participation_rate", "Percnt_LabForc_prticipation_P", "P_15_yrs_over_P"],
  ])
    add(key, (code) =>
      residents(code) >= 100 && cell("G43_AUST", code, whole) > 0 ? cell("G43_AUST", code, name) : null,
    );
  // Only one state's and one territory's file of table G01 are here.
  const persons = (code: string) => (code.startsWith("5") ? "G01_WA" : "G01_ACT");
  add(
    "born_overseas",
    (code) =>
      share(code, cell(persons(code), code, "Birthplace_Elsewhere_P"), cell(persons(code), code, "Tot_P_P")),
    (code) => suburbs.get(code)!.pct_born_overseas,
  );
  add("pct_year_12", (code) =>
    share(
      code,
      cell(persons(code), code, "High_yr_schl_comp_Yr_12_eq_P"),
      cell("G16B_AUST", code, "P_Tot_Tot"),
    ),
  );
  add(
    "religion",
    (code) => {
      const of = (name: string) => cell("G14_AUST", code, name);
      const [catholic, anglican] = [of("Christianity_Catholic_P"), of("Christianity_Anglican_P")];
      const sizes: readonly (readonly [string, number])[] = [
        ["No religion", of("SB_OSB_NRA_Tot_P")],
        ["Catholic", catholic],
        ["Anglican", anglican],
        ["Other Christian", of("Christianity_Tot_P") - catholic - anglican],
        ["Islam", of("Islam_P")],
        ["Hinduism", of("Hinduism_P")],
        ["Buddhism", of("Buddhism_P")],
        ["Judaism", of("Judaism_P")],
        ["Other", of("Other_Religions_Tot_P")],
      ];
      const largest = Math.max(...sizes.map(([, size]) => size));
      return residents(code) >= 100 && largest > 0 ? sizes.find(([, size]) => size === largest)![0] : null;
    },
    (code) => suburbs.get(code)!.top_religion,
  );

  const scores = by(plainTableOf(pathOf("seifa_2021_sal_scores.column-subset.csv.gz")), "SAL_CODE_2021");
  for (const index of ["IRSD", "IRSAD", "IER", "IEO"]) {
    const scoreOf = (code: string) => Number(scores.get(code)?.[`${index}_Score`] ?? 0);
    const ordered = every.filter((code) => scoreOf(code) > 0).sort((a, b) => scoreOf(a) - scoreOf(b));
    const tenth = (codes: readonly string[]) =>
      new Map(codes.map((code, i) => [code, Math.ceil((10 * (i + 1)) / codes.length)]));
    const inAustralia = tenth(ordered);
    const inStates = [...Map.groupBy(ordered, (code) => code[0]).values()].map(tenth);
    const key = `seifa_${index.toLowerCase()}`;
    add(`${key}_score`, (code) => Math.round(scoreOf(code)) || null);
    add(`${key}_decile_aus`, (code) => inAustralia.get(code) ?? null);
    add(`${key}_decile_state`, (code) => inStates.map((one) => one.get(code)).find(Boolean) ?? null);
  }

  const areas = by(plainTableOf(pathOf("suburb-areas.derived.csv.gz")), "sal_code");
  const areaOf = (code: string) => areas.get(code) ?? {};
  const winners = new Map<string, Readonly<Record<string, string>>>();
  for (const row of plainTableOf(pathOf("aec-2025-distribution-of-preferences.csv.gz")))
    if (row.Elected === "Y" && row.CalculationType === "Preference Percent") winners.set(row.DivisionNm, row);
  const twoParty = by(plainTableOf(pathOf("aec-2025-tpp-by-division.transcribed.csv.gz")), "DivisionNm");
  const winnerOf = (code: string) => winners.get(String(areaOf(code).ced_2025));
  add(
    "federal_party",
    (code) => winnerOf(code)?.PartyAb ?? null,
    (code) => suburbs.get(code)!.federal_party_ab,
  );
  add("federal_margin", (code) => hundredths(winnerOf(code)?.CalculationValue, 50));
  add(
    "federal_lean",
    (code) => hundredths(twoParty.get(String(areaOf(code).ced_2025))?.ALPPct),
    (code) => suburbs.get(code)!.federal_tpp_alp,
  );
  add("remoteness", (code) => REMOTENESS[Number(areaOf(code).remoteness_2016 || Number.NaN) % 10] ?? null);
  const amenities = by(await rowsOf("suburb_amenities"), "sal_code");
  add(
    "distance_to_coast",
    (code) => hundredths(areaOf(code).coast_km),
    (code) => amenities.get(code)?.dist_to_coast_km,
  );
  const councils = Map.groupBy(await rowsOf("suburb_lga"), ({ sal_code }) => String(sal_code));
  add(
    "lga_code",
    (code) => String(areaOf(code).lga_code_2021).replace(MORELAND, MERRI_BEK),
    (code) => councils.get(code)?.toSorted((a, b) => Number(b.share) - Number(a.share))[0].lga_code,
    every.filter((code) => areaOf(code).lga_code_2021),
  );
  const stations = plainTableOf(pathOf("railway-stations.derived.csv.gz")).filter(
    ({ state }) => state !== "WA",
  );
  add(
    "nearest_train",
    (code) => {
      const { centroid_lat, centroid_lon } = suburbs.get(code)!;
      const all = stations.map(({ latitude, longitude }) =>
        arcKm(Number(centroid_lat), Number(centroid_lon), Number(latitude), Number(longitude)),
      );
      return Math.round(100 * Math.min(...all)) / 100;
    },
    (code) => amenities.get(code)?.nearest_train_km,
    every.filter((code) => typeof amenities.get(code)?.nearest_train_km === "number"),
  );
  const hazards = by(await rowsOf("suburb_hazard_exposure"), "sal_code");
  const land = by(plainTableOf(pathOf("bushfire-prone-land-by-sal.csv.gz")), "SAL_CODE21");
  add(
    "bushfire_prone_share_pct",
    (code) => Math.round(10_000 * Number(land.get(code)!.bf_area_pct)) / 100,
    (code) => hazards.get(code)!.bushfire_prone_share_pct,
    every.filter((code) => land.has(code)),
  );

  const nameOf = new Map<string, string>();
  for (const state of ["VIC", "SA"]) {
    const own = Map.groupBy(
      every.filter((code) => suburbs.get(code)!.state_code === state),
      (code) => plainName(String(suburbs.get(code)!.sal_name).replace(/ \(.*$/, "")),
    );
    for (const [name, codes] of own) if (codes.length === 1) nameOf.set(codes[0], `${state} ${name}`);
  }
  const named = [...nameOf.keys()];
  const schools = Map.groupBy(
    plainTableOf(pathOf("vic-school-locations-2021.csv.gz")).filter((row) => row.School_Status === "O"),
    ({ Address_Town }) => `VIC ${plainName(Address_Town)}`,
  );
  add(
    "school_sector",
    (code) => schools.get(nameOf.get(code)!)!.filter((row) => row.Education_Sector === "Catholic").length,
    (code) => amenities.get(code)?.schools_catholic,
    named.filter((code) => schools.has(nameOf.get(code)!)),
  );
  const recorded = new Map(
    (await rowsOf("suburb_offences")).map((row) => [
      `${row.sal_code} ${row.offence} ${row.year}`,
      row.offences,
    ]),
  );
  const counted = recordedIn(
    ["person", "property", "drugs"].map((one) => pathOf(`vic-offences-by-suburb.${one}.csv.gz`)),
    pathOf("sa-crime-4-suburbs.csv.gz"),
  );
  for (const offence of Object.keys(OFFENCES))
    add(
      `recorded_${offence}`,
      (code) => counted.get(`${nameOf.get(code)} ${offence}`)!,
      // The last complete year: a calendar year in Victoria, July to June in South Australia.
      (code) => recorded.get(`${code} ${offence} ${code.startsWith("2") ? 2022 : 2024}`),
      named.filter((code) => counted.has(`${nameOf.get(code)} ${offence}`)),
    );
  const prices = new Map(
    (await rowsOf("house_prices")).map((row) => [
      `${row.region_code} ${row.measure} ${row.dwelling_type} ${day(row.period)} ${row.source}`,
      row.value,
    ]),
  );
  const regions = new Map(
    (await rowsOf("house_price_regions")).flatMap(({ sal_code, region_code }) =>
      sal_code ? [[String(sal_code), String(region_code)]] : [],
    ),
  );
  const medians = new Map(
    plainTableOf(pathOf("metro-median-house-sales-2023q2.csv.gz"))
      .filter((row) => Number(row["Sales\n2Q 2023"]) >= 5)
      .map((row) => [`SA ${plainName(row.Suburb)}`, Number(row["Median\n2Q 2023"])]),
  );
  add(
    "price",
    (code) => medians.get(nameOf.get(code)!)!,
    (code) => prices.get(`${regions.get(code)} median_price house 2023-06-30 sa-metro-medians`),
    named.filter((code) => medians.has(nameOf.get(code)!)),
  );
  return figures;
}

/** Offences of the last complete year by suburb and kind; duplicate lines count once. */
function recordedIn(victoria: readonly string[], south: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const count = (state: string, name: string, group: string, offences: string) => {
    for (const [offence, patterns] of Object.entries(OFFENCES)) {
      const key = `${state} ${plainName(name)} ${offence}`;
      if (patterns[state === "VIC" ? 0 : 1].test(group))
        sums.set(key, (sums.get(key) ?? 0) + Number(offences));
    }
  };
  for (const path of victoria) {
    const rows = plainTableOf(path).filter(({ Year }) => Year === "2022");
    for (const row of new Map(rows.map((one) => [JSON.stringify(one), one])).values())
      count("VIC", row["Suburb/Town Name"], row["Offence Subdivision"], row["Offence Count"]);
  }
  for (const row of plainTableOf(south)) {
    const date = row["Reported Date"].split("/").reverse().join("-");
    const group = `${row["Offence Level 2 Description"]}:${row["Offence Level 3 Description"]}`;
    if (date >= "2023-07-01" && date <= "2024-06-30")
      count("SA", row["Suburb - Incident"], group, row["Offence count"]);
  }
  return sums;
}

/** Numbers of a Census table by suburb and cell name; the tables contain no quotes. */
function censusCells(path: string): Cells {
  const [header, ...lines] = plainText(path).trimEnd().split(/\r?\n/);
  const at = new Map(header.split(",").map((name, i) => [name, i]));
  return new Map(
    lines.map((line) => {
      let cells: string[] | undefined;
      const cell = (name: string) => {
        cells ??= line.split(",");
        return Number(cells[at.get(name) ?? Number.NaN]);
      };
      return [line.slice(0, line.indexOf(",")).replace("SAL", ""), cell];
    }),
  );
}

function by<T extends Readonly<Record<string, unknown>>>(rows: readonly T[], column: string): Map<string, T> {
  return new Map(rows.map((row) => [String(row[column]), row]));
}

function hundredths(text: unknown, less = 0): number | null {
  return text === undefined || text === "" ? null : Number((Number(text) - less).toFixed(2));
}

function day(date: unknown): string {
  return date instanceof Date ? date.toISOString().slice(0, 10) : String(date);
}

/** Great-circle distance by the law of cosines. */
function arcKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const [a, b, turn] = [latA, latB, lonB - lonA].map((degrees) => (degrees * Math.PI) / 180);
  return (
    6371.0088 * Math.acos(Math.min(1, Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(turn)))
  );
}
