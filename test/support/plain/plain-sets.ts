import type { RawRow } from "../data/raw-tables.ts";
import { compareBy, compareParts, sumOfCents } from "./plain-steps.ts";

const KINDS = ["", "Donation Received", "Other Receipt", "Subscription", "Public Funding"];

type By = "norm" | "group" | "year" | "kind";

/** Sums of receipts by attribute, as the method's documentation describes: a list of rows per group. */
export function plainSums(receipts: readonly RawRow[], by: readonly By[], order: number) {
  const kindOf = ({ type }: RawRow) => Math.max(0, KINDS.indexOf(type));
  const partsOf = (one: RawRow) =>
    by.flatMap((name): (string | number)[] =>
      name === "kind" ? [kindOf(one)] : name === "year" ? [one.yearEnd, one.year] : [one[name]],
    );
  const byFigure = compareBy<{ sum: { receipts: number; cents: bigint } }>(({ sum }) =>
    order === 3 ? 0 : order === 2 ? sum.receipts : sum.cents,
  );
  const groups = Map.groupBy(receipts, (one) => JSON.stringify(partsOf(one)));
  return [...groups.values()]
    .map((own) => {
      const first = own[0];
      const [largest] = own.toSorted(compareBy("cents", "payer"));
      const has = (name: By) => by.includes(name);
      return {
        parts: partsOf(first),
        sum: {
          norm: has("norm") ? first.norm : "",
          name: has("norm") ? largest.payer : "",
          code: has("norm") ? first.code : "",
          group: has("group") ? first.group : "",
          year: has("year") ? first.year : "",
          kind: has("kind") ? kindOf(first) : undefined,
          cents: sumOfCents(own),
          receipts: own.length,
          payers: new Set(own.map(({ norm }) => norm)).size,
          donations: sumOfCents(own.filter(({ type }) => type === "Donation Received")),
        },
      };
    })
    .sort((a, b) => byFigure(a, b) || compareParts(a.parts, b.parts))
    .map(({ sum }) => sum);
}

type DeclaredBy = "item" | "holder" | "party" | "state" | "chamber" | "industry" | "stock" | "suburb";

/** Number of people by what they declare: a set of names per group. */
export function plainCounts(declarations: readonly RawRow[], by: readonly DeclaredBy[], isByPeople: boolean) {
  const needed: readonly DeclaredBy[] = ["industry", "stock", "suburb"];
  const groups = new Map<string, { key: (string | number)[]; people: Set<string> }>();
  for (const one of declarations) {
    if (by.some((name) => needed.includes(name) && one[name] === "")) continue;
    const key = by.map((name) => one[name]);
    const group = groups.get(JSON.stringify(key)) ?? { key, people: new Set() };
    groups.set(JSON.stringify(key), group);
    group.people.add(one.slug);
  }
  return [...groups.values()]
    .sort((a, b) => (isByPeople ? b.people.size - a.people.size : 0) || compareParts(a.key, b.key))
    .map(({ key, people }) => ({ key, people: people.size }));
}
