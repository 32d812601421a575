import { asking } from "../country/ask-country.ts";

/** Value of the setting `metricsToken`. */
export const METRICS_TOKEN = "metrics-token-of-the-tests";

export const metricsPage = (server: { readonly url: string }) =>
  asking(server, { authorization: `Bearer ${METRICS_TOKEN}` }).text("/metrics");

/** Value of a sample (name with labels) on a metrics page; NaN if it is missing. */
export function metricOf(page: string, sample: string): number {
  const line = page.split("\n").find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1));
}
