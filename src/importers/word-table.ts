/** A table that is asked with texts of files: it holds its own words alone, and not what every object has (`constructor`). */
export function wordTable<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), entries);
}
