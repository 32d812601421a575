import type { SuburbIndexColumns } from "../../gen/terrace/v1/explorer_pb.ts";

/** The suburbs of a scope with their places, in the order that columns and masks follow. */
export interface LocalIndex {
  readonly version: string;
  readonly salCodes: readonly string[];
  readonly salNames: readonly string[];
  /** "" where unknown. */
  readonly postcodes: readonly string[];
  readonly stateCodes: readonly string[];
  /** Degrees, NaN where unknown; empty when the snapshot knows no places. */
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
  /** The council with most residents; "" where unknown. */
  readonly councils: readonly string[];
  /** Position of a code; -1 for one that is not there. */
  positionOf(salCode: string): number;
}

export function localIndexFrom(version: string, columns: SuburbIndexColumns): LocalIndex {
  const { salCodes, salNames, postcodes, states, councilNames, councilNumbers } = columns;
  const stateCodes = new Array<string>(salCodes.length).fill("");
  for (const { stateCode, firstPosition, count } of states) {
    stateCodes.fill(stateCode, firstPosition, firstPosition + count);
  }
  return withPositions({
    version,
    salCodes,
    salNames,
    postcodes,
    stateCodes,
    latitudes: Float32Array.from(columns.latitudes),
    longitudes: Float32Array.from(columns.longitudes),
    councils: salCodes.map((_, i) => councilNames[(councilNumbers[i] ?? 0) - 1] ?? ""),
  });
}

/** The index of one state, without places and councils. */
export function stateIndexFrom(
  version: string,
  stateCode: string,
  suburbs: readonly Readonly<Record<"salCode" | "salName" | "postcode", string>>[],
): LocalIndex {
  const none = new Float32Array(0);
  return withPositions({
    version,
    salCodes: suburbs.map(({ salCode }) => salCode),
    salNames: suburbs.map(({ salName }) => salName),
    postcodes: suburbs.map(({ postcode }) => postcode),
    stateCodes: suburbs.map(() => stateCode),
    latitudes: none,
    longitudes: none,
    councils: [],
  });
}

function withPositions(index: Omit<LocalIndex, "positionOf">): LocalIndex {
  let positions: Map<string, number> | undefined;
  return {
    ...index,
    positionOf: (salCode) => {
      positions ??= new Map(index.salCodes.map((code, position) => [code, position]));
      return positions.get(salCode) ?? -1;
    },
  };
}
