/** A code of a dimension or attribute with its name; the name is the code when the message has no names. */
export interface SdmxValue {
  readonly code: string;
  readonly name: string;
}

/** One series of an SDMX message, independent of the encoding. */
export interface SdmxSeries {
  /** Dimension codes joined by dots. */
  readonly key: string;
  readonly dimensions: ReadonlyMap<string, SdmxValue>;
  readonly attributes: ReadonlyMap<string, SdmxValue>;
  /** In message order, not in time order. `row` is the CSV line, else the position in the message. */
  readonly points: readonly { readonly period: string; readonly value: number; readonly row: number }[];
}

export interface SdmxMessage {
  /** Dataflow id: RPPI, CPI, LF. */
  readonly dataflow: string;
  /** Day of creation, YYYY-MM-DD; undefined when the message does not state it. */
  readonly prepared: string | undefined;
  readonly series: readonly SdmxSeries[];
}

/** Dataflow id from `ABS:RPPI(1.0.0)`, `ABS,RPPI,1.0.0` or a URN that ends this way. */
export function dataflowOf(text: string): string | undefined {
  return /(?:^|=|[^A-Z])ABS[:,]([A-Z0-9_]+)/.exec(text)?.[1];
}
