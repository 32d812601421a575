import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { METRICS } from "../src/domains/suburbs/metrics/metric-registry.ts";
import { openColumns } from "../src/engine/columns/load-columns.ts";
import { COLUMNS_FILE } from "../src/snapshot/manifest/manifest.ts";
import { openSnapshotDirectory } from "../src/snapshot/store/open.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { figureOf, measure, type Report, type RunOptions, type Subject } from "./harness.ts";
import { oneAnswer, postBytes } from "./http-load.ts";
import { times } from "./print-report.ts";
import { startWireServer } from "./start-wire-server.ts";

const REQUEST = postBytes(
  "/shorts.v1alpha1.HousingService/FilterSuburbs",
  "application/json",
  Buffer.from('{"stateCode":"NSW","predicates":[{"metricKey":"population","min":100}]}'),
);

export const start: Subject = { name: "start", what: "from process start to the first right answer", run };

async function run(options: RunOptions): Promise<Report> {
  const { dataDir } = await sharedCountry(1, options.quick ? 0.02 : 1);
  const rounds = options.quick ? 2 : 9;
  const starts: Record<"fastify" | "terrace", number[]> = { fastify: [], terrace: [] };
  for (let round = 0; round < rounds; round++) {
    // Round-robin, so that disturbances affect both.
    starts.fastify.push(await startToAnswer("fastify", dataDir));
    starts.terrace.push(await startToAnswer("terrace", dataDir));
  }
  const { directory, manifest } = await openSnapshotDirectory(dataDir);
  const path = join(directory, COLUMNS_FILE);
  const reading = await measure("reading the columns' bytes", () => readFile(path), options);
  const opening = await measure(
    "opening the columns",
    () => openColumns(path, manifest, { metrics: METRICS, reserveBytes: 0 }),
    options,
  );
  const empty = figureOf("an empty fastify server", starts.fastify, 1);
  const terrace = figureOf("terrace, first FilterSuburbs answer", starts.terrace, 1);
  return {
    subject: "Start",
    figures: [
      { ...empty, ratio: "1×" },
      { ...terrace, ratio: times(empty, terrace) },
      { ...reading, ratio: "1×" },
      { ...opening, ratio: times(reading, opening) },
    ],
    goals: [
      {
        id: "O1",
        what: "start to first answer, times an empty fastify start",
        figure: terrace.medianNs / empty.medianNs,
        goal: 2.5,
        better: "less",
        bound:
          "270 modules of ours, and the descriptors of twelve services, which the protobuf runtime builds at each start",
      },
      {
        id: "O1",
        what: "opening the columns, times reading their bytes",
        figure: opening.medianNs / reading.medianNs,
        goal: 3,
        better: "less",
        bound: "page faults of the fresh shared memory",
      },
    ],
    notes: [],
  };
}

/** Nanoseconds from spawning the process to a correct answer. */
async function startToAnswer(kind: string, dataDir: string): Promise<number> {
  const started = process.hrtime.bigint();
  const { port, child } = await startWireServer(kind, dataDir);
  try {
    const { head, body } = await oneAnswer(port, REQUEST);
    const elapsed = Number(process.hrtime.bigint() - started);
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(`${kind} answered ${head}`);
    if (kind === "terrace" && !(JSON.parse(body.toString()).matchCount > 0))
      throw new Error(`no match: ${body}`);
    return elapsed;
  } finally {
    child.kill("SIGKILL");
  }
}
