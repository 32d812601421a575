/** A lookup without prototype, for keys from files: `constructor` and the like are not found. */
export function lookupOf<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), entries);
}
