/** Places of `count` points thinned to at most `most`: both ends stay, one point alone is the last; 0 keeps all. */
export function thinnedPlaces(count: number, most: number): number[] {
  if (most === 0 || count <= most) return Array.from({ length: count }, (_, i) => i);
  if (most === 1) return [count - 1];
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}
