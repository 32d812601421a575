import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { isRunning } from "../support/run/is-running.ts";
import { plainEnv } from "../support/run/packed-project.ts";
import { hasProgram } from "../support/run/runs-program.ts";
import { someOf } from "../support/run/test-form.ts";
import { freePort } from "../support/wire/free-port.ts";

const ROOT = resolve(import.meta.dirname, "../..");

interface Started {
  /** npm, or the program that runs npm. */
  readonly child: ChildProcess;
  readonly port: number;
  /** Pid of the server. */
  readonly pid: number;
}

/** `npm start` in its own session and job, once the server answers; `wrap` changes the command. */
async function startByNpm(wrap = (npm: string[]) => npm): Promise<Started & { log: string }> {
  const directory = await temporaryDirectory();
  const port = await freePort();
  const log = join(directory, "log");
  const quotaFile = join(directory, "quota.sqlite");
  const settings = ["--data-dir", inject("country").dataDir, "--port", `${port}`, "--quota-file", quotaFile];
  const [command, ...args] = wrap(["npm", "start", "--silent", "--", ...settings, "--log-format", "json"]);
  const written = openSync(log, "a");
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...plainEnv(), TERRACE_THREADS: "1", TERRACE_TEST_LOG: log },
    detached: true,
    stdio: ["pipe", written, written],
  });
  closeSync(written);
  const ready = await eventually(() => {
    if (child.exitCode !== null) throw new Error(`ended: ${readFileSync(log, "utf8")}`);
    return /^.*"pid":(\d+).*ready at.*$/m.exec(readFileSync(log, "utf8")) ?? never("not ready");
  });
  const pid = Number(ready[1]);
  onTestFinished(() => {
    for (const left of [pid, -child.pid!]) {
      try {
        process.kill(left, "SIGKILL");
      } catch {
        // It has exited, as it should.
      }
    }
  });
  return { child, port, pid, log };
}

async function expectNoServer({ port, pid }: Started): Promise<void> {
  await eventually(async () => {
    if (await isListening(port)) never(`127.0.0.1:${port} still listens`);
    if (isRunning(pid)) never(`${pid} still runs`);
  });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => answer(true)).once("error", () => answer(false));
    socket.once("connect", () => socket.destroy());
  });
}

function never(what: string): never {
  throw new Error(what);
}

describe("npm start", () => {
  it.each(someOf(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGKILL"] as const, 2))(
    "leaves no server behind when npm, or the shell's job, gets %s",
    async (signal) => {
      const [npm, job] = await Promise.all([
        startByNpm(),
        startByNpm((command) => ["sh", "-c", `${command.join(" ")}; true`]),
      ]);
      process.kill(npm.child.pid!, signal);
      process.kill(-job.child.pid!, signal);
      await Promise.all([expectNoServer(npm), expectNoServer(job)]);
    },
  );

  it("finishes the calls in flight at a ctrl-C, which reaches it from the terminal and from npm", async () => {
    const started = await startByNpm();
    process.kill(-started.child.pid!, "SIGINT");
    await expectNoServer(started);
    expect(readFileSync(started.log, "utf8")).toContain('"isClean":true,"msg":"stopped"');
  });
});

describe.skipIf(!hasProgram("script"))("a server at a terminal that closes", () => {
  /** Wraps a command in a terminal that closes when `script` is killed. */
  const atTerminal = (command: string) => ["script", "-qefc", command, "/dev/null"];

  it("leaves no server behind when npm started it", async () => {
    const started = await startByNpm((npm) => atTerminal(npm.join(" ")));
    started.child.kill("SIGKILL");
    await expectNoServer(started);
  });

  it("ends as a service too, which takes SIGHUP for a reload while the terminal is there", async () => {
    const serve = (npm: string[]) => npm.join(" ").replace("start --silent --", "run -s terrace -- serve");
    const started = await startByNpm((npm) => atTerminal(serve(npm)));
    process.kill(started.pid, "SIGHUP");
    const said = () => readFileSync(started.log, "utf8");
    await eventually(() => expect(said()).toContain("SIGHUP: checking for a newer snapshot"));
    expect(await isListening(started.port)).toBe(true);
    started.child.kill("SIGKILL");
    await expectNoServer(started);
  });

  it("stays when it was started with nohup, though npm does not", async () => {
    const nohup = (npm: string[]) => atTerminal(`nohup ${npm.join(" ")} >>"$TERRACE_TEST_LOG" 2>&1`);
    const started = await startByNpm(nohup);
    started.child.kill("SIGKILL");
    const said = () => readFileSync(started.log, "utf8");
    await eventually(() => expect(said()).toContain("the terminal has closed; still serving"));
    expect(await isListening(started.port)).toBe(true);
    process.kill(started.pid, "SIGTERM");
    await expectNoServer(started);
  });
});
