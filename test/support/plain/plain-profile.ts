import type { RawRow, RawSuburbs } from "../data/raw-tables.ts";
import { plainOverview } from "./plain-prices.ts";
import {
  compareBy,
  knownNumbers,
  mean,
  medianOf,
  numberOf,
  numbers,
  RESTRICTED,
  sum,
  textOf,
  texts,
} from "./plain-steps.ts";
import {
  block,
  lacking,
  type PlainSummary,
  plainCrime,
  plainSummaries,
  unknownOfSummary,
  withCensusGates,
} from "./plain-suburbs.ts";

type Json = Record<string, unknown>;

const DEMOGRAPHICS =
  "population median_age median_weekly_hhd_income median_weekly_per_income median_weekly_rent " +
  "median_monthly_mortgage pct_owned_outright pct_owned_mortgage pct_rented dwelling_count census_year " +
  "pct_born_overseas pct_english_only pct_top_religion pct_no_religion pct_top_language pct_low_personal_income " +
  "pct_high_personal_income unemployment_rate labour_force_participation_rate pct_bachelor_or_higher " +
  "pct_separate_house pct_flat_apartment pct_couple_with_children pct_lone_person_household";
const BY_DWELLINGS =
  "pct_owned_outright pct_owned_mortgage pct_rented pct_separate_house pct_flat_apartment " +
  "pct_couple_with_children pct_lone_person_household";
const BY_RESIDENTS =
  "unemployment_rate labour_force_participation_rate pct_bachelor_or_higher pct_low_personal_income " +
  "pct_high_personal_income";
const ELEVATION =
  "elevation_min_m elevation_median_m elevation_max_m land_share_below_1m land_share_below_2m land_share_below_5m";
const HAZARDS =
  "water_observed_share_pct permanent_water_share_pct flood_planning_share_pct bushfire_prone_share_pct";
const FAMILIES =
  "res_low res_medium_high centre_mixed industrial rural conservation open_space infrastructure water other";

const COUNCIL_NUMBERS =
  "area_sqkm population fed_fag_aud avg_rates op_surplus_ratio asset_renewal_ratio erp_year";

/** Median of the non-null values; 0 if there are none. */
function median(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? 0 : medianOf(known);
}

/** GetSuburbProfile as JSON without listing statistics, each suburb computed independently. */
export function plainProfiles(raw: RawSuburbs) {
  const stateBaselines = new Map<string, Json>();
  const summaries = plainSummaries(raw);
  const crime = plainCrime(raw);
  const suburbs = new Map(raw.suburbs.map((row) => [textOf(row, "sal_code"), withCensusGates(row)]));
  const headline = plainOverview(raw, "").metrics as Json[];
  for (const state of new Set(raw.suburbs.map((row) => textOf(row, "state_code")))) {
    stateBaselines.set(state, baselinesOf(state, headline));
  }
  function profile(salCode: string): Json {
    const suburb = suburbs.get(salCode)!;
    const landmarks = raw.landmarks.filter((row) => row.sal_code === salCode);
    const archetype = textOf(suburb, "banner_archetype");
    return {
      summary: profileSummary(salCode, suburb),
      demographics: {
        ...numbers(suburb, DEMOGRAPHICS),
        ...texts(suburb, "top_religion top_language"),
      },
      baselines: stateBaselines.get(textOf(suburb, "state_code")),
      ...councils(salCode),
      similar: similar(salCode),
      banner: {
        archetype,
        blurb: textOf(suburb, "banner_blurb"),
        landmarks: landmarks.sort((a, b) => a.position - b.position).map((row) => texts(row, "name kind")),
        bgKey: textOf(suburb, "banner_bg_key") || archetype,
        bgUrl: textOf(suburb, "banner_bg_url"),
      },
      ...crimeBlock(salCode),
      ...block("elevation", knownNumbers(suburb, ELEVATION)),
      ...hazards(salCode),
      ...planning(salCode, textOf(suburb, "state_code")),
    };
  }

  /** Paths of the null numbers, unordered, without those of listings. */
  function unknown(salCode: string): string[] {
    const suburb = suburbs.get(salCode)!;
    const summary = profileSummary(salCode, suburb) as PlainSummary;
    const census = DEMOGRAPHICS.split(" ").filter(
      (name) => name !== "census_year" && numberOf(suburb, name) === null,
    );
    const { stateCensus, ...baselines } = stateBaselines.get(textOf(suburb, "state_code"))!;
    const { council } = councils(salCode) as { council: Json };
    const row = raw.councils.find(({ lga_code }) => lga_code === council.lgaCode);
    const { seifa = {} } = summary as { seifa?: Record<string, Json> };
    const zeros = (prefix: string, members: object) =>
      Object.entries(members)
        .filter(([, value]) => value === 0)
        .map(([name]) => `${prefix}.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);
    return [
      ...unknownOfSummary(raw, suburb, summary),
      // No index, price or share of a whole state is ever 0.
      ...Object.entries(seifa).flatMap(([name, index]) => zeros(`summary.seifa.${name}`, index)),
      ...census.map((name) => `demographics.${name}`),
      ...zeros("baselines", baselines),
      ...zeros("baselines.state_census", stateCensus as object),
      ...lacking(row, COUNCIL_NUMBERS).map((name) => `council.${name}`),
      ...similar(salCode).flatMap((one, i) => zeros(`similar[${i}]`, one)),
    ];
  }

  function profileSummary(salCode: string, suburb: RawRow): Json {
    const rank = (type: string) => crime.get(salCode)?.find((stat) => stat.crimeType === type)?.pctRank ?? 0;
    const columns = ["score", "decile_aus", "decile_state"];
    const index = (name: string) => {
      const [score, decileAus, decileState] = columns.map((c) => numberOf(suburb, `seifa_${name}_${c}`) ?? 0);
      return { score, decileAus, decileState };
    };
    const seifa = { irsd: index("irsd"), irsad: index("irsad"), ier: index("ier"), ieo: index("ieo") };
    const hasSeifa = Object.values(seifa).some((i) => i.score + i.decileAus + i.decileState > 0);
    return {
      ...summaries.get(salCode),
      crimeBreakInsRank: rank("break_ins"),
      crimeViolentRank: rank("violent"),
      crimeMotorVehicleRank: rank("motor_vehicle"),
      ...(hasSeifa ? { seifa } : {}),
    };
  }

  function baselinesOf(state: string, headline: readonly Json[]): Json {
    const all = [...suburbs.values()];
    const here = all.filter((row) => row.state_code === state);
    const prices = [...summaries.values()]
      .filter((s) => s.stateCode === state && s.latestMedianPrice !== 0)
      .map((s) => s.latestMedianPrice as number);
    const income = (rows: readonly RawRow[]) =>
      median(rows.map((row) => numberOf(row, "median_weekly_hhd_income")));
    const region = (type: string) =>
      raw.regions.find((row) => row.region_type === type && row.state_code === state);
    const [capital, rest] = [region("gccsa"), region("rest_of_state")];
    const latest = (row: RawRow | undefined) =>
      headline.find(
        (m) =>
          m.regionCode === row?.region_code &&
          m.measure === "median_price" &&
          m.dwellingType === "established_house",
      );
    const periods = [latest(capital)?.period, latest(rest)?.period].filter((p) => p !== undefined).sort();
    const weighted = (column: string, weight: string) => {
      const known = here.filter((row) => row[column] !== null && row[weight] !== null);
      const total = sum(known.map((row) => row[weight]));
      return total === 0 ? 0 : sum(known.map((row) => row[column] * row[weight])) / total;
    };
    const published = (code: string) =>
      raw.states.find((row) => row.state_code === code && row.source_licence !== RESTRICTED);
    const [own, country] = [published(state), published("AU")];
    const shares = Object.fromEntries([
      ...BY_DWELLINGS.split(" ").map((c) => [c, numberOf(own, c) ?? weighted(c, "dwelling_count")]),
      ...BY_RESIDENTS.split(" ").map((c) => [c, numberOf(own, c) ?? weighted(c, "population")]),
    ]);
    const publishedShares = Object.keys(knownNumbers(own, `${BY_DWELLINGS} ${BY_RESIDENTS}`)).length;
    const incomeOf = (row: RawRow | undefined, rows: readonly RawRow[]) => {
      const value = numberOf(row, "median_weekly_hhd_income");
      return value === null ? [income(rows), "median of suburbs"] : [value, "published"];
    };
    const [[stateIncome, stateIncomeBasis], [nationalIncome, nationalIncomeBasis]] = [
      incomeOf(own, here),
      incomeOf(country, all),
    ];
    return {
      stateMedianPrice: median(prices),
      nationalMedianPrice: 0,
      stateMedianWeeklyHhdIncome: stateIncome,
      nationalMedianWeeklyHhdIncome: nationalIncome,
      capitalMedianPrice: latest(capital)?.value ?? 0,
      capitalRegionName: textOf(capital, "region_name"),
      capitalRegionCode: textOf(capital, "region_code"),
      restOfStateMedianPrice: latest(rest)?.value ?? 0,
      restOfStateRegionName: textOf(rest, "region_name"),
      absMedianPeriod: String(periods.at(-1) ?? "").slice(0, 10),
      stateCensus: {
        ...numbers(shares, `${BY_DWELLINGS} ${BY_RESIDENTS}`),
        basis:
          publishedShares === 12 ? "published" : publishedShares > 0 ? "mixed" : "weighted mean of suburbs",
      },
      stateIncomeBasis,
      nationalIncomeBasis,
    };
  }

  function councils(salCode: string): Json {
    const own = raw.councilLinks.filter((row) => row.sal_code === salCode);
    const links = own.sort(compareBy("share", "lga_code"));
    const councilOf = (link: RawRow | undefined) =>
      raw.councils.find((row) => link !== undefined && row.lga_code === link.lga_code);
    const council = councilOf(links[0]);
    const optional =
      "pop_growth_pct median_age median_hhd_income pct_rented median_weekly_rent median_mortgage_monthly " +
      "avg_household_size seifa_irsad_decile seifa_irsd_decile centroid_lat centroid_lon council_house_median";
    const names =
      "lga_code lga_name state_code fed_fag_year fin_source fin_year slug display_name kind website wikidata_qid " +
      "council_house_median_period";
    return {
      council: {
        ...numbers(council, COUNCIL_NUMBERS),
        ...texts(council, names),
        ...knownNumbers(council, optional),
        ...(links.length > 0 ? { dominantShare: Number(links[0].share) } : {}),
      },
      councilOverlaps: links
        .slice(1)
        .filter((link) => Number(link.share) >= 0.05)
        .map((link) => ({
          ...texts(councilOf(link), "lga_code display_name state_code slug"),
          share: Number(link.share),
        })),
    };
  }

  function similar(salCode: string): Json[] {
    const amenities = new Map(raw.amenities.map((row) => [textOf(row, "sal_code"), row]));
    const valuesOf = (row: RawRow): Record<string, number | null> => {
      const near = amenities.get(textOf(row, "sal_code"));
      return {
        age: numberOf(row, "median_age"),
        income: numberOf(row, "median_weekly_hhd_income"),
        born_overseas: numberOf(row, "pct_born_overseas"),
        amenity_density: numberOf(near, "amenity_density_score"),
        population: numberOf(row, "population"),
        distance_to_coast: numberOf(near, "dist_to_coast_km"),
      };
    };
    const featuresOf = (row: RawRow): (number | null)[] => {
      const { age, income, born_overseas, amenity_density, population, distance_to_coast } = valuesOf(row);
      const people = population === null ? null : Math.log(Math.max(population, 1));
      return [
        age,
        income,
        born_overseas,
        amenity_density ?? 0,
        people,
        Math.min(distance_to_coast ?? 0, 100),
      ];
    };
    const knownOf = (row: RawRow): string[] =>
      Object.entries(valuesOf(row)).flatMap(([key, value]) => (value === null ? [] : [key]));
    const large = [...suburbs.values()].filter((row) => (numberOf(row, "population") ?? 0) > 200);
    const scales = [0, 1, 2, 3, 4, 5].map((f) => {
      const known = large.map((row) => featuresOf(row)[f]).filter((v) => v !== null);
      const middle = mean(known);
      return Math.sqrt(mean(known.map((v) => (v - middle) ** 2)));
    });
    const target = featuresOf(suburbs.get(salCode)!);
    return large
      .filter(
        (row) => row.sal_code !== salCode && row.median_age !== null && row.median_weekly_hhd_income !== null,
      )
      .map((row) => {
        let squares = 0;
        featuresOf(row).forEach((v, f) => {
          const own = target[f];
          if (v !== null && own !== null && scales[f] > 0) squares += (v / scales[f] - own / scales[f]) ** 2;
        });
        const known = knownOf(suburbs.get(salCode)!).filter((key) => knownOf(row).includes(key));
        return { code: textOf(row, "sal_code"), distance: Math.sqrt(squares), known };
      })
      .filter(({ known }) => known.length >= 4)
      .sort(compareBy((one) => -one.distance, "code"))
      .slice(0, 6)
      .map(({ code, distance, known }) => {
        const { salName, stateCode, latestMedianPrice, regionCode } = summaries.get(code)!;
        const place = { salCode: code, salName, stateCode, latestMedianPrice, regionCode };
        return { ...place, similarity: 1 / (1 + distance), comparedMetrics: known };
      });
  }

  function crimeBlock(salCode: string): Json {
    const stats = crime.get(salCode) ?? [];
    if (stats.length === 0) return {};
    return {
      crime: {
        stats: stats.map(({ row: _, ...stat }) => stat),
        ...texts(stats[0].row, "source_jurisdiction source source_licence"),
      },
    };
  }

  function hazards(salCode: string): Json {
    const row = raw.hazards.find((r) => r.sal_code === salCode && r.source_licence !== RESTRICTED);
    const shares = knownNumbers(row, HAZARDS);
    if (Object.keys(shares).length === 0) return {};
    const sources: Record<string, string> = texts(row, "water_source flood_source bushfire_source");
    for (const [name, source, share] of [
      ["floodSource", "flood_source", "flood_planning_share_pct"],
      ["bushfireSource", "bushfire_source", "bushfire_prone_share_pct"],
    ]) {
      // Names the state's instrument even if it does not cover this share.
      sources[name] ||=
        raw.hazards
          .filter((other) => other.sal_code[0] === salCode[0] && other.source_licence !== RESTRICTED)
          .filter((other) => numberOf(other, share) !== null)
          .map((other) => textOf(other, source))
          .filter((id) => id !== "")
          .sort()[0] ?? "";
    }
    return { hazards: { ...shares, ...sources } };
  }

  /** Figures of planning and hazards that are in the rows but withheld from the profile, with the rule. */
  function withheldLand(salCode: string): Map<string, string> {
    const withheld = new Map<string, string>();
    const planning = raw.planning.find((row) => row.sal_code === salCode);
    const hazards = raw.hazards.find((row) => row.sal_code === salCode);
    const look = (row: RawRow | undefined, column: string, gate?: string, rule = "") => {
      if (row === undefined || row[column] === null) return;
      if (row.source_licence === RESTRICTED) withheld.set(column, "licence");
      else if (gate !== undefined && (numberOf(row, gate) ?? 0) < 50) withheld.set(column, rule);
    };
    for (const column of HAZARDS.split(" ")) look(hazards, column);
    look(planning, "zoning_coverage_pct");
    const zoned = ["dominant_zone_family", "heritage_share_pct", "heritage_item_count"];
    for (const column of [
      ...FAMILIES.split(" ")
        .slice(0, 7)
        .map((family) => `zone_${family}_share_pct`),
      ...zoned,
    ])
      look(planning, column, "zoning_coverage_pct", "zoning coverage below 50 %");
    if (!salCode.startsWith("1")) return withheld;
    for (const [column, gate] of [
      ["nsw_height_median_m", "nsw_height_mapped_pct"],
      ["nsw_fsr_median", "nsw_fsr_mapped_pct"],
      ["nsw_min_lot_median_m2", "nsw_min_lot_mapped_pct"],
    ])
      look(planning, column, gate, "mapped residential land below 50 %");
    return withheld;
  }

  function planning(salCode: string, state: string): Json {
    const row = raw.planning.find((r) => r.sal_code === salCode && r.source_licence !== RESTRICTED);
    if (row === undefined) return {};
    const isZoned = (numberOf(row, "zoning_coverage_pct") ?? 0) >= 50;
    const shares = FAMILIES.split(" ").map((family) => ({
      family,
      sharePct: (isZoned ? numberOf(row, `zone_${family}_share_pct`) : 0) ?? 0,
    }));
    const ifMapped = (mapped: string, columns: string) =>
      state === "NSW" && (numberOf(row, mapped) ?? 0) >= 50 ? knownNumbers(row, columns) : {};
    const figures = {
      ...knownNumbers(row, "zoning_coverage_pct"),
      ...(isZoned ? knownNumbers(row, "heritage_share_pct heritage_item_count") : {}),
      ...ifMapped("nsw_height_mapped_pct", "nsw_height_median_m nsw_height_max_m"),
      ...ifMapped("nsw_fsr_mapped_pct", "nsw_fsr_median"),
      ...ifMapped("nsw_min_lot_mapped_pct", "nsw_min_lot_median_m2"),
      ...knownNumbers(state === "NSW" ? row : undefined, "nsw_height_mapped_pct nsw_fsr_mapped_pct"),
      ...knownNumbers(state === "NSW" ? row : undefined, "nsw_min_lot_mapped_pct"),
    };
    if (Object.keys(figures).length === 0) return {};
    return {
      planning: {
        ...figures,
        zoneShares: shares.filter((s) => s.sharePct > 0).sort((a, b) => b.sharePct - a.sharePct),
        dominantZoneFamily: isZoned ? textOf(row, "dominant_zone_family") : "",
        instruments: row.instruments ?? [],
        ...texts(row, "zoning_source heritage_source source_licence"),
      },
    };
  }

  return { profile, unknown, withheldLand };
}
