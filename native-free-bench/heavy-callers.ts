/** Concurrent callers of one heavy method, until killed: `heavy-callers.ts <port> <method> <callers>`. */
import { setTimeout } from "node:timers/promises";
import { heavyRequests } from "../test/support/wire/heavy-requests.ts";
import { benchAuthorization } from "./bench-caller.ts";

const [port, method, callers] = process.argv.slice(2);
const authorization = await benchAuthorization();
const headers = { "content-type": "application/json", "user-agent": "terrace-bench/1", authorization };
const post = (path: string, request: object) =>
  fetch(`http://127.0.0.1:${port}/${path}`, { method: "POST", headers, body: JSON.stringify(request) });

const list = await post("shorts.v1alpha1.EconomyService/ListEconomicSeries", { limit: 500 });
const { series } = (await list.json()) as { series: { seriesKey: string }[] };
const requestOf = heavyRequests(series.map(({ seriesKey }) => seriesKey))[method];
let calls = 0;
const counts = { answered: 0, shed: 0 };

async function caller(): Promise<void> {
  for (;;) {
    const answer = await post(`terrace.v1.ExplorerService/${method}`, requestOf(++calls));
    await answer.arrayBuffer();
    if (answer.status !== 200 && answer.status !== 503)
      throw new Error(`${method} answered ${answer.status}`);
    counts[answer.status === 200 ? "answered" : "shed"]++;
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    // Retry sooner than Retry-After asks for, but not at once.
    if (answer.status === 503) await setTimeout(100);
  }
}

await Promise.all(Array.from({ length: Number(callers) }, caller));
