/** A code of a dimension or attribute with the name the message gives it; without names the code is both. */
export interface SdmxValue {
  readonly code: string;
  readonly name: string;
}

/** One series of an SDMX message, whatever its encoding. */
export interface SdmxSeries {
  /** Codes of the dimensions in order, joined by dots. */
  readonly key: string;
  readonly dimensions: ReadonlyMap<string, SdmxValue>;
  readonly attributes: ReadonlyMap<string, SdmxValue>;
  /** Period and value in message order, which is not time order. `row` is the line of a CSV file, else the position. */
  readonly points: readonly { readonly period: string; readonly value: number; readonly row: number }[];
}

export interface SdmxMessage {
  /** Id of the dataflow: RPPI, CPI, LF. */
  readonly dataflow: string;
  /** When the message was made, YYYY-MM-DD; undefined where it does not say. */
  readonly prepared: string | undefined;
  readonly series: readonly SdmxSeries[];
}

/** Dataflow id of `ABS:RPPI(1.0.0)`, `ABS,RPPI,1.0.0` or a URN that ends so. */
export function dataflowOf(text: string): string | undefined {
  return /(?:^|=|[^A-Z])ABS[:,]([A-Z0-9_]+)/.exec(text)?.[1];
}
