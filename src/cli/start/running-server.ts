import type { Config } from "../../config/config.ts";
import { linkableUrl } from "../../server/admission/callers/help-links.ts";
import { STARTING_HEADER } from "./hold-port.ts";

/** How long an answer of what listens on the port is waited for. */
const ANSWER_MS = 2000;

/** A sentence about the Terrace that has the port already; undefined when something else has it, or nothing. */
export async function describeRunning({ host, port, tlsKeyFile }: Config): Promise<string | undefined> {
  if (port === 0) return undefined;
  const name = host.includes(":") ? `[${host}]` : host;
  const url = linkableUrl(`${tlsKeyFile === "" ? "http" : "https"}://${name}:${port}`);
  const answer = await fetch(`${url}/shorts.v1alpha1.HousingService/GetSuburbIndex`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "terrace-start" },
    body: '{"stateCode":"ACT"}',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  if (answer === undefined) return undefined;
  const { headers } = answer;
  if (headers.has(STARTING_HEADER)) {
    return `Terrace is starting at ${url} already: it answers there in a few seconds.`;
  }
  const asOf = headers.get("x-terrace-as-of");
  if (asOf === null) return undefined;
  const what = headers.get("x-terrace-synthetic") === "true" ? "synthetic data" : "data";
  return [
    `Terrace is running at ${url} already, with ${what} as of ${asOf.slice(0, 10)}.`,
    "For a second one choose another port with --port or TERRACE_PORT.",
  ].join("\n");
}
