/** The value of a sample on a metrics page, named with its labels; NaN where it is not there. */
export function metricOf(page: string, sample: string): number {
  const line = page.split("\n").find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1));
}
