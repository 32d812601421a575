import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type DeclarationCountSchema,
  DeclarationGroup,
  type DeclarationHolder,
  DeclarationHolderSchema,
} from "../../../gen/terrace/v1/explorer_pb.ts";
import { perSnapshot } from "../../per-snapshot.ts";
import { ITEM_LABELS, itemLabel } from "../items.ts";
import { DECLARATION_COLUMNS_KEY } from "../page-keys.ts";
import type { DeclarationHead } from "../pages/declarations.ts";
import { directoryOf } from "../queries/members.ts";
import type { DeclarationQuery } from "../rules.ts";
import { Cells, type Dimension } from "./cells.ts";
import { bytesOf } from "./donations.ts";

type DeclarationColumns = ReturnType<typeof declarationColumns>;

const NOTHING: DeclarationHead = { companies: [], suburbs: [], extracted: [], partial: [], pending: [] };

/**
 * Declarations of a snapshot by column, in member order, read once; empty without a register. Companies,
 * suburbs and industries are indices from 1, 0 is none; `industryOf` has the industry of each company.
 */
export const declarationColumns = perSnapshot("declaration-columns", (view) => {
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

type CountFields = MessageInitShape<typeof DeclarationCountSchema>;

/** Counts people with a declaration of the set, by group and in all, and members that the set allows. */
export function countDeclarations(columns: DeclarationColumns, query: DeclarationQuery) {
  const { set } = query;
  const isMember = columns.members.map(
    ({ party, state, chamber }) =>
      matches(set.parties, party) && matches(set.states, state) && matches(set.chambers, chamber),
  );
  const isCompany = companyFlags(columns, set);
  const dimensions = query.groupBy.map((group) => DIMENSIONS[group](columns));
  const cells = new Cells(dimensions);
  const all = new Cells([]);
  columns.member.forEach((member, row) => {
    if (!isMember[member] || !matches(set.items, columns.item[row])) return;
    if (!matches(set.holders, columns.holder[row])) return;
    if (isCompany !== undefined && !isCompany[columns.company[row]]) return;
    if (set.isCurrentOnly && columns.isCurrent[row] === 0) return;
    all.add(row, member);
    cells.add(row, member);
  });
  const page = cells.page(query.order === "people" ? cells.owners : undefined, query.offset, query.limit);
  return {
    counts: page.map((cell): CountFields => {
      const named = cells.placesOf(cell).map((place, i) => dimensions[i].fieldsOf(place));
      return Object.assign({ politicianCount: cells.owners[cell] }, ...named);
    }),
    totalCount: cells.count,
    politicianCount: all.owners[0] ?? 0,
    memberCount: isMember.filter(Boolean).length,
  };
}

function matches<T>(wanted: readonly T[] | undefined, value: T): boolean {
  return wanted === undefined || wanted.includes(value);
}

/** Wanted companies by index from 1; undefined if declarations without a company match too. */
function companyFlags(
  { companies }: DeclarationColumns,
  { stocks, industries }: DeclarationQuery["set"],
): readonly boolean[] | undefined {
  if (stocks === undefined && industries === undefined) return undefined;
  return [
    false,
    ...companies.map(({ code, industry }) => matches(stocks, code) && matches(industries, industry)),
  ];
}

interface NamedDimension extends Dimension {
  fieldsOf(place: number): CountFields;
}

const item = ({ item }: DeclarationColumns): NamedDimension => ({
  size: ITEM_LABELS.length,
  placeOf: (row) => item[row] - 1,
  fieldsOf: (place) => ({ itemNo: place + 1, itemLabel: itemLabel(place + 1) }),
});

const DIMENSIONS: Readonly<Record<DeclarationGroup, (columns: DeclarationColumns) => NamedDimension>> = {
  [DeclarationGroup.UNSPECIFIED]: item,
  [DeclarationGroup.ITEM]: item,
  [DeclarationGroup.HOLDER]: ({ holder }) => ({
    size: DeclarationHolderSchema.values.length,
    placeOf: (row) => holder[row],
    fieldsOf: (place) => ({ holder: place as DeclarationHolder }),
  }),
  [DeclarationGroup.PARTY]: ofMember("party", (partyAb) => ({ partyAb })),
  [DeclarationGroup.STATE]: ofMember("state", (stateCode) => ({ stateCode })),
  [DeclarationGroup.CHAMBER]: ofMember("chamber", (chamber) => ({ chamber })),
  [DeclarationGroup.INDUSTRY]: ({ company, industries, industryOf }) => ({
    size: industries.length,
    placeOf: (row) => industryOf[company[row]] - 1,
    fieldsOf: (place) => ({ industry: industries[place] }),
  }),
  [DeclarationGroup.COMPANY]: ({ company, companies }) => ({
    size: companies.length,
    placeOf: (row) => company[row] - 1,
    fieldsOf: (place) => ({ stockCode: companies[place].code, companyName: companies[place].name }),
  }),
  [DeclarationGroup.SUBURB]: ({ suburb, suburbs }) => ({
    size: suburbs.length,
    placeOf: (row) => suburb[row] - 1,
    fieldsOf: (place) => ({ salCode: suburbs[place].code, suburbName: suburbs[place].name }),
  }),
};

/** A dimension of an attribute of members: its distinct values, sorted. */
function ofMember(name: "party" | "state" | "chamber", fieldsOf: (value: string) => CountFields) {
  return ({ members }: DeclarationColumns): NamedDimension => {
    const values = [...new Set(members.map((entry) => entry[name]))].sort();
    const placeOfMember = members.map((entry) => values.indexOf(entry[name]));
    return {
      size: values.length,
      placeOf: (_, member) => placeOfMember[member],
      fieldsOf: (place) => fieldsOf(values[place]),
    };
  };
}
