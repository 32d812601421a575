import { formatCount, valueText } from "../../parts/format.ts";
import { COUNTRY_PATH, STATES, statePath } from "../addresses.ts";
import { Table } from "../charts.tsx";
import type { PageModel } from "../page-model.ts";
import { known, To } from "../parts.tsx";
import { RANKINGS_PATH } from "../rankings/ranking-address.ts";
import type { Site } from "../site.ts";
import { type Council, councilsOf, measuresOf } from "./councils.ts";

export const COUNCILS_PATH = "/councils";

/** The paths of the list and of all councils. */
export async function councilPaths(site: Site): Promise<string[]> {
  const { all } = await councilsOf(site);
  return all.length === 0 ? [] : [COUNCILS_PATH, ...all.map(({ path }) => path)];
}

/** All councils by state; undefined where the data has none. */
export async function councilsPage(site: Site): Promise<PageModel | undefined> {
  const councils = await councilsOf(site);
  const count = councils.all.length;
  if (count === 0) return undefined;
  const name = "Councils of Australia";
  return {
    kind: "list",
    key: "councils",
    ...{ path: COUNCILS_PATH, name, title: name },
    description: `${formatCount(count)} councils of Australia by state, with their residents, figures and suburbs.`,
    crumbs: [
      { name: "Australia", path: COUNTRY_PATH },
      { name: "Councils", path: COUNCILS_PATH },
    ],
    figures: [],
    sources: site.sourcesOfTables("lga"),
    body: (
      <>
        <p>
          {formatCount(count)} councils and areas without one, in each state those with the most residents
          first. They are also <To path={RANKINGS_PATH}>ranked</To> among themselves.
        </p>
        {STATES.map(([code, title]) => ({
          code,
          title,
          own: councils.all.filter((one) => one.stateCode === code),
        }))
          .filter(({ own }) => own.length > 0)
          .map(({ code, title, own }) => (
            <section>
              <h2>
                <To path={statePath(code)}>{title}</To>
              </h2>
              <CouncilTable councils={own} of={`of ${title}`} />
            </section>
          ))}
      </>
    ),
  };
}

/** Most measures next to a name. */
const MOST_MEASURES = 6;

/** Units that the head of a column says. */
const NAMED = new Set(["persons", "a km²"]);

interface CouncilTableProps {
  readonly councils: readonly Council[];
  /** The one that the others are compared with. */
  readonly own?: Council;
  /** Whose they are. */
  readonly of?: string;
}

/** Councils side by side, by what some of them have. */
export function CouncilTable({ councils, own, of = "" }: CouncilTableProps) {
  const measures = measuresOf(councils).slice(0, MOST_MEASURES);
  return (
    <Table
      label={`Councils ${of}`.trim()}
      heads={["Council", ...measures.map(({ label }) => label), "Suburbs"]}
      rows={councils.map((council) => [
        <>
          {council === own ? <strong>{own.name}</strong> : <To path={council.path}>{council.name}</To>}
          {own !== undefined && council.stateCode !== own.stateCode && `, ${council.stateCode}`}
        </>,
        ...measures.map(({ key, unit }) =>
          known(council.values.get(key), (value) => valueText(value, NAMED.has(unit) ? "" : unit)),
        ),
        formatCount(council.suburbCount),
      ])}
    />
  );
}
