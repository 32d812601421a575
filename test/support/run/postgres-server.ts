import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { chown, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "../wire/free-port.ts";
import { removeDirectory } from "./remove-directory.ts";

const run = promisify(execFile);

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
  close(): Promise<void>;
}

const programs = findPrograms();

/** Whether this machine has a PostgreSQL: Debian's `postgresql`, or one whose programs are in the path. */
export const HAS_POSTGRES = programs !== undefined;

/** Starts one with its data in a folder of its own; `settings` are as in postgresql.conf. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  if (programs === undefined) throw new Error("there is no PostgreSQL here; Debian has it as postgresql");
  const root = await mkdtemp(join(tmpdir(), "terrace-pg-"));
  const passwordFile = join(root, "password");
  await writeFile(passwordFile, "terrace\n");
  const owner = serverUser();
  if (owner !== undefined) for (const path of [root, passwordFile]) await chown(path, owner.uid, owner.gid);
  const data = join(root, "data");
  const cluster = ["-D", data, "-U", "terrace", "-E", "UTF8", "--locale=C", "--no-sync"];
  const login = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  await run(join(programs, "initdb"), [...cluster, ...login], { ...owner, cwd: root });
  const port = await freePort();
  const flags = Object.entries({ ...settings, unix_socket_directories: "" }).map(
    (pair) => `-c${pair.join("=")}`,
  );
  const start = async (): Promise<ChildProcess> => {
    const args = ["-D", data, "-p", `${port}`, "-h", "127.0.0.1", ...flags];
    const child = spawn(join(programs, "postgres"), args, {
      ...owner,
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    process.once("exit", () => child.kill("SIGKILL"));
    await isReady(child);
    return child;
  };
  let server = await start();
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
      const all = frozen(server.pid!);
      const gone = once(server, "exit");
      // The main process goes last: until then each of its children can be named.
      for (const pid of all.toReversed()) process.kill(pid, "SIGKILL");
      await gone;
      while (all.some((pid) => existsSync(`/proc/${pid}`))) await setTimeout(5);
    },
    async startAgain() {
      server = await start();
    },
    freeze(isFrozen) {
      const all = frozen(server.pid!);
      if (!isFrozen) for (const pid of all.toReversed()) process.kill(pid, "SIGCONT");
    },
    async close() {
      if (server.exitCode === null && server.signalCode === null) {
        const gone = once(server, "exit");
        // Sessions are ended, not waited for.
        server.kill("SIGINT");
        await gone;
      }
      await removeDirectory(root);
    },
  };
}

/** The folder of the newest server's programs; those of Debian are not in the path. */
function findPrograms(): string | undefined {
  const debian = globSync("/usr/lib/postgresql/*/bin").sort(
    (a, b) => Number(b.split("/")[4]) - Number(a.split("/")[4]),
  );
  const folders = [...debian, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

/** Whom the server runs as: it refuses to be root, and then is the user that comes with its package. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  if (line === null) throw new Error("PostgreSQL refuses to run as root, and there is no user postgres");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Resolves when the server says that it takes connections; rejects with what it said when it ends before. */
function isReady(child: ChildProcess): Promise<void> {
  let said = "";
  return new Promise((ready, failed) => {
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("ready to accept connections")) ready();
    });
    child.once("error", failed);
    child.once("exit", () => failed(new Error(`PostgreSQL ended: ${said}`)));
  });
}

/**
 * Stops the main process of a server, then its children, and names them all, the main one first. Children that
 * end meanwhile keep their number, as nobody but the main process can take leave of them.
 */
function frozen(main: number): number[] {
  process.kill(main, "SIGSTOP");
  // A signal is on its way for a moment.
  while (!/^State:\tT/m.test(readFileSync(`/proc/${main}/status`, "latin1"))) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  const children = readFileSync(`/proc/${main}/task/${main}/children`, "latin1").match(/\d+/g) ?? [];
  for (const pid of children) process.kill(Number(pid), "SIGSTOP");
  return [main, ...children.map(Number)];
}
