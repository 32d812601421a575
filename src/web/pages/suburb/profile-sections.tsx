import type { ComponentChildren } from "preact";
import { inStates } from "terrace/client";
import { Bars } from "../../charts/bars.tsx";
import { useAsked } from "../../data/ask.tsx";
import { columnsVersion, country } from "../../data/country.ts";
import type { terrace } from "../../data/terrace.ts";
import type { EmbedPart } from "../../keep/embed-body.tsx";
import { Cite } from "../../parts/cite.tsx";
import { dateOf, formatCount, formatDay, formatMoney, formatNumber } from "../../parts/format.ts";
import { HeldCard, type Lacks, useLack } from "../../parts/held-card.tsx";
import { InventedNote } from "../../parts/notices.tsx";
import { holdsSubject } from "../../parts/page.tsx";
import { PublishedBy } from "../../parts/published-by.tsx";
import { Facts, Rows, Table } from "../../parts/rows.tsx";
import { HOLDERS, politicians } from "../members/service.ts";

type Profile = Awaited<ReturnType<typeof terrace.housing.getSuburbProfile>>;

type Share = Extract<keyof NonNullable<Profile["demographics"]>, `pct${string}`>;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A fact in words; one that is not known is left out. */
const fact = (value: number | undefined, format: (value: number) => string) =>
  value !== undefined && format(value);
const metres = (value: number | undefined) => fact(value, (one) => `${formatNumber(one)} m`);
const share = (value: number | undefined) => fact(value, (one) => `${formatNumber(one)} %`);
const money = (value: number | undefined) => fact(value, formatMoney);

/** The parts of a profile that are there, each with who published it; the others are named at the end. */
export function ProfileSections({ profile, lacks }: { profile: Profile; lacks: Lacks }) {
  const {
    summary,
    demographics,
    council,
    councilOverlaps,
    planning,
    hazards,
    crime,
    elevation,
    listingStats,
  } = profile;
  const absent = new Set(profile.absentFields);
  /** The number at a path of the answer; undefined where it is not known. */
  const numberAt = (path: string, value: number | undefined) => (absent.has(path) ? undefined : value);
  /** A share of the census, likewise. */
  const known = (name: Share) => numberAt(`demographics.${snakeCase(name)}`, demographics?.[name]);
  const published = (...blocks: readonly string[]) => {
    const ids = profile.provenance?.blocks
      .filter(({ block }) => blocks.includes(block))
      .flatMap(({ sourceIds }) => sourceIds);
    return (
      <PublishedBy sources={(profile.provenance?.sources ?? []).filter(({ id }) => ids?.includes(id))} />
    );
  };
  return (
    <>
      <Section
        title="People"
        lacks={lacks}
        embed={{ kind: "chart", path: `/suburb/${profile.summary?.salCode}` }}
        missing={demographics === undefined && "the Census published nothing for this suburb."}
      >
        {demographics && (
          <Bars
            rows={[
              ["Owned outright", known("pctOwnedOutright")],
              ["Owned with a mortgage", known("pctOwnedMortgage")],
              ["Rented", known("pctRented")],
              ["Separate houses", known("pctSeparateHouse")],
              ["Flats and apartments", known("pctFlatApartment")],
              ["Couples with children", known("pctCoupleWithChildren")],
              ["Lone-person households", known("pctLonePersonHousehold")],
              ["Bachelor degree or higher", known("pctBachelorOrHigher")],
            ]}
          />
        )}
        {demographics && (
          <Facts
            rows={[
              [
                "Weekly rent",
                money(numberAt("demographics.median_weekly_rent", demographics.medianWeeklyRent)),
              ],
              [
                "Monthly mortgage",
                money(numberAt("demographics.median_monthly_mortgage", demographics.medianMonthlyMortgage)),
              ],
              ["Top language", demographics.topLanguage],
              ["Largest religion", demographics.topReligion],
              ["Census", String(demographics.censusYear)],
            ]}
          />
        )}
        {published("demographics")}
      </Section>
      <Section
        title="On the market"
        lacks={lacks}
        missing={
          listingStats === undefined && (holdsSubject("listings") ? "no listings were seen here." : "")
        }
      >
        {listingStats && (
          <Facts
            rows={[
              ["For sale", formatCount(listingStats.forSaleCount)],
              ["Median asking", money(numberAt("listing_stats.median_asking", listingStats.medianAsking))],
              ["Sold", formatCount(listingStats.soldCount)],
              ["Median sold", money(numberAt("listing_stats.median_sold", listingStats.medianSold))],
              ["Seen through", formatDay(dateOf(listingStats.dataThrough))],
            ]}
          />
        )}
      </Section>
      <Section title="Council" lacks={lacks} missing={!council?.lgaCode && ""}>
        {council?.lgaCode && (
          <Facts
            rows={[
              ["Name", council.displayName || council.lgaName],
              ["Residents", fact(numberAt("council.population", council.population), formatCount)],
              ["Median age", council.medianAge !== undefined && `${formatNumber(council.medianAge)} years`],
              [
                "Household income",
                council.medianHhdIncome !== undefined && `${formatMoney(council.medianHhdIncome)} a week`,
              ],
              [
                "Rent",
                council.medianWeeklyRent !== undefined && `${formatMoney(council.medianWeeklyRent)} a week`,
              ],
              ["Average rates", money(numberAt("council.avg_rates", council.avgRates))],
              [
                "House median",
                council.councilHouseMedian !== undefined &&
                  `${formatMoney(council.councilHouseMedian)} (${council.councilHouseMedianPeriod})`,
              ],
              [
                "Also in",
                councilOverlaps
                  .map(({ displayName, share }) => `${displayName} ${formatNumber(share * 100)} %`)
                  .join(", "),
              ],
            ]}
          />
        )}
        {published("council")}
      </Section>
      <Section title="Planning" lacks={lacks} missing={planning === undefined && ""}>
        {planning && (
          <>
            <Bars
              rows={planning.zoneShares.map(({ family, sharePct }): [string, number] => [
                country.value?.metrics.get(`zone_${family}_share_pct`)?.label ?? family.replaceAll("_", " "),
                sharePct,
              ])}
            />
            <Facts
              rows={[
                ["Zoning covers", share(planning.zoningCoveragePct)],
                ["Heritage land", share(planning.heritageSharePct)],
                [
                  "Height limit (median)",
                  planning.nswHeightMedianM !== undefined && `${planning.nswHeightMedianM} m`,
                ],
              ]}
            />
            {published("planning")}
          </>
        )}
      </Section>
      <Section title="Hazards" lacks={lacks} missing={hazards === undefined && elevation === undefined && ""}>
        {hazards && (
          <>
            <Bars
              rows={[
                ["Area seen under water", hazards.waterObservedSharePct],
                ["Area with a flood planning overlay", hazards.floodPlanningSharePct],
                ["Bushfire-prone area", hazards.bushfireProneSharePct],
              ]}
            />
            {published("hazards")}
          </>
        )}
        {elevation && (
          <Facts
            rows={[
              ["Lowest point", metres(elevation.elevationMinM)],
              ["Median elevation", metres(elevation.elevationMedianM)],
              ["Highest point", metres(elevation.elevationMaxM)],
            ]}
          />
        )}
      </Section>
      <Section
        title="Crime"
        lacks={lacks}
        missing={
          (crime === undefined || crime.stats.length === 0) &&
          noCrimeReason(summary, demographics?.population)
        }
      >
        {crime && (
          <>
            <Table
              rows={crime.stats}
              keyOf={({ crimeType }) => crimeType}
              columns={[
                ["Kind", ({ crimeType }) => crimeName(crimeType)],
                ["per 100,000", ({ ratePer100k }) => formatNumber(ratePer100k), "number"],
                ["percentile", ({ pctRank }) => formatNumber(pctRank), "number"],
                ["year", ({ fyEnding }) => fyEnding, "number"],
              ]}
            />
            {published("crime")}
          </>
        )}
      </Section>
      <Section
        title="Public life"
        lacks={lacks}
        missing={
          (summary === undefined || (summary.federalDivision === "" && summary.stateDistrict === "")) && ""
        }
      >
        {summary && <InventedNote />}
        {summary && (
          <Facts
            rows={[
              ["Federal", seatText(summary.federalDivision, summary.federalMember, summary.federalPartyAb)],
              ["State", seatText(summary.stateDistrict, summary.stateMember, summary.statePartyAb)],
              [
                "Properties that members declare here",
                fact(
                  numberAt("summary.politician_property_count", summary.politicianPropertyCount),
                  formatCount,
                ),
              ],
            ]}
          />
        )}
        {published("summary")}
      </Section>
    </>
  );
}

/** An electorate, who holds it and for which party, as far as that is known. */
function seatText(seat: string, member: string, party: string): string {
  const holder = [member, party && `(${party})`].filter(Boolean).join(" ");
  return [seat, holder].filter(Boolean).join(": ");
}

/** Kinds of crime as the registry names them. */
function crimeName(kind: string): string {
  const label = country.value?.metrics.get(`crime_${kind}`)?.label;
  return label?.replace(/, state percentile$/, "") ?? kind.replaceAll("_", " ");
}

/** Below this a rate is one of chance, and none is shown. */
const LEAST_RESIDENTS = 2000;
const CRIME_KEYS = ["crime_break_ins", "crime_violent", "crime_motor_vehicle"];

/** Why a suburb has no crime rates: the rule that holds for it, the first of those that the build looks at. */
function noCrimeReason(summary: Profile["summary"], population: number | undefined): string {
  // Looked at again with every column that comes.
  columnsVersion.value;
  const frame = country.value?.frame;
  const state = summary?.stateCode ?? "";
  const loaded = CRIME_KEYS.filter((key) => frame?.has(key)).map((key) => frame!.column(key));
  if (frame === undefined || loaded.length < CRIME_KEYS.length) return "";
  const inState = frame.positions(frame.match(inStates([state])));
  const hasAny = loaded.some((column) => inState.some((i) => column.at(i) !== undefined));
  if (!hasAny) return `no crime rates of ${state} are held that may be shown.`;
  if ((population ?? 0) < LEAST_RESIDENTS) {
    const known = population === undefined || population === 0 ? "unknown" : formatCount(population);
    return `${formatCount(LEAST_RESIDENTS)} residents are needed, and their number here is ${known}.`;
  }
  return "no reliable figures are published for this suburb.";
}

function Section({
  title,
  lacks,
  missing,
  embed,
  children,
}: {
  title: string;
  lacks: Lacks;
  embed?: EmbedPart;
  missing: string | false;
  children: ComponentChildren;
}) {
  useLack(lacks, title, missing === false ? undefined : missing);
  if (missing !== false) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
      <Cite what={title} embed={embed} />
    </section>
  );
}

/** Members of parliament who declare real estate in a suburb, in the words of their statements. */
export function DeclaredProperty({ code, lacks }: { code: string; lacks: Lacks }) {
  const asked = useAsked(
    (signal) => politicians.listSuburbPoliticians({ salCode: code }, { signal }),
    [code],
  );
  return (
    <HeldCard
      {...{ asked, lacks }}
      title="Members who declare property here"
      what="the declarations"
      kind="wide declared-property"
      lack={({ properties }) =>
        properties.length === 0 ? "no member's statement names this suburb." : undefined
      }
    >
      {({ properties, declaringMemberCount, sourceLicence }) => (
        <>
          <Rows
            rows={properties}
            keyOf={(_, place) => String(place)}
            none=""
            columns={[
              [
                "Member",
                ({ politician }) => (
                  <>
                    <a href={`/members/${encodeURIComponent(politician?.slug ?? "")}`}>
                      {politician?.displayName}
                    </a>{" "}
                    <span class="muted small">{politician?.partyAb}</span>
                  </>
                ),
              ],
              ["Declared, word for word", ({ interest }) => interest?.declaredText],
              ["Held by", ({ interest }) => HOLDERS[interest?.holder ?? 0]],
              [
                "Declared from",
                ({ interest }) =>
                  interest?.declaredFromKnown ? (
                    formatDay(dateOf(interest.declaredFrom))
                  ) : (
                    <span class="is-unknown">not dated</span>
                  ),
              ],
              [
                "Until",
                ({ interest }) =>
                  interest?.currentlyDeclared ? "still declared" : formatDay(dateOf(interest?.declaredTo)),
              ],
            ]}
          />
          <p class="chart-note">
            {formatCount(declaringMemberCount)} {declaringMemberCount === 1 ? "member" : "members"} ·{" "}
            {sourceLicence}. The register says what, never how much.
          </p>
        </>
      )}
    </HeldCard>
  );
}
