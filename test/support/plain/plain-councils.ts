import type { RawListings, RawRow, RawSuburbs } from "../data/raw-tables.ts";
import { addressCuts, liveAtAddress } from "./plain-drops.ts";
import { plainSuburbPrices } from "./plain-prices.ts";
import {
  compareBy,
  groupRows,
  medianOf,
  numberOf,
  RESTRICTED,
  rounded,
  sum,
  textOf,
  texts,
} from "./plain-steps.ts";
import { plainCrime, withCensusGates } from "./plain-suburbs.ts";

type Json = Record<string, unknown>;

interface Member {
  readonly suburb: RawRow;
  readonly salCode: string;
  readonly share: number;
  readonly dominant: boolean;
  readonly weight: number;
}

const known = (fields: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== "" && !Object.is(value, Number.NaN),
    ),
  );

/** Councils as their methods return them, from dataset rows, one loop per rule. */
export function plainCouncils(raw: RawSuburbs, listings: RawListings) {
  const memberLists = new Map<string, Member[]>();
  const councils = new Map(raw.councils.map((row) => [textOf(row, "lga_code"), row]));
  const suburbRows = new Map(raw.suburbs.map((row) => [textOf(row, "sal_code"), withCensusGates(row)]));
  const hazards = new Map(raw.hazards.map((row) => [textOf(row, "sal_code"), row]));
  const prices = plainSuburbPrices(raw);
  const crimeOf = plainCrime(raw);
  const salOfRegion = new Map(
    raw.regions.map((row) => [textOf(row, "region_code"), textOf(row, "sal_code")] as const),
  );
  for (const [salCode, links] of groupRows(raw.councilLinks, "sal_code")) {
    links.toSorted(compareBy("share", "lga_code")).forEach(({ lga_code, share }, place) => {
      if (place > 0 && share < 0.05) return;
      const suburb = suburbRows.get(salCode)!;
      const weight = (suburb.population ?? 0) * share;
      const own = memberLists.get(lga_code) ?? [];
      memberLists.set(lga_code, own);
      own.push({ suburb, salCode, share, dominant: place === 0, weight });
    });
  }
  function listed(): RawRow[] {
    return raw.councils
      .filter((row) => textOf(row, "kind") !== "pseudo" && textOf(row, "slug") !== "")
      .toSorted(compareBy("population", "display_name", "lga_code"));
  }

  function membersIn(code: string): Member[] {
    const people = ({ suburb }: Member) => suburb.population ?? 0;
    const order = compareBy<Member>(people, ({ suburb }) => suburb.sal_name, "salCode");
    return (memberLists.get(code) ?? []).toSorted(order);
  }

  function summary(row: RawRow): Json {
    const code = textOf(row, "lga_code");
    const people = numberOf(row, "population")!;
    const members = membersIn(code);
    const facts = raw.councilFacts.filter((fact) => textOf(fact, "lga_code") === code);
    const rollup = rollupOf(code);
    const grant = numberOf(row, "fed_fag_aud");
    const area = numberOf(row, "area_sqkm");
    const growth = numberOf(row, "pop_growth_pct");
    const median = numberOf(row, "council_house_median");
    return known({
      ...texts(row, "lga_code slug display_name kind state_code"),
      population: people || null,
      erpYear: numberOf(row, "erp_year"),
      popGrowthPct: growth === null ? null : rounded(growth, 2),
      areaSqkm: area === null ? null : rounded(area, 1),
      densityPerSqkm: area ? rounded(people / area, 1) : null,
      memberSuburbCount: members.filter(({ dominant }) => dominant).length || null,
      councilHouseMedian: median,
      councilHouseMedianPeriod: median === null ? "" : textOf(row, "council_house_median_period"),
      fagPerResident: grant === null || people === 0 ? null : rounded(grant / people, 2),
      fagYear: textOf(row, "fed_fag_year"),
      ...approvals(facts, people),
      seifaIrsadDecile: numberOf(row, "seifa_irsad_decile"),
      floodSharePct: rollup.floodSharePct,
      bushfireSharePct: rollup.bushfireSharePct,
      priceDropShare: drops(code)?.droppedShare,
      dataThrough: facts
        .map((fact) => textOf(fact, "period"))
        .sort()
        .at(-1),
    });
  }

  function suburbs(code: string): Json[] {
    return membersIn(code).map(({ suburb, salCode, share, dominant }) => {
      const price = prices.get(salCode);
      return known({
        salCode,
        ...texts(suburb, "sal_name postcode"),
        population: numberOf(suburb, "population") || null,
        share: rounded(share, 3),
        dominant: dominant || null,
        vgMedian: price?.price,
        vgMedianPeriod: price?.period,
        floodSharePct: hazardShare(salCode, "flood_planning_share_pct", 1),
        bushfireSharePct: hazardShare(salCode, "bushfire_prone_share_pct", 1),
        waterSharePct: hazardShare(salCode, "water_observed_share_pct", 1),
        seifaIrsadDecile: numberOf(suburb, "seifa_irsad_decile_aus"),
      });
    });
  }

  function hazardShare(salCode: string, column: string, digits?: number): number | null {
    const row = hazards.get(salCode);
    if (row === undefined || textOf(row, "source_licence") === RESTRICTED) return null;
    const share = numberOf(row, column);
    return share === null || digits === undefined ? share : rounded(share, digits);
  }

  function rollupOf(code: string): Json {
    const members = membersIn(code);
    const residents = sum(members.map(({ weight }) => weight));
    const hazard = (name: string, column: string) => {
      const covered = members.flatMap(({ salCode, weight }) => {
        const share = hazardShare(salCode, column);
        return share === null ? [] : [{ share, weight }];
      });
      const weight = sum(covered.map((one) => one.weight));
      const isCovered = weight > 0 && weight >= 0.5 * residents;
      const mean = sum(covered.map((one) => one.share * one.weight)) / weight;
      return {
        [`${name}SharePct`]: isCovered ? rounded(mean, 1) : null,
        [`${name}CoveredSuburbs`]: covered.length || null,
      };
    };
    const medians = members.flatMap(({ salCode }) => prices.get(salCode)?.price ?? []);
    const crime = crimeIn(members);
    return known({
      memberSuburbs: members.length || null,
      dominantSuburbs: members.filter(({ dominant }) => dominant).length || null,
      ...hazard("flood", "flood_planning_share_pct"),
      ...hazard("bushfire", "bushfire_prone_share_pct"),
      ...hazard("water", "water_observed_share_pct"),
      pricedSuburbs: medians.length || null,
      ...(medians.length === 0
        ? {}
        : {
            medianMin: Math.min(...medians),
            medianMax: Math.max(...medians),
            medianOfMedians: medianOf(medians),
          }),
      crime: crime.length === 0 ? null : crime,
    });
  }

  function crimeIn(members: readonly Member[]): Json[] {
    const rates = members.flatMap(({ salCode, weight }) =>
      weight === 0 ? [] : (crimeOf.get(salCode) ?? []).map((stat) => ({ ...stat, weight })),
    );
    return [...Map.groupBy(rates, ({ crimeType }) => crimeType)]
      .sort(compareBy(0))
      .map(([crimeType, all]) => {
        const year = Math.max(...all.map(({ fyEnding }) => fyEnding));
        const own = all.filter(({ fyEnding }) => fyEnding === year);
        const weight = sum(own.map((one) => one.weight));
        return {
          crimeType,
          ratePer100k: rounded(sum(own.map((one) => one.ratePer100k * one.weight)) / weight, 1),
          fyEnding: year,
          coveredSuburbs: own.length,
        };
      });
  }

  function electorates(code: string, nameColumn: string): Json[] {
    const members = membersIn(code);
    const residents = sum(members.map(({ weight }) => weight));
    const inOne = Map.groupBy(
      members.filter(({ suburb }) => textOf(suburb, nameColumn) !== ""),
      ({ suburb }) => textOf(suburb, nameColumn),
    );
    return [...inOne]
      .map(([name, own]) => ({
        name,
        populationShare: residents === 0 ? 0 : rounded(sum(own.map(({ weight }) => weight)) / residents, 3),
        suburbCount: own.length,
      }))
      .sort(compareBy("populationShare", "name"));
  }

  /** Cuts over the dominant suburbs; undefined if there are fewer than three. */
  function drops(code: string): Json | undefined {
    const dominant = membersIn(code).filter((one) => one.dominant);
    const own = new Set(dominant.map(({ salCode }) => salCode));
    const live = liveAtAddress(listings).filter((listing) =>
      own.has(salOfRegion.get(listing.region_code) ?? ""),
    );
    const tracked = new Set(live.map((listing) => listing.address_key)).size;
    const cuts = addressCuts(listings, live);
    if (cuts.length < 3) return undefined;
    const bySuburb = Map.groupBy(live, (listing) => salOfRegion.get(listing.region_code)!);
    const named = [...bySuburb].flatMap(([salCode, near]) => {
      const dropped = addressCuts(listings, near).length;
      return dropped < 3 ? [] : [{ salCode, droppedListingCount: dropped }];
    });
    named.sort(compareBy("droppedListingCount", "salCode"));
    return {
      droppedListingCount: cuts.length,
      trackedListingCount: tracked,
      droppedShare: rounded(cuts.length / tracked, 3),
      medianDropPct: rounded(medianOf(cuts.map(({ pct }) => pct)), 4),
      suburbsTracked: bySuburb.size,
      suburbs: named,
    };
  }

  function neighbours(code: string): { lgaCode: string; sharesBorder: boolean; sharedSuburbs: number }[] {
    const touching = new Set(
      raw.councilPairs.flatMap((pair) => {
        const codes = [textOf(pair, "lga_code"), textOf(pair, "neighbour_code")];
        return codes.includes(code) ? codes.filter((one) => one !== code) : [];
      }),
    );
    const shared = new Map<string, number>();
    for (const links of groupRows(raw.councilLinks, "sal_code").values()) {
      const codes: string[] = links.filter(({ share }) => share >= 0.01).map(({ lga_code }) => lga_code);
      if (!codes.includes(code)) continue;
      for (const other of codes) if (other !== code) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    const nameOf = (other: string) => textOf(councils.get(other), "display_name");
    return [...new Set([...touching, ...shared.keys()])]
      .sort(compareBy(nameOf, (other) => other))
      .map((other) => ({
        lgaCode: other,
        sharesBorder: touching.has(other),
        sharedSuburbs: shared.get(other) ?? 0,
      }));
  }

  return { listed: listed(), summary, suburbs, rollup: rollupOf, electorates, drops, neighbours };
}

/** Dwellings per thousand residents; requires a value for each of the newest twelve months. */
function approvals(facts: readonly RawRow[], people: number): Json {
  const months = facts
    .filter((fact) => textOf(fact, "measure") === "dwelling_approvals_total")
    .map((fact) => ({ month: textOf(fact, "period").slice(0, 7), value: numberOf(fact, "value")! }))
    .sort(compareBy("month"));
  const last = months.at(-1);
  if (last === undefined) return {};
  const numberOfMonth = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  const year = months.filter(({ month }) => numberOfMonth(month) > numberOfMonth(last.month) - 12);
  if (year.length !== 12) return {};
  return {
    ...(people === 0
      ? {}
      : { approvalsPer1000: rounded((1000 * sum(year.map(({ value }) => value))) / people, 2) }),
    approvalsThrough: last.month,
  };
}
