import { formatCount, formatIsoDay } from "../parts/format.ts";
import { PREFERRED } from "../view/preferences.ts";
import { COUNTRY_PATH, namesOf, statePath } from "./addresses.ts";
import type { Figure, PageModel, Rank } from "./page-model.ts";
import type { Site } from "./site.ts";
import { stateName } from "./states.ts";

/** The page of a suburb. */
export async function suburbPage(site: Site, position: number): Promise<PageModel> {
  const { salCodes, salNames, postcodes, stateCodes, councils, latitudes, longitudes } = site.index;
  const [code, state, postcode] = [salCodes[position], stateCodes[position], postcodes[position]];
  const { name } = namesOf(salNames[position]);
  const path = site.suburbs.paths[position];
  const figures = PREFERRED.figures.flatMap((key) => site.figure(key, position) ?? []);
  const title = [name, state, postcode].filter(Boolean).join(" ");
  const [latitude, longitude] = [latitudes[position], longitudes[position]];
  return {
    kind: "suburb",
    key: code,
    ...{ path, name, figures },
    title,
    description: `${title}: ${figures
      .map(({ label, text }) => `${label} ${text}`)
      .slice(0, 4)
      .join(", ")}.`,
    crumbs: [
      { name: "Australia", path: COUNTRY_PATH },
      { name: stateName(state), path: statePath(state) },
      { name, path },
    ],
    sources: site.sourcesOf(figures.map(({ key }) => key)),
    ...(Number.isFinite(latitude) && { place: { latitude, longitude } }),
    feed: `/feeds/suburb/${code}.atom`,
    body: (
      <>
        <p class="muted">{[stateName(state), postcode, councils[position]].filter(Boolean).join(" · ")}</p>
        <FigureTable figures={figures} state={state} />
      </>
    ),
  };
}

const rankText = (rank: Rank | undefined) =>
  rank === undefined ? "not ranked" : `${formatCount(rank.place)} of ${formatCount(rank.of)}`;

/** Figures with their places, who published them and when. */
export function FigureTable({ figures, state }: { figures: readonly Figure[]; state: string }) {
  if (figures.length === 0) return null;
  return (
    <section>
      <h2>Figures</h2>
      <div class="scrolls">
        <table class="figure-table">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col" class="number">
                Place in {state}
              </th>
              <th scope="col" class="number">
                Place in Australia
              </th>
              <th scope="col">Published</th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ key, label, text, inState, inCountry, publisher, date }) => (
              <tr data-metric={key}>
                <th scope="row">{label}</th>
                <td class="number">{text}</td>
                <td class="number">{rankText(inState)}</td>
                <td class="number">{rankText(inCountry)}</td>
                <td>
                  {publisher}
                  {date && `, ${formatIsoDay(date)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
