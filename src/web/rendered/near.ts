import type { Site } from "./site.ts";

const KM_A_DEGREE = 111.195;

/** Another suburb and how far away its middle is. */
export interface Near {
  readonly position: number;
  readonly km: number;
}

/** The suburbs around one, by the distance between their middles. */
export function suburbsAround(site: Site, position: number) {
  const { latitudes, longitudes, salCodes } = site.index;
  const [lat, lon] = [latitudes[position], longitudes[position]];
  const shrink = Math.cos((lat * Math.PI) / 180);
  // Squares of the distances in degrees; NaN where a place is not known, and for the suburb itself.
  const squares = Float64Array.from(salCodes, (_, i) =>
    i === position ? Number.NaN : (latitudes[i] - lat) ** 2 + ((longitudes[i] - lon) * shrink) ** 2,
  );
  const near = (other: number): Near => ({ position: other, km: KM_A_DEGREE * Math.sqrt(squares[other]) });
  return {
    /** The nearest, nearest first; none where the place of the suburb is not known. */
    nearest(most: number): Near[] {
      const found: number[] = [];
      for (let i = 0; i < squares.length; i++) {
        if (!(squares[i] < (found.length < most ? Number.POSITIVE_INFINITY : squares[found[most - 1]])))
          continue;
        let place = Math.min(found.length, most - 1);
        for (; place > 0 && squares[found[place - 1]] > squares[i]; place--) found[place] = found[place - 1];
        found[place] = i;
      }
      return found.map(near);
    },

    /** The nearest that are ranked and have at least a fifth more, and a fifth less, of a metric. */
    nearestWith(key: string): { readonly more: Near | undefined; readonly less: Near | undefined } {
      const { values } = site.column(key)!;
      const ranks = site.ranks(key);
      const [least, most] = [values[position] * 1.2, values[position] * 0.8];
      let [more, less] = [-1, -1];
      for (let i = 0; i < values.length; i++) {
        const isMore = values[i] >= least;
        if (!isMore && values[i] > most) continue;
        const best = isMore ? more : less;
        if (!(best < 0 ? squares[i] >= 0 : squares[i] < squares[best])) continue;
        if (ranks?.inCountry(i) === undefined) continue;
        if (isMore) more = i;
        else less = i;
      }
      const found = (other: number) => (other < 0 ? undefined : near(other));
      return { more: found(more), less: found(less) };
    },
  };
}
