import { create, fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import type { SnapshotView } from "../../../engine/view.ts";
import { ComparePoliticiansResponseSchema } from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { type DeclaredCompany, MEMBER_ELEMENTS } from "../page-keys.ts";
import { ownMemberPage } from "./members.ts";

/** Companies of one side that an answer lists; the others are counted. */
const MOST_ONLY = 20;

type Fields = MessageInitShape<typeof ComparePoliticiansResponseSchema>;

/** Two members side by side. Whatever is on one side is made by the code that makes the other. */
export function comparison(view: SnapshotView, slugA: string, slugB: string, rest: Fields) {
  const [one, other] = [memberOf(view, slugA), memberOf(view, slugB)];
  const sharedCompanies = one.companies.flatMap(({ code, name, industry, holders, isCurrent }) => {
    const same = other.byCode.get(code);
    if (same === undefined) return [];
    return {
      ...{ stockCode: code, companyName: name, industry },
      ...{ holdersA: [...holders], holdersB: [...same.holders] },
      ...{ currentlyDeclaredA: isCurrent, currentlyDeclaredB: same.isCurrent },
    };
  });
  const fields = {
    ...sideFields("A", one, other),
    ...sideFields("B", other, one),
    ...{ a: one.side.a, b: other.side.a, sharedCompanies, ...rest },
  };
  return create(ComparePoliticiansResponseSchema, fields as Fields);
}

type Member = ReturnType<typeof memberOf>;

/** A member as its page has it: as side a, with the companies that it ever declared by code. */
function memberOf(view: SnapshotView, slug: string) {
  const page = ownMemberPage(view, slug);
  const companies = page.json<DeclaredCompany[]>(MEMBER_ELEMENTS.companies);
  return {
    side: fromBinary(ComparePoliticiansResponseSchema, page.binary(MEMBER_ELEMENTS.side)),
    companies,
    byCode: new Map(companies.map((company) => [company.code, company])),
  };
}

/** What an answer tells of a member alone, as side a or as side b. */
function sideFields(letter: "A" | "B", { side, companies }: Member, other: Member): object {
  const only = companies.filter(({ code }) => !other.byCode.has(code));
  return {
    [`holderCounts${letter}`]: side.holderCountsA,
    [`only${letter}Companies`]: only
      .slice(0, MOST_ONLY)
      .map(({ code, name, industry, holders, isCurrent }) => ({
        ...{ stockCode: code, companyName: name, industry, holders, currentlyDeclared: isCurrent },
      })),
    [`only${letter}More`]: Math.max(0, only.length - MOST_ONLY),
    [`extractedParliaments${letter}`]: side.extractedParliamentsA,
    [`partialParliaments${letter}`]: side.partialParliamentsA,
    [`pendingParliaments${letter}`]: side.pendingParliamentsA,
  };
}
