import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

/** Elements that screens and server-rendered pages share: nothing here needs a browser. */

/** `/at/<snapshot>` of a server-rendered page; on screens a vnode hook adds the prefix. */
export const Prefix = createContext("");

interface ToProps {
  readonly path: string;
  readonly isButton?: boolean;
  readonly children: ComponentChildren;
}

/** Link to another page of the same snapshot. */
export function To({ path, isButton = false, children }: ToProps) {
  return (
    <a href={useContext(Prefix) + path} class={isButton ? "button" : undefined}>
      {children}
    </a>
  );
}

interface SectionProps {
  readonly title: ComponentChildren;
  readonly kind?: string;
  readonly note?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ title, kind, note, children }: SectionProps) {
  return (
    <section class={kind || undefined}>
      <h2>{title}</h2>
      {children}
      {note && <p class="chart-note">{note}</p>}
    </section>
  );
}

/** Column of a table: title, cell of a row, and CSS class of its cells. Undefined cells mean no data. */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => ComponentChildren,
  kind?: string | undefined,
];

/** Formats a value; undefined if it is not known. */
export const known = <Value,>(
  value: Value | undefined,
  write: (value: Value) => string,
  isKnown = value !== undefined,
) => (isKnown ? write(value!) : undefined);

export interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly kind?: string;
  /** Makes the table focusable, to scroll it by keyboard, with this name. */
  readonly label?: string | undefined;
}

/** Plain table without empty columns. The column of kind `name`, else the first, is the row header. */
export function Table<Row>({ rows, columns, kind = "", label }: TableProps<Row>) {
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const isThere = (cell: ComponentChildren) => cell !== undefined && cell !== "" && cell !== false;
  const shown = [...columns.keys()].filter((i) => rows.length === 0 || cells.some((row) => isThere(row[i])));
  const naming = shown.find((i) => columns[i][2] === "name") ?? shown[0];
  return (
    <div class="table-wrap" {...(label && { tabIndex: 0, role: "region", "aria-label": `Table: ${label}` })}>
      <table class={`plain ${kind}`.trim()}>
        <thead>
          <tr>
            {shown.map((i) => (
              <th key={i} scope="col" class={columns[i][2]?.startsWith("number") ? "number" : undefined}>
                {columns[i][0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, place) => (
            <tr key={place}>
              {shown.map((i) => {
                const [title, , own] = columns[i];
                const cell = row[i] ?? <span class="is-unknown">no data</span>;
                return i === naming ? (
                  <th key={i} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={i} class={own} data-head={own?.endsWith("headed") ? title : undefined}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FactsProps {
  readonly rows: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  readonly kind?: string;
}

/** List of names and values; rows with empty values are left out. */
export function Facts({ rows, kind = "" }: FactsProps) {
  const shown = rows.filter(([, value]) => value !== false && value !== "" && value !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl class={`facts ${kind}`}>
      {shown.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

interface HeadlineProps {
  readonly figures: readonly (readonly [label: string, value: ComponentChildren, key?: string] | false)[];
}

/** Large figures at the top of a screen; `key` becomes `data-figure`. */
export function Headline({ figures }: HeadlineProps) {
  return (
    <div class="headline">
      {figures.map(
        (figure) =>
          figure && (
            <div key={figure[0]}>
              <div class="muted small">{figure[0]}</div>
              <div class="value" data-figure={figure[2]}>
                {figure[1]}
              </div>
            </div>
          ),
      )}
    </div>
  );
}
