import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { SnapshotView } from "../../../engine/view.ts";
import {
  ComparePoliticiansResponseSchema,
  PoliticianOnlyCompanySchema,
  SharedDeclaredCompanySchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { joinedAnswer } from "../../../rpc/encoding/assembled-answer.ts";
import { unpooledBytes } from "../../../rpc/encoding/unpooled-bytes.ts";
import { elementField, varintField } from "../../../rpc/encoding/wire-bytes.ts";
import type { EncodedAnswer } from "../../../rpc/unary-method.ts";
import { type DeclaredCompany, MEMBER_ELEMENTS } from "../page-keys.ts";
import { ownMemberPage } from "./members.ts";

/** Companies of one side that an answer lists; the others are counted. */
const MOST_ONLY = 20;

type Response = MessageInitShape<typeof ComparePoliticiansResponseSchema>;
type Shared = MessageInitShape<typeof SharedDeclaredCompanySchema>;

/** What one member adds to a comparison as side a or as side b, encoded once a snapshot. */
interface Side {
  readonly summary: Uint8Array;
  readonly holders: Uint8Array;
  readonly coverage: Uint8Array;
  /** In the order of `codes`: the company alone, and its part of a shared one. */
  readonly only: readonly Uint8Array[];
  readonly sharedHolders: readonly Uint8Array[];
  readonly sharedFlag: readonly Uint8Array[];
}

interface Member {
  /** Ascending. */
  readonly codes: readonly string[];
  /** Code, name and industry as a shared company begins. */
  readonly companies: readonly Uint8Array[];
  readonly a: Side;
  readonly b: Side;
}

const { number: SHARED } = ComparePoliticiansResponseSchema.field.sharedCompanies;
const { number: ONLY_A } = ComparePoliticiansResponseSchema.field.onlyACompanies;
const { number: ONLY_B } = ComparePoliticiansResponseSchema.field.onlyBCompanies;
const { number: ONLY_A_MORE } = ComparePoliticiansResponseSchema.field.onlyAMore;
const { number: ONLY_B_MORE } = ComparePoliticiansResponseSchema.field.onlyBMore;

/** Two members side by side. Whatever is on one side is made by the code that makes the other. */
export function comparison(
  view: SnapshotView,
  slugA: string,
  slugB: string,
  tail: Uint8Array,
): EncodedAnswer {
  const [one, other] = [memberOf(view, slugA), memberOf(view, slugB)];
  const shared: Uint8Array[] = [];
  const onlyA: Uint8Array[] = [];
  const onlyB: Uint8Array[] = [];
  for (let i = 0, j = 0; i < one.codes.length || j < other.codes.length; ) {
    const [codeA, codeB] = [one.codes[i], other.codes[j]];
    if (codeB === undefined || codeA < codeB) onlyA.push(one.a.only[i++]);
    else if (codeA === undefined || codeB < codeA) onlyB.push(other.b.only[j++]);
    else {
      const parts = [
        one.companies[i],
        one.a.sharedHolders[i],
        other.b.sharedHolders[j],
        one.a.sharedFlag[i],
        other.b.sharedFlag[j],
      ];
      shared.push(elementField(SHARED, Buffer.concat(parts)));
      i++;
      j++;
    }
  }
  return joinedAnswer(ComparePoliticiansResponseSchema, [
    one.a.summary,
    other.b.summary,
    one.a.holders,
    other.b.holders,
    ...shared,
    ...onlyA.slice(0, MOST_ONLY),
    ...onlyB.slice(0, MOST_ONLY),
    varintField(ONLY_A_MORE, Math.max(0, onlyA.length - MOST_ONLY)),
    varintField(ONLY_B_MORE, Math.max(0, onlyB.length - MOST_ONLY)),
    one.a.coverage,
    other.b.coverage,
    tail,
  ]);
}

/** A member as either side, read when it is first compared. */
function memberOf(view: SnapshotView, slug: string): Member {
  const members = view.derived("compared-members", () => new Map<string, Member>());
  const known = members.get(slug);
  if (known !== undefined) return known;
  const page = ownMemberPage(view, slug);
  const side = fromBinary(ComparePoliticiansResponseSchema, page.binary(MEMBER_ELEMENTS.side));
  const companies = page.json<DeclaredCompany[]>(MEMBER_ELEMENTS.companies);
  const encode = (part: Response) =>
    toBinary(ComparePoliticiansResponseSchema, create(ComparePoliticiansResponseSchema, part));
  const encodeShared = (part: Shared) =>
    toBinary(SharedDeclaredCompanySchema, create(SharedDeclaredCompanySchema, part));
  const sideOf = (letter: "A" | "B", number: number): Side => ({
    summary: encode({ [letter.toLowerCase()]: side.a }),
    holders: encode({ [`holderCounts${letter}`]: side.holderCountsA }),
    coverage: encode({
      [`extractedParliaments${letter}`]: side.extractedParliamentsA,
      [`partialParliaments${letter}`]: side.partialParliamentsA,
      [`pendingParliaments${letter}`]: side.pendingParliamentsA,
    }),
    only: companies.map(({ code, name, industry, holders, isCurrent }) => {
      const company = create(PoliticianOnlyCompanySchema, {
        stockCode: code,
        companyName: name,
        industry,
        holders: [...holders],
        currentlyDeclared: isCurrent,
      });
      return unpooledBytes(elementField(number, toBinary(PoliticianOnlyCompanySchema, company)));
    }),
    sharedHolders: companies.map(({ holders }) => encodeShared({ [`holders${letter}`]: [...holders] })),
    sharedFlag: companies.map(({ isCurrent }) => encodeShared({ [`currentlyDeclared${letter}`]: isCurrent })),
  });
  const member: Member = {
    codes: companies.map(({ code }) => code),
    companies: companies.map(({ code, name, industry }) =>
      encodeShared({ stockCode: code, companyName: name, industry }),
    ),
    a: sideOf("A", ONLY_A),
    b: sideOf("B", ONLY_B),
  };
  members.set(slug, member);
  return member;
}
