import { readdirSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { FilterSuburbsRequestSchema } from "../src/gen/shorts/v1alpha1/housing_pb.ts";
import { MANIFEST_FILE, manifestFrom, manifestText } from "../src/snapshot/manifest/manifest.ts";
import { tagSnapshot } from "../src/snapshot/store/addresses.ts";
import { readCurrent } from "../src/snapshot/store/read-current.ts";
import { readManifest } from "../src/snapshot/store/verify.ts";
import { sharedCountry } from "../test/support/country/shared-country.ts";
import { residentMb } from "../test/support/run/resident-memory.ts";
import { benchAuthorization } from "./bench-caller.ts";
import { type Figure, figureOf, type Report, type RunOptions, type Subject } from "./harness.ts";
import { oneAnswer, postBytes } from "./http-load.ts";
import { startWireServer, type WireServer } from "./start-wire-server.ts";

const SNAPSHOTS = 20;
const OPEN = 4;
const CALLERS = 16;
const METHOD = "/shorts.v1alpha1.HousingService/FilterSuburbs";

export const addresses: Subject = {
  name: "addresses",
  what: `snapshots by address: opening one, asking one, and ${CALLERS} callers over ${SNAPSHOTS} of them with ${OPEN} open`,
  run,
};

async function run({ quick, say }: RunOptions): Promise<Report> {
  const root = await mkdtemp(join(tmpdir(), "terrace-bench-at-"));
  const { dataDir, ids } = await twentySnapshots(root, quick);
  const server = await startWireServer("terrace with log", dataDir, {
    TERRACE_THREADS: "2",
    TERRACE_OPEN_SNAPSHOTS: String(OPEN),
  });
  const samples = quick ? 50 : 2000;
  try {
    const ask = await asker(server.port);
    await timed("warming up", samples, () => ask(""));
    say("opening");
    const opening = await timed("the first call on a snapshot that is not open", ids.length, (i) =>
      ask(ids[i]),
    );
    say("one that is open");
    await ask(ids[0]);
    const current = await timed("a call on the current snapshot", samples, () => ask(""));
    const older = await timed("a call on an older one that is open", samples, () => ask(ids[0]));
    say(`${CALLERS} callers`);
    const [mibBefore, filesBefore] = [residentMb(server.child.pid!), openFiles(server)];
    let [answers, isOver] = [0, false];
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let i = caller; !isOver; i += CALLERS + 1) {
        await ask(ids[i % ids.length]);
        answers++;
      }
    });
    const busy = await timed("a call on the current one alongside them", samples, () => ask(""));
    const [mibAfter, filesDuring] = [residentMb(server.child.pid!), openFiles(server)];
    isOver = true;
    await Promise.all(callers);
    const filesAfter = openFiles(server);
    const bound = "server and callers on the same cores";
    return {
      subject: "Addresses",
      figures: [
        opening,
        current,
        older,
        { ...busy, ratio: `${answers} answers from ${ids.length} snapshots` },
      ],
      goals: [
        {
          id: "A1",
          what: "milliseconds to the first answer of a snapshot that is not open, pauses included",
          figure: opening.medianNs / 1e6,
          goal: 350,
          better: "less",
          bound,
        },
        {
          id: "A1",
          what: "a call on an older snapshot that is open, times one on the current",
          figure: older.medianNs / current.medianNs,
          goal: 1.1,
          better: "less",
          bound,
        },
        {
          id: "A1",
          what: `p99 on the current one alongside ${CALLERS} callers of others, times its quiet p99`,
          figure: busy.p99Ns / current.p99Ns,
          goal: 2,
          better: "less",
          bound,
        },
        {
          id: "A1",
          what: "memory of the server during it, times that before",
          figure: mibAfter / mibBefore,
          goal: 1.5,
          better: "less",
          bound,
        },
        {
          id: "A1",
          what: `descriptors of the server during it beyond those before, ${OPEN} snapshots open`,
          figure: filesDuring - filesBefore,
          goal: 200,
          better: "less",
          bound,
        },
      ],
      notes: [
        "every answer is 200; openings are 200 ms apart at least, which the first figure includes",
        `descriptors: ${filesBefore} before, ${filesDuring} during, ${filesAfter} after; memory: ${mibBefore.toFixed(0)} MiB before, ${mibAfter.toFixed(0)} MiB during`,
      ],
    };
  } finally {
    server.child.kill("SIGKILL");
    await rm(root, { recursive: true, force: true });
  }
}

/** A data directory with a country under 21 ids: equal files, and manifests with different titles. */
async function twentySnapshots(root: string, quick: boolean): Promise<{ dataDir: string; ids: string[] }> {
  const from = (await sharedCountry(1, quick ? 0.02 : 1)).dataDir;
  const current = (await readCurrent(from))!;
  const dataDir = join(root, "data");
  await cp(join(from, "snapshots", current), join(dataDir, "snapshots", current), { recursive: true });
  await writeFile(join(dataDir, "CURRENT"), `${current}\n`);
  const {
    schemaVersion: _version,
    snapshotId: _id,
    ...facts
  } = await readManifest(join(dataDir, "snapshots", current));
  const ids: string[] = [];
  for (let i = 0; i < SNAPSHOTS; i++) {
    const manifest = manifestFrom({ ...facts, title: `${facts.title} ${i}` });
    const directory = join(dataDir, "snapshots", manifest.snapshotId);
    await cp(join(dataDir, "snapshots", current), directory, { recursive: true });
    await writeFile(join(directory, MANIFEST_FILE), manifestText(manifest));
    await tagSnapshot(dataDir, manifest.snapshotId, `s${i}`);
    ids.push(manifest.snapshotId);
  }
  return { dataDir, ids };
}

/** Returns a caller of a snapshot by id, or of the current one for ""; throws unless the status is 200. */
async function asker(port: number): Promise<(id: string) => Promise<void>> {
  const message = create(FilterSuburbsRequestSchema, {
    stateCode: "NSW",
    predicates: [{ metricKey: "population", min: 500 }],
  });
  const body = toBinary(FilterSuburbsRequestSchema, message);
  const authorization = await benchAuthorization();
  return async (id) => {
    const path = id === "" ? METHOD : `/at/${id}${METHOD}`;
    const { head } = await oneAnswer(port, postBytes(path, "application/proto", body, authorization));
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(`${path} answered ${head.split("\r\n")[0]}`);
  };
}

async function timed(name: string, samples: number, call: (i: number) => Promise<void>): Promise<Figure> {
  const durations: number[] = [];
  for (let i = 0; i < samples; i++) {
    const started = performance.now();
    await call(i);
    durations.push(performance.now() - started);
  }
  return figureOf(name, durations);
}

function openFiles({ child }: WireServer): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}
