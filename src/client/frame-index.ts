/** The suburbs of a state in the order that columns and masks follow. */
export interface FrameIndex {
  readonly version: string;
  readonly salCodes: readonly string[];
  readonly salNames: readonly string[];
  readonly postcodes: readonly string[];
  /** Position of a code; -1 for one that is not there. */
  positionOf(salCode: string): number;
}

interface Suburb {
  readonly salCode: string;
  readonly salName: string;
  readonly postcode: string;
}

export function indexFrom(version: string, suburbs: readonly Suburb[]): FrameIndex {
  const salCodes = suburbs.map((suburb) => suburb.salCode);
  let positions: Map<string, number> | undefined;
  return {
    version,
    salCodes,
    salNames: suburbs.map((suburb) => suburb.salName),
    postcodes: suburbs.map((suburb) => suburb.postcode),
    positionOf: (salCode) => {
      positions ??= new Map(salCodes.map((code, position) => [code, position]));
      return positions.get(salCode) ?? -1;
    },
  };
}
