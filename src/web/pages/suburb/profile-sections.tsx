import type { ComponentChildren } from "preact";
import { inStates } from "terrace/client";
import { Bars } from "../../charts/bars.tsx";
import { columnsVersion, country } from "../../data/country.ts";
import { politicians } from "../../data/services.ts";
import type { terrace } from "../../data/terrace.ts";
import type { EmbedPart } from "../../keep/embed-body.tsx";
import { Cite } from "../../parts/cite.tsx";
import { formatCount, formatDay, formatMoney, formatNumber, joined } from "../../parts/format.ts";
import { type Lacks, listCard, useLack } from "../../parts/held-card.tsx";
import { MemberLink, Named } from "../../parts/links.tsx";
import { InventedNote } from "../../parts/notices.tsx";
import { holdsSubject } from "../../parts/page.tsx";
import { CENSUS_SHARES, interestColumns } from "../../parts/public-figures.tsx";
import { PublishedBy } from "../../parts/published-by.tsx";
import { type Column, Facts, known, Section, Table } from "../../parts/section.tsx";

type Profile = Awaited<ReturnType<typeof terrace.housing.getSuburbProfile>>;

/** Names of the numeric fields of the census. */
type CensusNumber = {
  [Name in keyof Demographics]-?: Demographics[Name] extends number ? Name : never;
}[keyof Demographics];
type Demographics = NonNullable<Profile["demographics"]>;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const metres = (value: number | undefined) => known(value, (one) => `${formatNumber(one)} m`);
const share = (value: number | undefined) => known(value, (one) => `${formatNumber(one)} %`);
const money = (value: number | undefined) => known(value, formatMoney);

/** A card of the profile: shares as bars, facts, and the name of the block that has the sources. */
interface ProfilePart {
  readonly title: string;
  /** Why the card is missing ("" if no reason is known); false if it is not. */
  readonly missing: string | false;
  readonly bars?: readonly (readonly [name: string, share: number | undefined])[] | undefined;
  readonly facts?: Parameters<typeof Facts>[0]["rows"] | undefined;
  readonly block?: string;
  readonly embed?: EmbedPart;
  readonly children?: ComponentChildren;
}

/** Cards of a profile with their sources; missing ones are reported to `lacks`. */
export function ProfileSections({ profile, lacks }: { profile: Profile; lacks: Lacks }) {
  return (
    <>
      {partsOf(profile).map((part) => (
        <Part key={part.title} part={part} profile={profile} lacks={lacks} />
      ))}
    </>
  );
}

function partsOf(profile: Profile): ProfilePart[] {
  const {
    summary,
    demographics,
    council,
    planning,
    hazards,
    crime,
    elevation,
    listingStats: stats,
  } = profile;
  const absent = new Set(profile.absentFields);
  /** Value of a field by its path in the answer; undefined if the answer lists it as absent. */
  const numberAt = (path: string, value: number | undefined) => (absent.has(path) ? undefined : value);
  const census = (name: CensusNumber) => numberAt(`demographics.${snakeCase(name)}`, demographics?.[name]);
  const weekly = (value: number | undefined) => known(value, (one) => `${formatMoney(one)} a week`);
  return [
    {
      title: "People",
      missing: demographics === undefined && "the Census published nothing for this suburb.",
      embed: { kind: "chart", path: `/suburb/${summary?.salCode}` },
      bars: CENSUS_SHARES.map(([, label, name]) => [label, census(name)]),
      facts: [
        ["Weekly rent", money(census("medianWeeklyRent"))],
        ["Monthly mortgage", money(census("medianMonthlyMortgage"))],
        ["Top language", demographics?.topLanguage],
        ["Largest religion", demographics?.topReligion],
        ["Census", demographics?.censusYear],
      ],
      block: "demographics",
    },
    {
      title: "On the market",
      missing: stats === undefined && (holdsSubject("listings") ? "no listings have been seen here." : ""),
      facts: [
        ["For sale", known(stats?.forSaleCount, formatCount)],
        ["Median asking", money(numberAt("listing_stats.median_asking", stats?.medianAsking))],
        ["Sold", known(stats?.soldCount, formatCount)],
        ["Median sold", money(numberAt("listing_stats.median_sold", stats?.medianSold))],
        ["Seen through", formatDay(stats?.dataThrough)],
      ],
    },
    {
      title: "Council",
      missing: !council?.lgaCode && "",
      facts: [
        ["Name", council?.displayName || council?.lgaName],
        ["Residents", known(numberAt("council.population", council?.population), formatCount)],
        ["Median age", known(council?.medianAge, (value) => `${formatNumber(value)} years`)],
        ["Household income", weekly(council?.medianHhdIncome)],
        ["Rent", weekly(council?.medianWeeklyRent)],
        ["Average rates", money(numberAt("council.avg_rates", council?.avgRates))],
        [
          "House median",
          known(
            council?.councilHouseMedian,
            (value) => `${formatMoney(value)} (${council?.councilHouseMedianPeriod})`,
          ),
        ],
        [
          "Also in",
          profile.councilOverlaps
            .map((other) => `${other.displayName} ${formatNumber(other.share * 100)} %`)
            .join(", "),
        ],
      ],
      block: "council",
    },
    {
      title: "Planning",
      missing: planning === undefined && "",
      bars: planning?.zoneShares.map(({ family, sharePct }) => [
        country.value?.metrics.get(`zone_${family}_share_pct`)?.label ?? family.replaceAll("_", " "),
        sharePct,
      ]),
      facts: [
        ["Zoning covers", share(planning?.zoningCoveragePct)],
        ["Heritage land", share(planning?.heritageSharePct)],
        ["Height limit (median)", known(planning?.nswHeightMedianM, (value) => `${value} m`)],
      ],
      block: "planning",
    },
    {
      title: "Hazards",
      missing: hazards === undefined && elevation === undefined && "",
      bars: hazards && [
        ["Area observed under water", hazards.waterObservedSharePct],
        ["Area with a flood planning overlay", hazards.floodPlanningSharePct],
        ["Bushfire-prone area", hazards.bushfireProneSharePct],
      ],
      facts: [
        ["Lowest point", metres(elevation?.elevationMinM)],
        ["Median elevation", metres(elevation?.elevationMedianM)],
        ["Highest point", metres(elevation?.elevationMaxM)],
      ],
      block: "hazards",
    },
    {
      title: "Crime",
      missing: !crime?.stats.length && noCrimeReason(summary, demographics?.population),
      children: (
        <Table
          rows={crime?.stats ?? []}
          columns={[
            ["Kind", ({ crimeType }) => crimeName(crimeType)],
            ["per 100,000", ({ ratePer100k }) => formatNumber(ratePer100k), "number"],
            ["percentile", ({ pctRank }) => formatNumber(pctRank), "number"],
            ["year", ({ fyEnding }) => fyEnding, "number"],
          ]}
        />
      ),
      block: "crime",
    },
    {
      title: "Public life",
      missing: !summary?.federalDivision && !summary?.stateDistrict && "",
      children: <InventedNote />,
      facts: summary && [
        ["Federal", seatText(summary.federalDivision, summary.federalMember, summary.federalPartyAb)],
        ["State", seatText(summary.stateDistrict, summary.stateMember, summary.statePartyAb)],
        [
          "Properties that members declare here",
          known(numberAt("summary.politician_property_count", summary.politicianPropertyCount), formatCount),
        ],
      ],
      block: "summary",
    },
  ];
}

function Part({ part, profile, lacks }: { part: ProfilePart; profile: Profile; lacks: Lacks }) {
  const { title, missing, bars, facts, block, embed, children } = part;
  useLack(lacks, title, missing === false ? undefined : missing);
  if (missing !== false) return null;
  const { blocks = [], sources = [] } = profile.provenance ?? {};
  const ids = blocks.filter((one) => one.block === block).flatMap(({ sourceIds }) => sourceIds);
  return (
    <Section title={title} kind="card">
      {children}
      {bars && <Bars rows={bars} />}
      {facts && <Facts rows={facts} />}
      <PublishedBy sources={sources.filter(({ id }) => ids.includes(id))} />
      <Cite what={title} embed={embed} />
    </Section>
  );
}

function seatText(seat: string, member: string, party: string): string {
  const holder = joined([member, party && `(${party})`], " ");
  return joined([seat, holder], ": ");
}

function crimeName(kind: string): string {
  const label = country.value?.metrics.get(`crime_${kind}`)?.label;
  return label?.replace(/, state percentile$/, "") ?? kind.replaceAll("_", " ");
}

/** With fewer residents a rate is mostly chance and is not published. */
const MIN_RESIDENTS = 2000;
const CRIME_KEYS = ["crime_break_ins", "crime_violent", "crime_motor_vehicle"];

/** Why a suburb has no crime rates: checks the rules in the same order as the build. */
function noCrimeReason(summary: Profile["summary"], population: number | undefined): string {
  // Re-evaluated when columns arrive.
  columnsVersion.value;
  const frame = country.value?.frame;
  const state = summary?.stateCode ?? "";
  const loaded = CRIME_KEYS.filter((key) => frame?.has(key)).map((key) => frame!.column(key));
  if (frame === undefined || loaded.length < CRIME_KEYS.length) return "";
  const inState = frame.positions(frame.match(inStates([state])));
  const hasAny = loaded.some((column) => inState.some((i) => column.at(i) !== undefined));
  if (!hasAny) return `there are no crime rates for ${state} that may be published.`;
  if ((population ?? 0) < MIN_RESIDENTS) {
    const known = population === undefined || population === 0 ? "unknown" : formatCount(population);
    return `${formatCount(MIN_RESIDENTS)} residents are needed for reliable rates; this suburb has ${known}.`;
  }
  return "no reliable figures are published for this suburb.";
}

/** Columns without the suburb, which is this one, and without the heading of the statement. */
const DECLARED = interestColumns(() => "").filter(([title]) => !/^(Under|Company)/.test(title));

type Property = Awaited<ReturnType<typeof politicians.listSuburbPoliticians>>["properties"][number];

/** Members of parliament who declare real estate in a suburb, as worded in their statements. */
export const DeclaredProperty = listCard({
  title: "Members who declare property here",
  what: "the declarations",
  kind: "wide declared-property",
  reason: "no member's statement names this suburb.",
  ask: (code, options) => politicians.listSuburbPoliticians({ salCode: code }, options),
  rows: ({ properties }) => properties,
  columns: [
    [
      "Member",
      ({ politician }) => (
        <Named note={politician?.partyAb}>
          <MemberLink {...politician} />
        </Named>
      ),
    ],
    ...DECLARED.map(
      ([title, cell]): Column<Property> => [title, ({ interest }) => interest && cell(interest)],
    ),
  ],
  below: ({ declaringMemberCount, sourceLicence }) => (
    <p class="chart-note">
      {formatCount(declaringMemberCount)} {declaringMemberCount === 1 ? "member" : "members"} ·{" "}
      {sourceLicence}. The register lists what is declared, not amounts.
    </p>
  ),
});
