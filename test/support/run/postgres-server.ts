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

export interface TestPostgres {
  readonly url: string;
  query<T extends pg.QueryResultRow>(sql: string): Promise<T[]>;
  /** SIGSTOPs every process of the server: connections stay open and silent. `false` continues them. */
  freeze(isFrozen: boolean): void;
  /** Kills every process of the server at once, like a crash of its host. */
  kill(): Promise<void>;
  /** Starts the server again over its data, at the same address. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

const programs = findPrograms();

/** Whether PostgreSQL is installed: Debian's `postgresql`, or one in the PATH. */
export const HAS_POSTGRES = programs !== undefined;

/** Starts a server with its own data folder; `settings` are those of postgresql.conf. */
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
      // The main process last: until then its children's pids cannot be reused.
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
        // Ends sessions instead of waiting for them.
        server.kill("SIGINT");
        await gone;
      }
      await removeDirectory(root);
    },
  };
}

/** The newest server's programs; Debian's are not in the PATH. */
function findPrograms(): string | undefined {
  const debian = globSync("/usr/lib/postgresql/*/bin").sort(
    (a, b) => Number(b.split("/")[4]) - Number(a.split("/")[4]),
  );
  const folders = [...debian, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

/** User of the server process: it refuses to run as root, so root uses the package's user. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  if (line === null) throw new Error("PostgreSQL refuses to run as root, and there is no user postgres");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** Resolves when the server accepts connections; rejects with its output if it exits first. */
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
 * Stops the main process of a server, then its children, and returns their pids, the main one first. Pids of
 * children that exit meanwhile are not reused, as only the main process can reap them.
 */
function frozen(main: number): number[] {
  process.kill(main, "SIGSTOP");
  // Signals are delivered with a delay.
  while (!/^State:\tT/m.test(readFileSync(`/proc/${main}/status`, "latin1"))) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  const children = readFileSync(`/proc/${main}/task/${main}/children`, "latin1").match(/\d+/g) ?? [];
  for (const pid of children) process.kill(Number(pid), "SIGSTOP");
  return [main, ...children.map(Number)];
}
