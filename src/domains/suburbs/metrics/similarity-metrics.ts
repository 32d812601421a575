/** Default metrics for comparing suburbs. In profiles, bit `i` of `compared` is the i-th. */
export const SIMILARITY_METRICS = [
  "age",
  "income",
  "born_overseas",
  "amenity_density",
  "population",
  "distance_to_coast",
] as const;

/** Fewest metrics known of both suburbs; with fewer, very different places look alike. */
export const MIN_COMPARED_METRICS = 4;

/** The metrics of a `compared` bit mask. */
export function comparedMetrics(bits: number): string[] {
  return SIMILARITY_METRICS.filter((_, i) => (bits >> i) & 1);
}
