import type { Config } from "../../config/config.ts";
import { linkableUrl } from "../../server/admission/callers/help-links.ts";
import { checkPort, openPort } from "../../server/wire/port/port-error.ts";

// A static import of node:http would load all of fetch and WebSocket for its exports.
const { createServer } = process.getBuiltinModule("node:http");

/** Response header by which a second start recognises a Terrace that is still starting. */
const STARTING_HEADER = "x-terrace-starting";

const STARTING = "Terrace is starting: it is building its data and will be ready in a few seconds";

/** Polls for the real server. A refresh between the two servers would show the browser's own error page. */
const WAITING_PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Terrace</title>
<noscript><meta http-equiv="refresh" content="1"></noscript><style>:root{color-scheme:light dark;font:16px system-ui}</style><p>${STARTING}.
<script>setInterval(async () => {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => undefined);
  if (answer && !answer.headers.has("${STARTING_HEADER}")) location.reload();
}, 1000)</script>`;

/** Holds the port while data is built: answers 503, or a polling page. Returns a function to free it. */
export async function holdPort({ host, port, tlsKeyFile }: Config): Promise<() => Promise<void>> {
  if (port === 0 || tlsKeyFile !== "") {
    await checkPort(host, port);
    return async () => {};
  }
  const server = createServer((request, response) => {
    const isPage = request.headers.accept?.includes("text/html") === true;
    const type = isPage ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(503, { "content-type": type, "retry-after": "2", [STARTING_HEADER]: "1" });
    response.end(isPage ? WAITING_PAGE : JSON.stringify({ code: "unavailable", message: STARTING }));
  });
  return openPort(server, host, port);
}

const ANSWER_MS = 2000;

/** Describes the Terrace that already listens on the port; undefined for a free port or another program. */
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
    return `Terrace is already starting at ${url} and will be ready in a few seconds.`;
  }
  const asOf = headers.get("x-terrace-as-of");
  if (asOf === null) return undefined;
  const what = headers.get("x-terrace-synthetic") === "true" ? "synthetic data" : "data";
  return [
    `Terrace is already running at ${url}, with ${what} as of ${asOf.slice(0, 10)}.`,
    "To run a second one, choose another port with --port or TERRACE_PORT.",
  ].join("\n");
}
