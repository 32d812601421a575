/** A column name as a member name, at the type level: `rate_per_100k` is `ratePer100k`. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** A column name as a member name: `land_share_below_1m` is `landShareBelow1m`, as in the JSON form of messages. */
export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase()) as CamelCase<Name>;
}
