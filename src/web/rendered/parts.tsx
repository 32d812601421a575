import type { ComponentChild, ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import { originOf, originText } from "../parts/citation.ts";
import { formatCount, formatMoney } from "../parts/format.ts";
import { type Column, known, Prefix, Section, Table, type TableProps, To } from "../parts/section.tsx";
import { namesOf } from "./addresses.ts";
import { OUTLINE_SIZE } from "./outline.ts";
import type { Figure, Outline, PageSource, Rank } from "./page-model.ts";
import { MIN_RANKED, ROWS_A_PAGE, rankingPath } from "./rankings/ranking-address.ts";
import type { Site } from "./site.ts";

/** Renders an HTML document whose links are under a prefix. */
export function htmlDocument(prefix: string, html: ComponentChild): string {
  return `<!doctype html>${renderToString(<Prefix.Provider value={prefix}>{html}</Prefix.Provider>)}`;
}

interface LeadProps {
  readonly where?: ComponentChildren;
  readonly sentences: string;
  readonly outline?: Outline | undefined;
  readonly name?: string;
  /** Links below the sentences. */
  readonly actions?: readonly (readonly [path: string, text: string])[];
  readonly children?: ComponentChildren;
}

/** Beginning of a page: location, sentences, outline and links. */
export function Lead({ where, sentences, outline, name = "", actions = [], children }: LeadProps) {
  const paragraph = <p class="sentences">{sentences}</p>;
  return (
    <>
      {where && <p class="where">{where}</p>}
      {outline ? (
        <div class="lead">
          {paragraph}
          <OutlineSvg outline={outline} name={name} />
        </div>
      ) : (
        paragraph
      )}
      {actions.length > 0 && (
        <p class="actions">
          {actions.map(([path, text]) => (
            <To path={path} isButton>
              {text}
            </To>
          ))}
          {children}
        </p>
      )}
    </>
  );
}

interface ListedProps<Row> extends TableProps<Row> {
  readonly title: string;
  /** Path that the title links to. */
  readonly path?: string | undefined;
  readonly note?: ComponentChildren;
}

/** Table under a heading; nothing if it has no rows. */
export function Listed<Row>({ title, path, note, kind = "", ...table }: ListedProps<Row>) {
  if (table.rows.length === 0) return null;
  return (
    <Section title={path ? <To path={path}>{title}</To> : title} note={note} kind={kind}>
      <Table label={title} {...table} />
    </Section>
  );
}

export function SuburbLink({ site, position }: { site: Site; position: number }) {
  return <To path={site.suburbs.paths[position]}>{namesOf(site.index.salNames[position]).name}</To>;
}

interface SuburbsProps<Row> extends Omit<ListedProps<Row>, "columns"> {
  readonly site: Site;
  /** Columns between the names and the common figures. */
  readonly own: readonly Column<Row>[];
}

/** Table of suburbs, with residents and income. */
export function Suburbs<Row extends { readonly position: number }>({
  site,
  own,
  ...listed
}: SuburbsProps<Row>) {
  const figure = (key: string, { position }: Row) => site.valueOf(key, position);
  return (
    <Listed
      {...listed}
      columns={[
        ["Suburb", ({ position }) => <SuburbLink site={site} position={position} />],
        ...own,
        ["Residents", (row) => known(figure("population", row), formatCount), "number"],
        ["Household income a week", (row) => known(figure("income", row), formatMoney), "number"],
      ]}
    />
  );
}

/** A figure without ranks. */
export const plainFigure = (
  figure: Pick<Figure, "key" | "label" | "value" | "text"> & { readonly unit?: string },
  sources: readonly PageSource[],
): Figure => ({ unit: "", ...figure, ...originOf(sources) });

/** A rank, linked to its page of the ranking. */
function Place({ rank, metric, stateCode }: { rank: Rank | undefined; metric: string; stateCode: string }) {
  if (rank === undefined) return "–";
  const text = `${formatCount(rank.place)}${rank.same > 1 ? "=" : ""} of ${formatCount(rank.of)}`;
  const page = Math.ceil(rank.place / ROWS_A_PAGE);
  return rank.of < MIN_RANKED ? text : <To path={rankingPath({ metric, stateCode, page })}>{text}</To>;
}

interface FiguresProps {
  readonly figures: readonly Figure[];
  readonly scope?: string;
  readonly of?: string;
}

export function Figures({ figures, scope, of = "suburbs" }: FiguresProps) {
  const scopes = (
    [
      ["inState", scope],
      ["inCountry", "Australia"],
    ] as const
  ).filter(([rank]) => scope !== undefined && figures.some((figure) => figure[rank]));
  const few = of === "suburbs" ? " Those with fewer than 200 residents are not ranked." : "";
  return (
    <Listed
      title="Figures"
      kind="figures-section"
      note={scopes.length > 0 && `Ranks are among ${of}: 1 is the highest, “=” marks a tie.${few}`}
      rows={figures}
      columns={[
        ["Figure", ({ label }) => label],
        ["Value", ({ key, text }) => <data value={key}>{text}</data>, "number"],
        ...scopes.map(
          ([rank, name]): Column<Figure> => [
            `Place in ${name}`,
            ({ key, [rank]: place }) => (
              <Place rank={place} metric={key} stateCode={rank === "inState" ? scope! : "AU"} />
            ),
            "number headed",
          ],
        ),
        ["Published", originText],
      ]}
    />
  );
}

export function OutlineSvg({ outline, name }: { outline: Outline; name: string }) {
  const { width, height } = OUTLINE_SIZE;
  return (
    <svg class="outline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Outline of ${name}`}>
      <path class="around" d={outline.around} />
      <path class="own" d={outline.own} />
    </svg>
  );
}
