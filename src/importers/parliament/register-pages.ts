import { cellText, headerOf, PlainTable } from "../files/plain-table.ts";
import type { FileReading } from "../importer.ts";
import { readEntity } from "../news/plain-text.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText } from "../series/period.ts";

export interface ListedInterest {
  readonly name: string;
  readonly chamber: "house" | "senate";
  readonly electorate: string;
  readonly party: string;
  readonly item: number;
  readonly holder: string;
  readonly text: string;
  readonly secondary: string;
  /** Day of the statement; "" when the page has none. */
  readonly updated: string;
}

export interface RegisterPage {
  readonly kind: "interests";
  /** Item and columns of the page. Pages with equal `items` are successive versions of the same list. */
  readonly items: string;
  readonly interests: readonly ListedInterest[];
}

/** Page types by the columns after "held by": item, column of the text, column of the secondary text. */
const PAGES: readonly (readonly [item: number, text: RegExp, secondary: RegExp | undefined])[] = [
  [1, /^name of company \(including holding/, undefined],
  [3, /^location$/, /^purpose for which owned$/],
  [4, /^name of company$/, /^activities of company$/],
  [2, /^name of trust\/nominee company$/, /^beneficial (interest|trustee)$/],
  [5, /^name$/, /^activities of partnership$/],
  [6, /^nature of liability$/, /^creditor$/],
  [7, /^type of investment$/, /^body in which (the )?investment is held$/],
  [8, /^nature of account$/, /^name of (bank|institution)/],
  [9, /^nature of (any )?(other )?assets?$/, undefined],
  [10, /^nature of (other )?income$/, undefined],
];

const SHARED = ["name", "member type", "electorate", "party", "held by", "updated"];

/** Rows of a page's table, header first: a CSV as is, or the table of a web page without tags. */
export function pageRows(file: ImportFile): string[][] {
  if (!file.isHtml) return file.csv();
  // A truncated page has no closing tag; it must be recognised here, so that reading can reject it.
  const [table = file.text.slice(Math.max(0, file.text.search(/<table/i)))] = insides(file.text, "table");
  return Array.from(insides(table, "tr"), (row) => Array.from(insides(row, "t[hd]"), textOf));
}

/** Yields the content between each opening tag and the next closing tag; stops at the first unclosed one. */
function* insides(html: string, tag: string): Generator<string> {
  const open = new RegExp(`<${tag}`, "gi");
  const close = new RegExp(`</${tag}>`, "gi");
  while (open.test(html)) {
    const start = html.indexOf(">", open.lastIndex) + 1;
    close.lastIndex = start;
    const end = start === 0 ? null : close.exec(html);
    if (end === null) return;
    yield html.slice(start, end.index);
    open.lastIndex = close.lastIndex;
  }
}

function textOf(html: string): string {
  return withoutTags(html.replace(/<\/p>\s*<p[^>]*>/gi, " | "))
    .replace(/&(#\d+|#x[0-9a-f]+|\w+);/gi, readEntity)
    .replace(/\s+/g, " ")
    .trim();
}

/** Strips tags. Skips the text after the last ">", where matching from every "<" would be quadratic. */
function withoutTags(html: string): string {
  const end = html.lastIndexOf(">") + 1;
  return html.slice(0, end).replace(/<[^>]*>/g, "") + html.slice(end);
}

function pageOf(header: readonly string[]): (typeof PAGES)[number] | undefined {
  const names = header.map((cell) => cell.trim().toLowerCase());
  if (!SHARED.every((name) => names.includes(name))) return undefined;
  const others = names.slice(names.indexOf("held by") + 1);
  return PAGES.find(
    ([, text, secondary]) =>
      others.some((name) => text.test(name)) &&
      (secondary === undefined || others.some((name) => secondary.test(name))),
  );
}

export function registerItem(file: ImportFile): number | undefined {
  if (file.isWorkbook) return undefined;
  if (!file.isHtml && !headerOf(file).includes("member type")) return undefined;
  const header = pageRows(file)[0];
  return header === undefined ? undefined : pageOf(header)?.[0];
}

export function readRegisterPage(file: ImportFile): FileReading<RegisterPage> {
  if (file.isHtml && !/<\/table\s*>/i.test(file.text))
    file.refuse("truncated: the page ends inside its table; download it again");
  const rows = pageRows(file);
  const [item, textColumn, secondaryColumn] = pageOf(rows[0])!;
  const table = new PlainTable(file, [], { rows });
  const names = table.titles;
  // Pages about partnerships have two columns "Name": the member's first, the declared one after "held by".
  const behind = names.indexOf("held by") + 1;
  const find = (pattern: RegExp | undefined) =>
    pattern === undefined ? -1 : names.findIndex((name, i) => i >= behind && pattern.test(name));
  const at = { text: find(textColumn), secondary: find(secondaryColumn) };
  let newest = "";
  const interests = table.take("nothing declared", ({ cells, reject }): ListedInterest | undefined => {
    const cell = (name: string) => cellText(cells[names.indexOf(name)]);
    const text = cellText(cells[at.text]);
    const updated = dateOfText(cell("updated")) ?? "";
    const chamber = /senator/i.test(cell("member type")) ? "senate" : "house";
    if (cell("name") === "" || text === "") return reject("nothing declared", `"${cell("name")}": "${text}"`);
    newest = updated > newest ? updated : newest;
    return {
      name: cell("name"),
      chamber,
      electorate: cell("electorate"),
      party: cell("party"),
      item,
      holder: holderOf(cell("held by")),
      text,
      secondary: cellText(cells[at.secondary]),
      updated,
    };
  });
  const part = { kind: "interests" as const, items: `${item} ${names.join(",")}`, interests };
  return table.reading({ part, vintage: newest, list: part.items });
}

/** The first named holder: `Self/Spouse` counts as the member. */
function holderOf(text: string): string {
  const first = text.split("/")[0].trim().toLowerCase();
  if (first === "self") return "self";
  if (/^(spous|partner)/.test(first)) return "spouse_partner";
  return /^dependent/.test(first) ? "dependent_children" : "unspecified";
}
