import type { SnapshotView } from "../../../engine/view.ts";
import { DECLARATION_COLUMNS_KEY, type DeclarationHead, type DirectoryEntry } from "../page-keys.ts";
import { directoryOf } from "../queries/members.ts";
import { bytesOf } from "./donation-columns.ts";

/** Declarations by column, in order of members. */
export interface DeclarationColumns extends DeclarationHead {
  readonly members: readonly DirectoryEntry[];
  /** Industries of the companies, in order; "" is not one. */
  readonly industries: readonly string[];
  /** Place of each company's industry from 1, by the company's place from 1; 0 is none. */
  readonly industryOf: Uint16Array;
  readonly member: Uint16Array;
  readonly item: Uint8Array;
  readonly holder: Uint8Array;
  /** Places from 1; 0 is none. */
  readonly company: Uint16Array;
  readonly suburb: Uint16Array;
  readonly isCurrent: Uint8Array;
}

const NOTHING: DeclarationHead = { companies: [], suburbs: [], extracted: [], partial: [], pending: [] };

/** The columns of a snapshot, read once; empty where no register is held. */
export function declarationColumns(view: SnapshotView): DeclarationColumns {
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
