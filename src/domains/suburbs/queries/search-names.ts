/** Places whose lower-case name contains the search text, in order, at most `limit`; "" finds every name. */
export function searchNames(
  names: readonly string[],
  search: string,
  limit: number,
  isWanted: (place: number) => boolean = () => true,
): number[] {
  const found: number[] = [];
  for (let place = 0; place < names.length && found.length < limit; place++) {
    if (isWanted(place) && names[place].includes(search)) found.push(place);
  }
  return found;
}
