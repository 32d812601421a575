import { councilPath } from "../addresses.ts";
import type { Rank } from "../page-model.ts";
import type { Site } from "../site.ts";
import { MEASURES, type Measure, valueIn } from "./measures.ts";

/** A council among all others. */
export interface Council {
  readonly code: string;
  readonly slug: string;
  readonly name: string;
  readonly stateCode: string;
  readonly path: string;
  readonly suburbCount: number;
  /** Degrees; absent where unknown. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** What is known of it, by the key of the measure. */
  readonly values: ReadonlyMap<string, number>;
}

/** Measures that some of the councils have. */
export function measuresOf(councils: readonly Council[]): readonly Measure[] {
  return MEASURES.filter(({ key }) => councils.some(({ values }) => values.has(key)));
}

/** The councils of a snapshot. */
export class Councils {
  readonly all: readonly Council[];
  readonly measures: readonly Measure[];
  readonly #byPath: ReadonlyMap<string, Council>;
  readonly #byCode: ReadonlyMap<string, Council>;
  readonly #ordered = new Map<string, readonly Council[]>();

  constructor(all: readonly Council[]) {
    this.all = all;
    this.measures = measuresOf(all);
    this.#byPath = new Map(all.map((council) => [council.path, council]));
    this.#byCode = new Map(all.map((council) => [council.code, council]));
  }

  at(path: string): Council | undefined {
    return this.#byPath.get(path);
  }

  of(code: string): Council | undefined {
    return this.#byCode.get(code);
  }

  /** Councils of a state or AU that have a measure, the largest value first or the smallest; then by name and code. */
  ordered(measure: string, stateCode: string, isLowestFirst = false): readonly Council[] {
    const key = `${measure} ${stateCode} ${isLowestFirst}`;
    const sign = isLowestFirst ? -1 : 1;
    let ordered = this.#ordered.get(key);
    if (ordered === undefined) {
      ordered = this.all
        .filter(
          ({ stateCode: own, values }) => values.has(measure) && (stateCode === "AU" || own === stateCode),
        )
        .sort(
          (a, b) =>
            sign * (b.values.get(measure)! - a.values.get(measure)!) ||
            compare(a.name, b.name) ||
            compare(a.code, b.code),
        );
      this.#ordered.set(key, ordered);
    }
    return ordered;
  }

  /** Place of a council by a measure, 1 for the largest; undefined where it has none. */
  rank(council: Council, measure: string, stateCode: string): Rank | undefined {
    const value = council.values.get(measure);
    if (value === undefined) return undefined;
    const ordered = this.ordered(measure, stateCode).map(({ values }) => values.get(measure));
    const first = ordered.indexOf(value);
    return { place: first + 1, same: ordered.lastIndexOf(value) - first + 1, of: ordered.length };
  }
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** The councils of a snapshot with their figures, asked for once. */
export function councilsOf(site: Site): Promise<Councils> {
  return site.keep("councils", async () => {
    const states = [...new Set(site.index.stateCodes)].filter((code) => code !== "OT");
    const lists = await Promise.all(
      states.map((stateCode) => site.client.housing.listCouncils({ stateCode })),
    );
    const councils: Council[] = [];
    for (const summary of lists.flatMap((list) => list.councils)) {
      const { slug, stateCode, lgaCode, displayName, memberSuburbCount } = summary;
      const { profile } = await site.client.housing.getCouncilProfile({ stateCode, slug });
      const facts = profile!.council!;
      const { centroidLat: latitude, centroidLon: longitude } = facts;
      councils.push({
        ...{ code: lgaCode, slug, stateCode, name: displayName, path: councilPath(stateCode, slug) },
        suburbCount: memberSuburbCount,
        ...(latitude !== undefined && longitude !== undefined && { place: { latitude, longitude } }),
        values: new Map(
          MEASURES.flatMap((measure) => {
            const value = valueIn(profile!, measure);
            return value === undefined ? [] : [[measure.key, value] as const];
          }),
        ),
      });
    }
    return new Councils(councils);
  });
}
