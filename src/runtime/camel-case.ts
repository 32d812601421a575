/** Type-level camelCase: `rate_per_100k` is `ratePer100k`. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** camelCase of a column name: `land_share_below_1m` is `landShareBelow1m`, as in messages as JSON. */
export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase()) as CamelCase<Name>;
}
