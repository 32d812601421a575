import { formatCount, valueText } from "../../parts/format.ts";
import { type Column, known, To } from "../../parts/section.tsx";
import { crumbsTo, STATES, statePath } from "../addresses.ts";
import type { PageModel } from "../page-model.ts";
import { Listed } from "../parts.tsx";
import { RANKINGS_PATH } from "../rankings/ranking-address.ts";
import type { Site } from "../site.ts";
import { type Council, councilsOf, measuresOf } from "./councils.ts";

export const COUNCILS_PATH = "/councils";

export async function councilPaths(site: Site): Promise<string[]> {
  const { all } = await councilsOf(site);
  return all.length === 0 ? [] : [COUNCILS_PATH, ...all.map(({ path }) => path)];
}

export async function councilsPage(site: Site): Promise<PageModel | undefined> {
  const councils = await councilsOf(site);
  const count = councils.all.length;
  if (count === 0) return undefined;
  const name = "Councils of Australia";
  return {
    kind: "list",
    key: "councils",
    path: COUNCILS_PATH,
    name,
    title: name,
    description: `${formatCount(count)} councils of Australia by state, with their residents, figures and suburbs.`,
    crumbs: crumbsTo(["Councils", COUNCILS_PATH]),
    figures: [],
    sources: site.sourcesOfTables("lga"),
    body: (
      <>
        <p>
          {formatCount(count)} councils and unincorporated areas by state, the most populous first. See also
          their <To path={RANKINGS_PATH}>rankings</To>.
        </p>
        {STATES.map(([code, title]) => (
          <CouncilTable
            title={title}
            path={statePath(code)}
            councils={councils.all.filter((one) => one.stateCode === code)}
          />
        ))}
      </>
    ),
  };
}

const MAX_MEASURES = 6;

/** Units that the column's title contains already. */
const NAMED = new Set(["persons", "a km²"]);

interface CouncilTableProps {
  readonly title: string;
  readonly path?: string;
  readonly councils: readonly Council[];
  /** Council that the others are compared with: highlighted, not linked. */
  readonly own?: Council;
}

export function CouncilTable({ title, path, councils, own }: CouncilTableProps) {
  const measures = measuresOf(councils).slice(0, MAX_MEASURES);
  return (
    <Listed
      title={title}
      path={path}
      rows={councils}
      columns={[
        [
          "Council",
          (council) => (
            <>
              {council === own ? <strong>{own.name}</strong> : <To path={council.path}>{council.name}</To>}
              {own !== undefined && council.stateCode !== own.stateCode && `, ${council.stateCode}`}
            </>
          ),
        ],
        ...measures.map(
          ({ key, label, unit }): Column<Council> => [
            label,
            ({ values }) => known(values.get(key), (value) => valueText(value, NAMED.has(unit) ? "" : unit)),
            "number",
          ],
        ),
        ["Suburbs", ({ suburbCount }) => formatCount(suburbCount), "number"],
      ]}
    />
  );
}
