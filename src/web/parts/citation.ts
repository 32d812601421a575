import { formatDay, joined } from "./format.ts";

export interface CitedSource {
  readonly id: string;
  readonly publisher: string;
  /** Title of the publisher's table. */
  readonly title: string;
  readonly licence: string;
  /** YYYY-MM-DD */
  readonly vintage: string;
}

/** What to cite: a figure, chart or table of a snapshot. */
export interface Cited {
  readonly what: string;
  readonly sources: readonly CitedSource[];
  readonly snapshotId: string;
  /** Formatted day of the data. */
  readonly asOf: string;
  readonly synthetic: boolean;
  /** Permanent URL. */
  readonly link: string;
}

export function sourceText({ publisher, title, vintage, licence }: CitedSource): string {
  return joined([publisher, title, formatDay(vintage), licence], ", ");
}

/** Citation as plain text: what, each source with its table, date and licence, and the link. */
export function citationText(cited: Cited): string {
  const sources = cited.sources.map(sourceText);
  return `${cited.what}. ${sources.length === 0 ? "" : `${sources.join("; ")}. `}${inTerrace(cited)}. ${cited.link}`;
}

/** Citation as BibTeX: an entry per source, or one for Terrace if there is no source. */
export function citationBibtex(cited: Cited): string {
  const entries = cited.sources.map(({ id, publisher, title, vintage, licence }) =>
    entry(cited, id, {
      author: `{${bibText(publisher)}}`,
      title: `{${bibText(title)}}`,
      year: vintage.slice(0, 4),
      note: bibText(`${cited.what}. Published ${vintage}, ${licence}. ${inTerrace(cited)}`),
    }),
  );
  if (entries.length > 0) return entries.join("\n\n");
  return entry(cited, "terrace", {
    author: "{Terrace}",
    title: `{${bibText(cited.what)}}`,
    year: /\d{4}$/.exec(cited.asOf)?.[0] ?? "",
    note: bibText(inTerrace(cited)),
  });
}

/** Link and citations to copy, with their labels. */
export const citationTexts = (cited: Cited) => [
  { label: "Permanent link", text: cited.link },
  { label: "Citation", text: citationText(cited) },
  { label: "BibTeX", text: citationBibtex(cited) },
];

function entry({ snapshotId, link }: Cited, id: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...fields, url: link }).map(([name, text]) => `  ${name} = {${text}}`);
  return `@misc{${id}-${snapshotId},\n${lines.join(",\n")}\n}`;
}

function inTerrace({ synthetic, snapshotId, asOf }: Cited): string {
  return `In Terrace${synthetic ? " (synthetic data)" : ""}, data of ${asOf}, snapshot ${snapshotId}`;
}

/** Removes braces and backslashes and escapes the special characters of BibTeX. */
function bibText(text: string): string {
  return text.replace(/[{}\\]/g, "").replace(/[&%$#_]/g, "\\$&");
}

/** Publisher and formatted date, as far as known. */
export function originText({ publisher, date }: ReturnType<typeof originOf>): string {
  return joined([publisher, date && formatDay(date)], ", ");
}

/** Known publishers, each once. */
export function publishersOf(sources: readonly Pick<CitedSource, "publisher">[]): string[] {
  return [...new Set(sources.map(({ publisher }) => publisher).filter(Boolean))];
}

/** Publisher and newest date of some sources; "" if there are none. */
export function originOf(sources: readonly Pick<CitedSource, "publisher" | "vintage">[]) {
  const [first = "", ...others] = publishersOf(sources);
  const date =
    sources
      .map(({ vintage }) => vintage)
      .sort()
      .at(-1) ?? "";
  return { publisher: others.length > 0 ? `${first} and others` : first, date };
}
