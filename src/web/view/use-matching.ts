import { useEffect } from "preact/hooks";
import { allOf, metricsOf, type WhereExpression } from "terrace/client";
import { columnsVersion, country, ensureColumns } from "../data/country.ts";

/** Tells by a suburb's code whether it satisfies conditions; undefined while their columns are on the way. */
export function useMatching(where: readonly WhereExpression[]): ((code: string) => boolean) | undefined {
  const now = country.value;
  columnsVersion.value;
  const keys = [...new Set(where.flatMap((one) => metricsOf(one)))];
  useEffect(() => {
    if (now !== undefined) void ensureColumns(keys).catch(() => {});
  }, [now, keys.join()]);
  if (where.length === 0) return () => true;
  if (now === undefined || !keys.every((key) => now.frame.has(key))) return undefined;
  const words = now.frame.match(allOf([...where]));
  return (code) => {
    const position = now.frame.index.positionOf(code);
    return position >= 0 && ((words[position >>> 5] >>> (position & 31)) & 1) === 1;
  };
}
