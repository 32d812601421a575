import { STATE_CODES, type StateCode } from "../../dataset/states.ts";
import type { ImportRow } from "../importer.ts";
import type { SuburbNames } from "../places/suburb-names.ts";
import { type RejectedRule, RejectTally } from "../run/reject-tally.ts";
import { parliamentOn } from "./parliaments.ts";
import type { ListedInterest, RegisterPage } from "./register-pages.ts";

interface Dated {
  readonly page: RegisterPage;
  readonly vintage: string;
  readonly path: string;
}

interface DeclaredRows {
  readonly holdings: readonly ImportRow[];
  readonly documents: readonly ImportRow[];
  /** Number of current real-estate declarations by suburb. */
  readonly properties: readonly ImportRow[];
  readonly rejects: readonly RejectedRule[];
}

interface Declaration extends ListedInterest {
  /** Vintage of the first page without it; "" while it is declared. */
  ended: string;
}

/** Merges the declarations of all register pages. A declaration is identified by its whole content. */
export function declaredRows(
  pages: readonly Dated[],
  idOf: (name: string, chamber: "house" | "senate") => number | undefined,
  suburbs: SuburbNames,
): DeclaredRows {
  const tally = new RejectTally();
  const holdings: ImportRow[] = [];
  const documents = new Map<string, ImportRow>();
  const properties = new Map<string, number>();
  // Sort by content, so that ids do not depend on the row order of pages.
  const declared = [...Map.groupBy(pages, ({ page }) => page.items).values()]
    .flatMap((own) => declarations(own))
    .map((interest) => ({ interest, key: `${interest.item} ${keyOf(interest)} ${interest.ended}` }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ interest }) => interest);
  for (const [i, interest] of declared.entries()) {
    const politician = idOf(interest.name, interest.chamber);
    if (politician === undefined) {
      tally.reject(
        "no member",
        i + 1,
        `"${interest.name}" (${interest.chamber}) matches no member, or several`,
      );
      continue;
    }
    const salCode = interest.item === 3 ? suburbOf(interest.text, suburbs) : null;
    const parliament = parliamentOn(interest.updated);
    const url = `https://www.aph.gov.au/Senators_and_Members/Register#${politician}-${parliament ?? 0}`;
    if (parliament !== undefined) {
      documents.set(url, {
        source_url: url,
        politician_id: politician,
        chamber: interest.chamber,
        parliament,
        extract_status: "read",
      });
    }
    if (salCode !== null && interest.ended === "")
      properties.set(salCode, (properties.get(salCode) ?? 0) + 1);
    holdings.push({
      id: holdings.length + 1,
      politician_id: politician,
      item_no: interest.item,
      holder: interest.holder,
      declared_text: interest.text,
      secondary_text: interest.secondary || null,
      sal_code: salCode,
      match_method: salCode === null ? null : "name_exact",
      declared_from: interest.updated || null,
      declared_from_known: interest.updated !== "",
      declared_to: interest.ended || null,
      currently_declared: interest.ended === "",
      source_url: url,
      source_licence: "CC-BY-NC-ND-4.0",
    });
  }
  return {
    holdings,
    documents: [...documents.values()],
    properties: Array.from(properties, ([sal_code, declared_property_count]) => ({
      sal_code,
      declared_property_count,
    })),
    rejects: tally.rules(),
  };
}

/** Declarations of one item in page order. One that a page lacks ended there; duplicates count separately. */
function declarations(pages: readonly Dated[]): Declaration[] {
  const ordered = pages.toSorted((a, b) => (a.vintage < b.vintage ? -1 : 1));
  const all: Declaration[] = [];
  for (const { page, vintage } of ordered) {
    const open = Map.groupBy(
      all.filter(({ ended }) => ended === ""),
      keyOf,
    );
    for (const interest of page.interests) {
      const again = open.get(keyOf(interest))?.shift();
      if (again === undefined) all.push({ ...interest, ended: "" });
    }
    for (const left of open.values()) for (const gone of left) gone.ended = vintage;
  }
  return all;
}

function keyOf({ name, chamber, holder, text, secondary, updated }: ListedInterest): string {
  return [name, chamber, holder, text, secondary, updated].join("\u0000");
}

/** Suburb code for a place such as `Flemington, VIC`; null without exactly one match. */
function suburbOf(text: string, suburbs: SuburbNames): string | null {
  const match = /^([^|]*),\s*([A-Z]{2,3})\.?$/.exec(text.trim());
  if (match === null || !(STATE_CODES as readonly string[]).includes(match[2])) return null;
  const found = suburbs.match(match[2] as StateCode, match[1].trim());
  return found.length === 1 ? found[0].salCode : null;
}
