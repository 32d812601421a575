import type { SuburbIndexColumns } from "../../gen/terrace/v1/explorer_pb.ts";

/** The suburbs of a scope, in the order of columns and masks. */
export interface LocalIndex {
  readonly version: string;
  readonly salCodes: readonly string[];
  readonly salNames: readonly string[];
  /** "" when unknown. */
  readonly postcodes: readonly string[];
  readonly stateCodes: readonly string[];
  /** Degrees, NaN when unknown; empty when the snapshot has no locations. */
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
  /** The council with most residents of the suburb; "" when unknown. */
  readonly councils: readonly string[];
  /** Position of a code; -1 when unknown. */
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
