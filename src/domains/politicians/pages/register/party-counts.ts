import type { Person } from "../register-rows.ts";

/** People by party: most first, then abbreviation. Each person is counted once, however often it is given. */
export function partyCounts(people: Iterable<Person>) {
  const parties = new Map<string, { party: string; ids: Set<number> }>();
  for (const { id, message } of people) {
    const found = parties.get(message.partyAb) ?? { party: message.party, ids: new Set<number>() };
    found.ids.add(id);
    parties.set(message.partyAb, found);
  }
  return Array.from(parties, ([partyAb, { party, ids }]) => ({
    partyAb,
    party,
    politicianCount: ids.size,
  })).sort((a, b) => b.politicianCount - a.politicianCount || (a.partyAb < b.partyAb ? -1 : 1));
}
