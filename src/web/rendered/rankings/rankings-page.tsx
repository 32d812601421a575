import { groupedMetrics } from "../../data/metric-groups.ts";
import { formatCount } from "../../parts/format.ts";
import { Section, To } from "../../parts/section.tsx";
import { crumbsTo, placeNameOf } from "../addresses.ts";
import { councilsOf } from "../councils/councils.ts";
import type { Crumb, PageModel } from "../page-model.ts";
import type { Site } from "../site.ts";
import { councilPlaces, councilRanking } from "./council-ranking.tsx";
import { rankedMetrics } from "./ranking.ts";
import { RANKINGS_PATH, rankingPath, readRankingPath } from "./ranking-address.ts";
import { suburbRanking } from "./suburb-ranking.tsx";

/** Rankings by topic; those of councils last. */
async function groupsOf(site: Site) {
  const councils = await councilsOf(site);
  const measures = councils.ranked
    .map(({ key, label }) => ({ key, label, stateCodes: councilPlaces(councils, key) }))
    .filter(({ stateCodes }) => stateCodes.length > 0);
  return [
    ...groupedMetrics(rankedMetrics(site)).map(({ title, metrics }) => ({ title, rankings: metrics })),
    ...(measures.length === 0 ? [] : [{ title: "Councils", rankings: measures }]),
  ];
}

/** Paths of the first pages of all rankings. Those within a council are linked from others. */
export async function rankingPaths(site: Site): Promise<string[]> {
  return [RANKINGS_PATH, ...(await rankingLinks(site)).map(({ path }) => path)];
}

export async function rankingLinks(site: Site): Promise<Crumb[]> {
  const groups = await groupsOf(site);
  return groups.flatMap(({ rankings }) =>
    rankings.flatMap(({ key, label, stateCodes }) =>
      stateCodes.map((stateCode) => ({
        name: `${label}, ${placeNameOf(stateCode)}`,
        path: rankingPath({ metric: key, stateCode }),
      })),
    ),
  );
}

async function rankingsPage(site: Site): Promise<PageModel> {
  const groups = await groupsOf(site);
  const count = groups.reduce((sum, { rankings }) => sum + rankings.length, 0);
  return {
    kind: "list",
    key: "rankings",
    path: RANKINGS_PATH,
    name: "Rankings",
    title: "Rankings of suburbs and councils",
    description: `Suburbs and councils of Australia ranked by ${formatCount(count)} metrics: ${groups.map(({ title }) => title.toLowerCase()).join(", ")}.`,
    crumbs: crumbsTo(["Rankings", RANKINGS_PATH]),
    figures: [],
    sources: [],
    body: (
      <>
        <p class="ranking-rules">
          Suburbs and councils ranked by {formatCount(count)} metrics, nationally where states can be
          compared. Each ranking lists what is left out, and why.
        </p>
        {groups.map(({ title, rankings }) => (
          <Section title={title}>
            <ul class="ranking-list">
              {rankings.map(({ key, label, stateCodes }) => (
                <li>
                  <To path={rankingPath({ metric: key, stateCode: stateCodes[0] })}>
                    {stateCodes[0] === "AU" ? label : `${label}, ${placeNameOf(stateCodes[0])}`}
                  </To>{" "}
                  {stateCodes.slice(1).map((stateCode) => (
                    <>
                      {" "}
                      <To path={rankingPath({ metric: key, stateCode })}>{stateCode}</To>
                    </>
                  ))}
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </>
    ),
  };
}

/** Page of a path below /rankings; undefined if there is none. */
export async function findRanking(site: Site, path: string): Promise<PageModel | undefined> {
  if (path === "") return rankingsPage(site);
  const address = readRankingPath(RANKINGS_PATH + path);
  if (address === undefined) return undefined;
  return (address.metric.startsWith("council_") ? councilRanking : suburbRanking)(site, address);
}
