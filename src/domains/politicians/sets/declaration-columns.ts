import type { SnapshotView } from "../../../engine/view.ts";
import { DECLARATION_COLUMNS_KEY, type DeclarationHead } from "../page-keys.ts";
import { directoryOf } from "../queries/members.ts";
import { bytesOf } from "./donation-columns.ts";

export type DeclarationColumns = ReturnType<typeof declarationColumns>;

const NOTHING: DeclarationHead = { companies: [], suburbs: [], extracted: [], partial: [], pending: [] };

/**
 * Declarations of a snapshot by column, in order of members, read once; empty where no register is held. Companies, suburbs
 * and industries are places from 1, 0 is none; `industryOf` has the industry of each company.
 */
export function declarationColumns(view: SnapshotView) {
  return view.derived("declaration-columns", () => {
    const page = view.pages.readOnce("declaration_columns", DECLARATION_COLUMNS_KEY);
    const head = page?.json<DeclarationHead>(0) ?? NOTHING;
    const known = head.companies.map(({ industry }) => industry).filter((industry) => industry !== "");
    const industries = [...new Set(known)].sort();
    const places = new Map(industries.map((industry, i) => [industry, i + 1]));
    return {
      ...head,
      members: directoryOf(view),
      industries,
      industryOf: Uint16Array.from(
        ["", ...head.companies.map((one) => one.industry)],
        (i) => places.get(i) ?? 0,
      ),
      member: new Uint16Array(bytesOf(page, 1)),
      item: new Uint8Array(bytesOf(page, 2)),
      holder: new Uint8Array(bytesOf(page, 3)),
      company: new Uint16Array(bytesOf(page, 4)),
      suburb: new Uint16Array(bytesOf(page, 5)),
      isCurrent: new Uint8Array(bytesOf(page, 6)),
    };
  });
}
