import type { Fragment } from "../importer.ts";
import { mergeFragments } from "../run/merge.ts";
import type { SourceFacts } from "../source-licence.ts";

/** Looks up the postcode of a suburb in the fragments as they are now; nothing is merged before the first question. */
export function postcodesOf(
  fragments: readonly Fragment[],
  facts: ReadonlyMap<string, SourceFacts>,
): (salCode: string) => string | undefined {
  const known = fragments.filter(({ table }) => table === "suburb_demographics");
  let postcodes: Map<string, string> | undefined;
  return (salCode) => {
    postcodes ??= new Map(
      (mergeFragments(known, facts).tables[0]?.rows ?? []).flatMap(({ sal_code, postcode }) =>
        typeof postcode === "string" ? [[String(sal_code), postcode] as const] : [],
      ),
    );
    return postcodes.get(salCode);
  };
}
