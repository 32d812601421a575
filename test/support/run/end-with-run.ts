import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";

/** Environment variable that marks every process a run of the suite starts, inherited by their children. */
export const RUN_MARK = "TEST_RUN_MARK";

/** Global, because each project of a run loads this module for itself: the first one marks the run. */
const MARKED = Symbol.for("terrace.run-is-marked");
const holder = globalThis as { [MARKED]?: boolean };

/**
 * Marks the processes of this run and starts a reaper that outlives it: when the run has exited or was
 * killed, it kills the servers, browsers and databases that are left.
 */
export function setup(): void {
  if (holder[MARKED] === true) return;
  holder[MARKED] = true;
  const { [RUN_MARK]: _outer, ...env } = process.env;
  const mark = randomUUID();
  process.env[RUN_MARK] = mark;
  // Its stdin ends when the last process that can write to it, this one, has exited.
  const reaper = spawn(
    process.execPath,
    [join(import.meta.dirname, "kill-marked.ts"), `${RUN_MARK}=${mark}`],
    {
      env,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    },
  );
  reaper.unref();
  (reaper.stdin as unknown as { unref(): void }).unref();
}
