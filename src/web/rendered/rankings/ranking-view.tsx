import type { ComponentChild } from "preact";
import { originOf } from "../../parts/citation.ts";
import { formatCount, formatDay, joined, valueText } from "../../parts/format.ts";
import { type Column, Section, Table, To } from "../../parts/section.tsx";
import { crumbsTo, placeNameOf } from "../addresses.ts";
import type { Crumb, Figure, PageModel, PageSource } from "../page-model.ts";
import { CLASSES, MapLegend } from "./map.tsx";
import { RANKINGS_PATH, type RankingAddress, ROWS_A_PAGE, rankingPath } from "./ranking-address.ts";

/** Most common reason for being left out of a ranking. */
export const NO_FIGURE = "no figure is published, or it is withheld";
/** Rows of an embedded ranking. */
const ROWS_EMBEDDED = 20;

interface RankedRow {
  readonly place: number;
  readonly name: string;
  readonly path: string;
  readonly value: number;
}

interface RankingView {
  readonly address: RankingAddress;
  readonly things: "suburbs" | "councils";
  readonly label: string;
  readonly unit: string;
  /** "New South Wales" */
  readonly placeName: string;
  readonly count: number;
  readonly total: number;
  row(i: number): RankedRow;
  /** Columns after the value: title, and cell by the row's index; numbers are counts. */
  readonly extra: readonly (readonly [title: string, cell: (i: number) => string | number | undefined])[];
  /** Who is ranked, and how the figure is derived. */
  readonly rules: readonly string[];
  readonly leftOut: readonly { readonly why: string; readonly count: number }[];
  readonly sources: readonly PageSource[];
  readonly map?: ComponentChild;
  /** Path of the same as a file, and in Explore. */
  readonly csv?: string;
  readonly explore?: string;
  /** States, and AU, that have the same ranking. */
  readonly stateCodes: readonly string[];
  /** Links to other rankings. */
  readonly more: readonly { readonly title: string; readonly links: readonly Crumb[] }[];
}

/** Page of a ranking; undefined if it has fewer pages. */
export function rankingModel(view: RankingView): PageModel | undefined {
  const { address, things, label, unit, placeName, count, total, sources } = view;
  const { page, isLowestFirst, metric } = address;
  const pages = Math.ceil(count / ROWS_A_PAGE);
  const text = ({ value }: RankedRow) => valueText(value, unit);
  if (page > pages) return undefined;
  const [first, last] = [view.row(0), view.row(count - 1)];
  const name = `${label}: ${things} of ${placeName}, ${isLowestFirst ? "lowest" : "highest"} first`;
  const origin = originOf(sources);
  const figures = Array.from({ length: Math.min(3, count) }, (_, i): Figure => {
    const row = view.row(i);
    return { key: metric, label: row.name, value: row.value, text: text(row), unit, ...origin };
  });
  const at = (to: number) => rankingPath({ ...address, page: to });
  return {
    kind: "ranking",
    key: joined([metric, address.stateCode, address.council], "/"),
    path: at(page),
    name,
    title: page > 1 ? `${name}, page ${page}` : name,
    description:
      `${formatCount(count)} of ${formatCount(total)} ${things} of ${placeName} by ${label}: ` +
      `from ${first.name} with ${text(first)} to ${last.name} with ${text(last)}.`,
    crumbs: crumbsTo(["Rankings", RANKINGS_PATH], [`${label}, ${placeName}`, at(1)]),
    figures,
    sources,
    ...(page > 1 && { previous: at(page - 1) }),
    ...(page < pages && { next: at(page + 1) }),
    parts: { map: view.map, ranking: <RankingTable view={view} most={ROWS_EMBEDDED} /> },
    body: bodyOf(view, pages, origin),
  };
}

function bodyOf(view: RankingView, pages: number, origin: Pick<Figure, "publisher" | "date">) {
  const { address, things, count, total, unit, map, csv, explore, more } = view;
  const text = ({ value }: RankedRow) => valueText(value, unit);
  const [first, middle, last] = [0, (count - 1) >> 1, count - 1].map((i) => view.row(i));
  return (
    <>
      <p class="ranking-rules">
        {formatCount(count)} of {formatCount(total)} {things} are ranked.{" "}
        {address.isLowestFirst ? "Lowest" : "Highest"} is <To path={first.path}>{first.name}</To> with{" "}
        {text(first)}; the median is <To path={middle.path}>{middle.name}</To> with {text(middle)}; the{" "}
        {address.isLowestFirst ? "highest" : "lowest"} is <To path={last.path}>{last.name}</To> with{" "}
        {text(last)}.
        {origin.publisher && ` Figures: ${origin.publisher}${origin.date && `, ${formatDay(origin.date)}`}.`}
      </p>
      {view.rules.map((rule) => (
        <p class="muted ranking-rules">{rule}</p>
      ))}
      <nav class="choices" aria-label="This ranking in other places">
        <To path={rankingPath({ ...address, page: 1, isLowestFirst: !address.isLowestFirst })}>
          {address.isLowestFirst ? "Highest first" : "Lowest first"}
        </To>
        {view.stateCodes
          .filter((stateCode) => stateCode !== address.stateCode || address.council !== "")
          .map((stateCode) => (
            <To path={rankingPath({ metric: address.metric, stateCode })}>{placeNameOf(stateCode)}</To>
          ))}
      </nav>
      <div class="ranking-parts">
        {map && (
          <figure class="ranking-figure">
            {map}
            <Legend view={view} />
          </figure>
        )}
        <div>
          <RankingTable view={view} />
          {pages > 1 && <Pager address={address} pages={pages} />}
        </div>
      </div>
      {(csv || explore) && (
        <p class="choices">
          {csv && <To path={csv}>All {formatCount(count)} rows as CSV</To>}
          {explore && <To path={explore}>Open in Explore</To>}
        </p>
      )}
      <LeftOut view={view} />
      {more.map(({ title, links }) => (
        <Section title={title}>
          <Links links={links} />
        </Section>
      ))}
    </>
  );
}

export function Links({ links, kind = "link-list" }: { links: readonly Crumb[]; kind?: string }) {
  return (
    <ul class={kind}>
      {links.map(({ name, path }) => (
        <li>
          <To path={path}>{name}</To>
        </li>
      ))}
    </ul>
  );
}

/** Colours of the map with their ranges of values. */
function Legend({ view }: { view: RankingView }) {
  const text = (place: number) => valueText(view.row(place).value, view.unit);
  const steps = Array.from({ length: CLASSES }, (_, colour) => {
    const from = Math.ceil((colour * view.count) / CLASSES);
    const to = Math.ceil(((colour + 1) * view.count) / CLASSES) - 1;
    return from > to ? [] : [[colour, `${text(from)} to ${text(to)}`] as const];
  });
  return <MapLegend steps={steps.flat()} />;
}

function RankingTable({ view, most = ROWS_A_PAGE }: { view: RankingView; most?: number }) {
  const { address, count, label, unit, things, extra } = view;
  const from = (address.page - 1) * ROWS_A_PAGE;
  const rows = Array.from({ length: Math.min(most, count - from) }, (_, i) => ({
    ...view.row(from + i),
    extra: extra.map(([, cell]) => cell(from + i)),
  }));
  return (
    <Table
      kind="ranking"
      label={`${things} by ${label}`}
      rows={rows}
      columns={[
        ["Place", ({ place }) => formatCount(place), "number"],
        [
          things === "suburbs" ? "Suburb" : "Council",
          ({ path, name }) => <To path={path}>{name}</To>,
          "name",
        ],
        [label, ({ value }) => valueText(value, unit), "number"],
        ...extra.map(
          ([title], i): Column<(typeof rows)[number]> => [
            title,
            ({ extra: cells }) => (typeof cells[i] === "number" ? formatCount(cells[i]) : (cells[i] ?? "–")),
            typeof rows[0].extra[i] === "string" ? undefined : "number",
          ],
        ),
      ]}
    />
  );
}

function Pager({ address, pages }: { address: RankingAddress; pages: number }) {
  const { page } = address;
  const to = (target: number, text: string) => (
    <To path={rankingPath({ ...address, page: target })}>{text}</To>
  );
  return (
    <nav class="choices" aria-label="Pages">
      {page > 1 && to(page - 1, "Previous")}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && to(page + 1, "Next")}
      {page < pages && to(pages, "Last")}
    </nav>
  );
}

function LeftOut({ view: { leftOut, count, total, things } }: { view: RankingView }) {
  const some = leftOut.filter((one) => one.count > 0);
  if (some.length === 0) return null;
  return (
    <Section title="Left out">
      <p>
        {formatCount(total - count)} of {formatCount(total)} {things} are not ranked:
      </p>
      <ul>
        {some.map(({ why, count: number }) => (
          <li>
            {formatCount(number)}: {why}
          </li>
        ))}
      </ul>
    </Section>
  );
}
