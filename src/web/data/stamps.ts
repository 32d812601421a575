/** A protobuf timestamp in Unix seconds; NaN without one. */
export function secondsOf(stamp: { readonly seconds: bigint } | undefined): number {
  return stamp === undefined ? Number.NaN : Number(stamp.seconds);
}

export function dateOf(stamp: { readonly seconds: bigint } | undefined): Date | undefined {
  return stamp === undefined ? undefined : new Date(Number(stamp.seconds) * 1000);
}

/** YYYY-MM-DD in Unix seconds. */
export function secondsOfDay(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / 1000;
}
