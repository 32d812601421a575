import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ExplorerService } from "../src/gen/terrace/v1/explorer_pb.ts";
import { COLUMNS_FILE } from "../src/snapshot/manifest/manifest.ts";
import { INDEX_BYTES_A_PAGE } from "../src/snapshot/pages/page-format.ts";
import { openSnapshotDirectory } from "../src/snapshot/store/open.ts";
import { startServer } from "./start-server.ts";

const CALLERS = 4;

const MEGABYTE = 2 ** 20;
const METRICS_TOKEN = "bench-metrics-token";

/** Memory by part of a single-threaded server after many calls, as text; empty unless on Linux. */
export async function memoryByPart(dataDir: string, calls: number): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const env = { TERRACE_METRICS_TOKEN: METRICS_TOKEN, TERRACE_THREADS: "1" };
  const { child, resident, call, url: ready } = startServer(dataDir, env);
  try {
    const url = await ready;
    const atStart = resident();
    await call(calls, CALLERS);
    const afterCalls = resident();
    const heap = await heapOf(url);
    await askOpenQuestions(url);
    const afterOpen = resident();
    const { directory, manifest } = await openSnapshotDirectory(dataDir);
    const columns = readFileSync(join(directory, COLUMNS_FILE)).byteLength / MEGABYTE;
    const pageIndex =
      (Object.values(manifest.pageCounts).reduce((sum, count) => sum + count, 0) * INDEX_BYTES_A_PAGE) /
      MEGABYTE;
    const rest = afterCalls - columns - pageIndex - heap;
    const mb = (figure: number) => `${figure.toFixed(0)} MB`;
    return [
      `Memory by part: ${mb(columns)} columns, ${mb(pageIndex)} index of the pages, ${mb(heap)} JavaScript heap of the ` +
        `main thread, ${mb(rest)} code, other threads, filter indexes and kept answers; ${mb(atStart)} at the start, ` +
        `${mb(afterCalls)} after the calls, ${mb(afterOpen)} once sets of suburbs were asked about (a ` +
        `thread and the columns of sets: ${mb(afterOpen - afterCalls)}).`,
    ];
  } finally {
    child.kill("SIGTERM");
  }
}

async function heapOf(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}`, "user-agent": "terrace-bench/1" };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^terrace_heap_used_bytes (\S+)$/m.exec(text)?.[1] ?? 0) / MEGABYTE;
}

async function askOpenQuestions(url: string): Promise<void> {
  const { typeName } = ExplorerService;
  const requests: [string, object][] = [
    ["AggregateDrops", { filter: { range: { metricKey: "distance_to_coast", max: 20 } } }],
    ["AggregateAgencies", {}],
    ["AggregatePrices", { measure: "median_price", dwellingType: "house" }],
  ];
  for (const [method, request] of requests) {
    const response = await fetch(`${url}/${typeName}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "terrace-bench/1" },
      body: JSON.stringify(request),
    });
    if (response.status !== 200)
      throw new Error(`${method} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}
