import { STATES } from "../../dataset/states.ts";
import type { ImportRow } from "../importer.ts";
import type { ListedPerson, MemberList, Service } from "./member-lists.ts";
import { parliamentOn, parliamentsOf } from "./parliaments.ts";
import type { ListedInterest } from "./register-pages.ts";

interface MemberRows {
  readonly people: readonly ImportRow[];
  readonly terms: readonly ImportRow[];
  /** Id of the only person with this name in the chamber; undefined if there is none or several. */
  idOf(name: string, chamber: "house" | "senate"): number | undefined;
}

/** A term with the first day of the service it comes from. */
interface Term {
  readonly from: string;
  readonly row: ImportRow;
}

interface Member {
  readonly id: number;
  readonly names: readonly string[];
  readonly aphId: string;
  readonly terms: Map<string, Term>;
}

/** Name in lower-case letters and single spaces. */
const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’.]/g, "")
    .replace(/[^A-Za-z]+/g, " ")
    .trim()
    .toLowerCase();

/** First and last word of a plain name. */
const shortName = (name: string) => {
  const words = name.split(" ");
  return `${words[0]} ${words.at(-1)}`;
};

/** Members with a term since 1996; without member lists, those named by the register's pages. */
export function memberRows(lists: readonly MemberList[], interests: readonly ListedInterest[]): MemberRows {
  const members = lists.length > 0 ? listedMembers(lists) : namedMembers(interests);
  const sitting = members.filter(({ terms }) => terms.size > 0);
  const slugs = new Set<string>();
  const people = sitting.map((member) => personRow(member, slugs));
  const known = sitting.map(({ id, names, terms }) => ({
    id,
    names: names.map(plain),
    chambers: new Set(Array.from(terms.values(), ({ row }) => row.chamber)),
  }));
  return {
    people,
    terms: sitting.flatMap(({ terms }) => Array.from(terms.values(), ({ row }) => row)),
    idOf: (name, chamber) => {
      const wanted = plain(name);
      const sat = known.filter(({ chambers }) => chambers.has(chamber));
      const exact = sat.filter(({ names }) => names.includes(wanted));
      const found =
        exact.length > 0
          ? exact
          : sat.filter(({ names }) => names.some((one) => shortName(one) === shortName(wanted)));
      return found.length === 1 ? found[0].id : undefined;
    },
  };
}

function listedMembers(lists: readonly MemberList[]): Member[] {
  const people = lists.flatMap((list): readonly ListedPerson[] =>
    list.kind === "people" ? list.people : [],
  );
  // Reversed, so that the first person with a number or name wins.
  const backwards = people.toReversed();
  const byNumber = new Map(backwards.map((person) => [person.number, person]));
  const byName = new Map(
    backwards.flatMap((person) => [person.name, person.otherName].map((name) => [plain(name), person])),
  );
  const personOf = ({ person, name }: Service): ListedPerson | undefined =>
    (person === "" ? undefined : byNumber.get(person)) ?? byName.get(plain(name));
  // Listed people keep their numbers; others get numbers above, in order of name.
  const services = lists.flatMap((list): readonly Service[] => (list.kind === "people" ? [] : list.services));
  const unlistedNames = [
    ...new Set(services.flatMap((one) => (personOf(one) === undefined ? [plain(one.name)] : []))),
  ].sort();
  const firstUnlistedId = people.reduce((free, { number }) => Math.max(free, Number(number) + 1), 100_000);
  const members = new Map<number, Member>();
  const memberOf = (service: Service): Member => {
    const person = personOf(service);
    const id =
      person === undefined
        ? firstUnlistedId + unlistedNames.indexOf(plain(service.name))
        : Number(person.number);
    let member = members.get(id);
    if (member === undefined) {
      const names =
        person === undefined
          ? [service.name]
          : [person.name, ...(person.otherName === "" ? [] : [person.otherName])];
      member = { id, names, aphId: person?.aphId ?? "", terms: new Map() };
      members.set(id, member);
    }
    return member;
  };
  for (const list of lists) {
    if (list.kind === "people") continue;
    for (const service of list.services) {
      const member = memberOf(service);
      for (const parliament of parliamentsOf(list.kind, service.from, service.until || undefined)) {
        // Of several services in one parliament the latest determines party and division.
        const key = `${parliament} ${list.kind}`;
        const before = member.terms.get(key);
        if (before !== undefined && before.from > service.from) continue;
        const row = {
          politician_id: member.id,
          parliament,
          chamber: list.kind,
          division: service.division || null,
          state_code: service.state,
          party: null,
          party_ab: service.party || null,
        };
        member.terms.set(key, { from: service.from, row });
      }
    }
  }
  return [...members.values()].sort((a, b) => a.id - b.id);
}

const STATE_OF = new Map<string, string>(STATES.map(({ code, name }) => [name.toLowerCase(), code]));

/** Members named by the register, numbered by name; each sat in the parliaments of their statements. */
function namedMembers(interests: readonly ListedInterest[]): Member[] {
  const byName = Map.groupBy(interests, ({ name, chamber }) => `${plain(name)} ${chamber}`);
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own], i) => {
      const [{ name, chamber, electorate, party }] = own;
      const [division, state] = electorate.includes(",") ? electorate.split(/,\s*/) : [null, electorate];
      const terms = new Map<string, Term>();
      for (const parliament of new Set(own.flatMap(({ updated }) => parliamentOn(updated) ?? []))) {
        const row = {
          politician_id: i + 1,
          parliament,
          chamber,
          division: chamber === "house" ? division : null,
          state_code: STATE_OF.get(state.toLowerCase()) ?? null,
          party: party || null,
          party_ab: null,
        };
        terms.set(String(parliament), { from: "", row });
      }
      return { id: i + 1, names: [name], aphId: "", terms };
    });
}

function personRow({ id, names, aphId, terms }: Member, slugs: Set<string>): ImportRow {
  const words = names[0].trim().split(/\s+/);
  const base = plain(names[0]).replaceAll(" ", "-");
  const slug = slugs.has(base) ? `${base}-${id}` : base;
  slugs.add(slug);
  const parliaments = Array.from(terms.values(), ({ row }) => row.parliament as number);
  return {
    id,
    person_key: aphId === "" ? `person-${id}` : `aph-${aphId}`,
    surname: words.at(-1)!,
    given_names: words.slice(0, -1).join(" "),
    display_name: names[0],
    slug,
    aph_mpid: aphId || null,
    first_parliament: Math.min(...parliaments),
    last_parliament: Math.max(...parliaments),
  };
}
