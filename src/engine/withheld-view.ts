import { throwIfAborted } from "../runtime/abort.ts";
import { TerraceError } from "../runtime/errors.ts";
import { withoutData } from "./columns/blank-columns.ts";
import type { SuburbColumns } from "./columns/column.ts";
import type { FilterAnswer, RangePredicate, SuburbFilter } from "./filter/predicate.ts";
import type { ServingDatabase } from "./sql/database.ts";
import type { HiddenTables, SnapshotView } from "./view.ts";

/** The view with some metrics null, and its own cache of derived values: the full view's reveal them. */
export function withheldView(view: SnapshotView, metrics: ReadonlySet<number>): SnapshotView {
  const name = `without metrics ${[...metrics].join(" ")}`;
  return view.derived(name, () => {
    const columns = withoutData(view.columns, metrics);
    return {
      ...view,
      columns,
      suburbs: withheldFilter(view.suburbs, columns, metrics),
      withheld: name,
      derived: (part, derive) => view.derived(`${name}: ${part}`, derive),
    };
  });
}

/** The view with some tables withheld: rejects SQL that names a table withheld as a whole. */
export function viewWithout(view: SnapshotView, name: string, hidden: HiddenTables): SnapshotView {
  return view.derived(`without tables of ${name}`, () => {
    const whole = [...hidden].filter(([, columns]) => columns.length === 0).map(([table]) => table);
    const isHidden = new RegExp(`\\b(${whole.join("|")})\\b`);
    const { database } = view;
    const query: ServingDatabase["query"] = async (question, parameters, signal) => {
      if (isHidden.test(question.sql)) {
        throw new TerraceError("unavailable", "what this asks for is withheld at the moment");
      }
      return database.query(question, parameters, signal);
    };
    return {
      ...view,
      hidden,
      database: { query, load: () => database.load(), close: () => database.close() },
    };
  });
}

/** Predicates are ANDed and nulls never match: one predicate on a withheld metric empties the result. */
function withheldFilter(
  filter: SuburbFilter,
  columns: SuburbColumns,
  metrics: ReadonlySet<number>,
): SuburbFilter {
  const noneOf = (scope: string, predicates: readonly RangePredicate[]): FilterAnswer | undefined => {
    if (!predicates.some(({ metric }) => metrics.has(metric))) return undefined;
    const n = columns.scopes.get(scope)?.index.n ?? 0;
    return { mask: new Uint8Array(Math.ceil(n / 8)), count: 0 };
  };
  return {
    filter: async (scope, predicates, signal) => {
      throwIfAborted(signal);
      return noneOf(scope, predicates) ?? filter.filter(scope, predicates, signal);
    },
    filterSync: (scope, predicates) => noneOf(scope, predicates) ?? filter.filterSync(scope, predicates),
    close: () => filter.close(),
  };
}
