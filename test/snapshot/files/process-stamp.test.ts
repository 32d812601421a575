import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SYSTEM_PROCESSES } from "../../../src/snapshot/files/process-stamp.ts";

const own = SYSTEM_PROCESSES.own();

describe.runIf(process.platform === "linux")("a process's stamp", () => {
  it("tells when the process began", () => {
    const [, bootSeconds] = /^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8"))!;
    const ticksASecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
    const startedMs = 1000 * (Number(bootSeconds) + Number(own.started) / ticksASecond);
    // A clock that was set since the boot shifts one of them; a wrong field of /proc would be hours off.
    expect(Math.abs(startedMs - performance.timeOrigin)).toBeLessThan(60_000);
  });

  it("is that of a running process only while it runs, and only of that one", async () => {
    const child = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
    await once(child, "spawn");
    const pid = child.pid!;
    const started = readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[21];
    const stamp = { pid, place: own.place, started };
    expect(SYSTEM_PROCESSES.isRunning(stamp)).toBe(true);
    // The same pid, used by another process before or after.
    expect(SYSTEM_PROCESSES.isRunning({ ...stamp, started: own.started })).toBe(false);
    expect(SYSTEM_PROCESSES.isRunning({ ...stamp, place: "elsewhere" })).toBeUndefined();
    child.stdin.end();
    await once(child, "close");
    expect(SYSTEM_PROCESSES.isRunning(stamp)).toBe(false);
  });
});
