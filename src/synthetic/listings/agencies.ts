import { Random } from "../../runtime/random.ts";
import { inventAgency } from "../places/names.ts";

/** An agency; each portal knows it under an id of its own. */
export interface Agency {
  readonly name: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly agents: readonly string[];
}

/** Gives the agency of an advert: usually one of the area's, sometimes a state-wide one, a tiny one, or none. */
export class AgencyDirectory {
  readonly #seed: number;
  readonly #areas = new Map<string, readonly Agency[]>();
  #count = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  choose(random: Random, area: string): Agency | null {
    const fate = random.unit();
    if (fate < 0.04) return null;
    if (fate < 0.055) return this.#found(random);
    if (fate < 0.16) return random.pick(this.#of(`${area.slice(0, area.indexOf("/"))}/statewide`, 4));
    const local = this.#of(area, 11);
    // Squaring favours the first few, so some agencies are large and some rarely seen.
    return local[Math.floor(random.unit() ** 2 * local.length)];
  }

  #of(area: string, count: number): readonly Agency[] {
    let known = this.#areas.get(area);
    if (known === undefined) {
      const random = new Random(this.#seed, `agencies/${area}`);
      known = Array.from({ length: count }, () => this.#found(random));
      this.#areas.set(area, known);
    }
    return known;
  }

  #found(random: Random): Agency {
    const number = ++this.#count;
    const first = random.int(1, 900);
    return {
      name: inventAgency(random),
      ids: { rea: `R${1000 + number}`, domain: `D${40_000 + number}` },
      agents: Array.from({ length: random.int(1, 6) }, (_, i) => `Agent ${first + i}`),
    };
  }
}
