import { asking } from "../country/ask-country.ts";

/** For the setting `metricsToken` of a server whose page a test reads. */
export const METRICS_TOKEN = "metrics-token-of-the-tests";

/** The metrics page of a server with that token. */
export const metricsPage = (server: { readonly url: string }) =>
  asking(server, { authorization: `Bearer ${METRICS_TOKEN}` }).text("/metrics");

/** The value of a sample on a metrics page, named with its labels; NaN where it is not there. */
export function metricOf(page: string, sample: string): number {
  const line = page.split("\n").find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length + 1));
}
