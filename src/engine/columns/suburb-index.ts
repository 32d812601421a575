/** The suburbs of one scope (a state, or `AU` for the country) in `sal_code` order: what columns and masks align to. */
export interface SuburbIndex {
  readonly scope: string;
  readonly n: number;
  readonly indexVersion: string;
  readonly salCodes: readonly string[];
  readonly salNames: readonly string[];
  /** "" where unknown. */
  readonly postcodes: readonly string[];
  readonly stateCodes: readonly string[];
}

/** Row of a code in the index, or -1. */
export function positionOf(index: SuburbIndex, salCode: string): number {
  let first = 0;
  let end = index.n;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (index.salCodes[middle] < salCode) first = middle + 1;
    else end = middle;
  }
  return index.salCodes[first] === salCode ? first : -1;
}
