import type { ComponentChildren } from "preact";
import { inStates } from "terrace/client";
import { columnsVersion, country } from "../../data/country.ts";
import { dateOf } from "../../data/stamps.ts";
import type { terrace } from "../../data/terrace.ts";
import { formatCount, formatDay, formatMoney, formatNumber } from "../../parts/format.ts";
import { InventedNote } from "../../parts/notices.tsx";

type Profile = Awaited<ReturnType<typeof terrace.housing.getSuburbProfile>>;

type Share = Extract<keyof NonNullable<Profile["demographics"]>, `pct${string}`>;

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const percent = (value: number | undefined) => (value === undefined ? "no data" : `${formatNumber(value)} %`);

/** The parts of a profile; one that is absent says so. */
export function ProfileSections({ profile }: { profile: Profile }) {
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
  /** A share of the census; undefined where it is not known. */
  const known = (name: Share) =>
    demographics === undefined || demographics.absentFields.includes(snakeCase(name))
      ? undefined
      : demographics[name];
  return (
    <>
      <Section
        title="People"
        missing={demographics === undefined && "The census published nothing for this suburb."}
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
                demographics.medianWeeklyRent > 0 && formatMoney(demographics.medianWeeklyRent),
              ],
              [
                "Monthly mortgage",
                demographics.medianMonthlyMortgage > 0 && formatMoney(demographics.medianMonthlyMortgage),
              ],
              ["Top language", demographics.topLanguage],
              ["Largest religion", demographics.topReligion],
              ["Census", String(demographics.censusYear)],
            ]}
          />
        )}
      </Section>
      <Section title="On the market" missing={listingStats === undefined && "No listings were seen here."}>
        {listingStats && (
          <Facts
            rows={[
              ["For sale", formatCount(listingStats.forSaleCount)],
              ["Median asking", listingStats.medianAsking > 0 && formatMoney(listingStats.medianAsking)],
              ["Sold", formatCount(listingStats.soldCount)],
              ["Median sold", listingStats.medianSold > 0 && formatMoney(listingStats.medianSold)],
              ["Seen through", formatDay(dateOf(listingStats.dataThrough))],
            ]}
          />
        )}
      </Section>
      <Section title="Council" missing={council === undefined && "The council is not known."}>
        {council && (
          <Facts
            rows={[
              ["Name", council.displayName || council.lgaName],
              ["Residents", council.population > 0 && formatCount(council.population)],
              ["Average rates", council.avgRates > 0 && formatMoney(council.avgRates)],
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
      </Section>
      <Section
        title="Planning"
        missing={planning === undefined && "No planning data is published for this suburb."}
      >
        {planning && (
          <>
            <Bars
              rows={planning.zoneShares.map(({ family, sharePct }): [string, number] => [
                family.replaceAll("_", " "),
                sharePct,
              ])}
            />
            <Facts
              rows={[
                ["Zoning covers", percent(planning.zoningCoveragePct)],
                ["Heritage land", percent(planning.heritageSharePct)],
                [
                  "Height limit (median)",
                  planning.nswHeightMedianM !== undefined && `${planning.nswHeightMedianM} m`,
                ],
                ["Source", [planning.zoningSource, planning.sourceLicence].filter(Boolean).join(" · ")],
              ]}
            />
          </>
        )}
      </Section>
      <Section
        title="Hazards"
        missing={hazards === undefined && "No hazard data is published for this suburb."}
      >
        {hazards && (
          <>
            <Bars
              rows={[
                ["Seen under water", hazards.waterObservedSharePct],
                ["Flood planning overlay", hazards.floodPlanningSharePct],
                ["Bushfire prone", hazards.bushfireProneSharePct],
              ]}
            />
            <Facts
              rows={[
                [
                  "Sources",
                  [hazards.waterSource, hazards.floodSource, hazards.bushfireSource]
                    .filter(Boolean)
                    .join(", "),
                ],
              ]}
            />
          </>
        )}
        {elevation && (
          <Facts
            rows={[
              [
                "Elevation",
                elevation.elevationMedianM !== undefined &&
                  `${formatNumber(elevation.elevationMinM ?? 0)} to ${formatNumber(elevation.elevationMaxM ?? 0)} m, median ${formatNumber(elevation.elevationMedianM)} m`,
              ],
            ]}
          />
        )}
      </Section>
      <Section
        title="Crime"
        missing={
          (crime === undefined || crime.stats.length === 0) &&
          noCrimeReason(summary, demographics?.population)
        }
      >
        {crime && (
          <>
            <div class="table-wrap">
              <table class="plain">
                <thead>
                  <tr>
                    <th scope="col">Kind</th>
                    <th scope="col" class="number">
                      per 100,000
                    </th>
                    <th scope="col" class="number">
                      percentile
                    </th>
                    <th scope="col" class="number">
                      year
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {crime.stats.map((stat) => (
                    <tr key={stat.crimeType}>
                      <th scope="row">{stat.crimeType.replaceAll("_", " ")}</th>
                      <td class="number">{formatNumber(stat.ratePer100k)}</td>
                      <td class="number">{formatNumber(stat.pctRank)}</td>
                      <td class="number">{stat.fyEnding}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p class="chart-note">{[crime.source, crime.sourceLicence].filter(Boolean).join(" · ")}</p>
          </>
        )}
      </Section>
      <Section title="Public life" missing={summary === undefined && "Not known."}>
        {summary && <InventedNote />}
        {summary && (
          <Facts
            rows={[
              [
                "Federal",
                summary.federalDivision &&
                  `${summary.federalDivision}: ${summary.federalMember} (${summary.federalPartyAb})`,
              ],
              [
                "State",
                summary.stateDistrict &&
                  `${summary.stateDistrict}: ${summary.stateMember} (${summary.statePartyAb})`,
              ],
              [
                "Properties that members declare here",
                summary.politicianPropertyCount > 0 && String(summary.politicianPropertyCount),
              ],
            ]}
          />
        )}
      </Section>
    </>
  );
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
  if (frame === undefined || loaded.length < CRIME_KEYS.length) return "Not shown.";
  const inState = frame.positions(frame.match(inStates([state])));
  const hasAny = loaded.some((column) => inState.some((i) => column.at(i) !== undefined));
  if (!hasAny) return `Not shown: no crime rates of ${state} are held that may be shown.`;
  if ((population ?? 0) < LEAST_RESIDENTS) {
    const known = population === undefined || population === 0 ? "unknown" : formatCount(population);
    return `Not shown: ${formatCount(LEAST_RESIDENTS)} residents are needed, and their number here is ${known}.`;
  }
  return "Not shown: no reliable figures are published for this suburb.";
}

function Section({
  title,
  missing,
  children,
}: {
  title: string;
  missing: string | false;
  children: ComponentChildren;
}) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {missing === false ? children : <p class="muted">{missing}</p>}
    </section>
  );
}

function Bars({ rows }: { rows: readonly (readonly [string, number | undefined])[] }) {
  return (
    <div>
      {rows.map(([name, value]) => (
        <div class="bar-row" key={name}>
          <span>{name}</span>
          <span class="bar-track">
            <span class="bar" style={{ display: "block", width: `${Math.min(100, value ?? 0)}%` }} />
          </span>
          <span class={`number ${value === undefined ? "is-unknown" : ""}`}>{percent(value)}</span>
        </div>
      ))}
    </div>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, string | false])[] }) {
  return (
    <dl class="facts">
      {rows
        .filter((row): row is readonly [string, string] => row[1] !== false && row[1] !== "")
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}
