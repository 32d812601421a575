import type { WhereExpression } from "terrace/client";
import { Shown, useAsked } from "../data/ask.tsx";
import { dateOf } from "../data/stamps.ts";
import { terrace } from "../data/terrace.ts";
import { formatCount } from "../parts/format.ts";
import { whereText } from "../view/view-state.ts";
import { DropIndex } from "./drop-index.tsx";
import { IndexNote } from "./index-note.tsx";

interface SetProps {
  /** A state, or AU. */
  readonly scope: string;
  readonly where: readonly WhereExpression[];
  readonly label: string;
}

/** The discounting index of the suburbs that satisfy conditions within a state or the country. */
export function SetIndex({ scope, where, label }: SetProps) {
  const asked = useAsked(
    (signal) => terrace.explorer.aggregateDrops({ stateCode: scope, ...filterOf(where) }, { signal }),
    [scope, whereText({ where })],
  );
  return (
    <Shown asked={asked} what="the index">
      {({ points, suburbCount, withheld, asOf, sources }) =>
        withheld ? (
          <p class="empty">Listings are withheld at the moment.</p>
        ) : suburbCount === 0 ? (
          <p class="empty">No suburb matches, so there is nothing to measure.</p>
        ) : (
          <div data-suburbs={suburbCount}>
            {where.length > 0 && (
              <p class="muted small">Over the {formatCount(suburbCount)} suburbs that match.</p>
            )}
            <DropIndex points={points} label={label} isSuburb={false} />
            <IndexNote
              isSuburb={false}
              since={points[0]?.snapshotDate}
              asOf={dateOf(asOf)}
              sources={sources}
            />
          </div>
        )
      }
    </Shown>
  );
}

/** The discounting index of one suburb, which has no least number of homes. */
export function SuburbIndex({ code, label }: { code: string; label: string }) {
  const asked = useAsked(
    async (signal) => {
      const [series, set] = await Promise.all([
        terrace.housing.getDropIndexSeries({ grain: "suburb", grainKey: code }, { signal }),
        terrace.explorer.aggregateDrops({ salCodes: [code] }, { signal }),
      ]);
      return { series, set };
    },
    [code],
  );
  return (
    <Shown asked={asked} what="the index">
      {({ series: { points }, set }) =>
        set.withheld ? (
          <p class="empty">Listings are withheld at the moment.</p>
        ) : (
          <>
            <DropIndex points={points} label={label} isSuburb={true} />
            <IndexNote
              isSuburb={true}
              since={points[0]?.snapshotDate}
              asOf={dateOf(set.asOf)}
              sources={set.sources}
            />
          </>
        )
      }
    </Shown>
  );
}

/** The conditions as a request takes them; none is the whole scope. */
export function filterOf(where: readonly WhereExpression[]): { filter?: WhereExpression } {
  if (where.length === 0) return {};
  const filter: WhereExpression =
    where.length === 1 ? where[0] : { node: { case: "allOf", value: { expressions: [...where] } } };
  return { filter };
}
