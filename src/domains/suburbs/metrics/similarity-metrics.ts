/** The metrics that suburbs are compared in unless others are named, as in profiles, where bit `i` of a comparison is the i-th. */
export const SIMILARITY_METRICS = [
  "age",
  "income",
  "born_overseas",
  "amenity_density",
  "population",
  "distance_to_coast",
] as const;

/** Fewest metrics known of both suburbs: on fewer, places that have little in common look alike. */
export const MIN_COMPARED_METRICS = 4;

/** The metrics of a comparison's bits. */
export function comparedMetrics(bits: number): string[] {
  return SIMILARITY_METRICS.filter((_, i) => (bits >> i) & 1);
}
