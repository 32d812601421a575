import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { formatCount, formatIsoDay } from "../parts/format.ts";
import { Table } from "./charts.tsx";
import type { Figure, Outline, Rank } from "./page-model.ts";
import { LEAST_RANKED, ROWS_A_PAGE, rankingPath } from "./rankings/ranking-address.ts";

/** `/at/<snapshot>` of the page that is rendered. */
export const Prefix = createContext("");

/** A link to another page, under the same snapshot. */
export function To({
  path,
  isButton = false,
  children,
}: {
  path: string;
  isButton?: boolean;
  children: ComponentChildren;
}) {
  return (
    <a href={useContext(Prefix) + path} class={isButton ? "button" : undefined}>
      {children}
    </a>
  );
}

/** A value for people, or a dash. */
export const known = (value: number | undefined, format: (value: number) => string) =>
  value === undefined ? "–" : format(value);

/** A place, with a link to where it is in its ranking. */
function Place({ rank, metric, stateCode }: { rank: Rank | undefined; metric: string; stateCode: string }) {
  if (rank === undefined) return "–";
  const text = `${formatCount(rank.place)}${rank.same > 1 ? "=" : ""} of ${formatCount(rank.of)}`;
  const page = Math.ceil(rank.place / ROWS_A_PAGE);
  return rank.of < LEAST_RANKED ? text : <To path={rankingPath({ metric, stateCode, page })}>{text}</To>;
}

/** Figures with their places, who published them and when. */
export function Figures({
  figures,
  scope,
  of = "suburbs",
}: {
  figures: readonly Figure[];
  scope?: string;
  of?: string;
}) {
  if (figures.length === 0) return null;
  const scopes = (
    [
      ["inState", scope],
      ["inCountry", "Australia"],
    ] as const
  ).filter(([rank]) => scope !== undefined && figures.some((figure) => figure[rank]));
  const places = scopes.map(([, name]) => `Place in ${name}`);
  return (
    <section class="figures-section">
      <h2>Figures</h2>
      <Table
        heads={["Figure", "Value", ...places, "Published"]}
        words={["Published"]}
        named={places}
        rows={figures.map(({ key, label, text, publisher, date, ...ranks }) => [
          label,
          <data value={key}>{text}</data>,
          ...scopes.map(([rank]) => (
            <Place rank={ranks[rank]} metric={key} stateCode={rank === "inState" ? scope! : "AU"} />
          )),
          [publisher, date && formatIsoDay(date)].filter(Boolean).join(", "),
        ])}
      />
      {places.length > 0 && (
        <p class="chart-note">
          Places are among {of}: 1 has the highest figure, “=” is shared.
          {of === "suburbs" && " Those with fewer than 200 residents are not ranked."}
        </p>
      )}
    </section>
  );
}

/** Where an area is among those around it. */
export function OutlineSvg({ outline, name }: { outline: Outline; name: string }) {
  const { width, height, own, around } = outline;
  return (
    <svg class="outline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Outline of ${name}`}>
      <path class="around" d={around} />
      <path class="own" d={own} />
    </svg>
  );
}
