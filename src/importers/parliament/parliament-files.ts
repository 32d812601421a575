import { type CombineContext, fragmentsOf, type Importer, type StoredPart } from "../importer.ts";
import { type SourceFacts, sourceFacts } from "../source-licence.ts";
import { declaredRows } from "./declared-rows.ts";
import { type MemberList, memberListKind, readMemberList } from "./member-lists.ts";
import { memberRows } from "./member-rows.ts";
import { type RegisterPage, readRegisterPage, registerItem } from "./register-pages.ts";

const MEMBER_LIST_SOURCE = sourceFacts({
  id: "parliament-members",
  publisher: "Parliament of Australia, lists kept by OpenAustralia",
  title: "Members and senators with their terms",
  licence: "CC-BY-NC-ND-4.0",
  licenceClass: "non-commercial",
  attribution: "Source: Parliament of Australia, Parliamentary Handbook",
  url: "https://www.aph.gov.au/Senators_and_Members",
  precedence: 60,
});

const REGISTER_SOURCE = sourceFacts({
  id: "parliament-register",
  publisher: "Parliament of Australia, transcribed by a reader",
  title: "Registers of Members' and Senators' Interests",
  licence: "CC-BY-NC-ND-4.0",
  licenceClass: "non-commercial",
  attribution: "Source: Parliament of Australia, Registers of Members' and Senators' Interests",
  url: "https://www.aph.gov.au/Senators_and_Members/Members/Register",
});

type ParliamentPart = MemberList | RegisterPage;

export const PARLIAMENT_FILES: Importer<ParliamentPart> = {
  id: "parliament",
  title: "Members, terms and declared interests",
  version: 2,
  sources: [MEMBER_LIST_SOURCE, REGISTER_SOURCE],
  recognise(file) {
    const list = memberListKind(file);
    if (list !== undefined)
      return { confidence: 80, what: list === "people" ? "people of the parliament" : "terms of members" };
    const item = registerItem(file);
    return item === undefined ? undefined : { confidence: 80, what: `declared interests, item ${item}` };
  },
  read: (file) => (memberListKind(file) === undefined ? readRegisterPage(file) : readMemberList(file)),
  explain: (file) =>
    memberListKind(file) === undefined
      ? [
          "each row to register_holdings, word for word; the first holder named is taken",
          "a place that ends in a state is matched to the suburb of that name; a company is matched when a snapshot is built",
          "what an older page holds and a newer one of the same item does not has ended",
        ]
      : ["each person to politicians; each time of service to the parliaments within it"],
  combine,
};

function combine(parts: readonly StoredPart<ParliamentPart>[], context: CombineContext) {
  const lists = parts.flatMap(({ part }) => (part.kind === "interests" ? [] : [part]));
  const pages = parts.flatMap(({ part, vintage, path }) =>
    part.kind === "interests" ? [{ page: part, vintage, path }] : [],
  );
  const members = memberRows(
    lists,
    pages.flatMap(({ page }) => page.interests),
  );
  const declared = declaredRows(pages, members.idOf, context.suburbs);
  const fragments = (source: SourceFacts, tables: Parameters<typeof fragmentsOf>[2]) => {
    const own = parts.filter(({ part }) => (part.kind === "interests") === (source === REGISTER_SOURCE));
    return own.length === 0 ? [] : fragmentsOf(source, own.at(-1)!, tables);
  };
  return {
    fragments: [
      ...fragments(lists.length > 0 ? MEMBER_LIST_SOURCE : REGISTER_SOURCE, {
        politicians: members.people,
        politician_terms: members.terms,
      }),
      ...fragments(REGISTER_SOURCE, {
        register_documents: declared.documents,
        register_holdings: declared.holdings,
        register_suburb_property: declared.properties,
      }),
    ],
    rejects: declared.rejects,
    notes:
      members.people.length > 0
        ? []
        : ["no member has a term: import the lists of terms (representatives, senators) as well"],
  };
}
