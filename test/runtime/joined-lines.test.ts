import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { JoinedLines } from "../../src/runtime/joined-lines.ts";
import { callJson } from "../support/country/serve-country.ts";
import { startServer } from "../support/run/run-terrace.ts";

function sink() {
  const written: string[] = [];
  return {
    written,
    write: (text: string) => void written.push(text),
    flush: (done: () => void) => done(),
    flushSync: () => {},
  };
}

describe("JoinedLines", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("hands lines on together, a tenth of a second after the first", () => {
    const out = sink();
    const lines = new JoinedLines(out);
    lines.write("a\n");
    vi.advanceTimersByTime(99);
    lines.write("b\n");
    expect(out.written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(out.written).toEqual(["a\nb\n"]);
    vi.advanceTimersByTime(1000);
    expect(out.written).toEqual(["a\nb\n"]);
  });

  it("does not wait for more once there are 64 KiB, and not when it is told to flush", async () => {
    const out = sink();
    const lines = new JoinedLines(out);
    const line = `${"x".repeat(1023)}\n`;
    for (let i = 0; i < 65; i++) lines.write(line);
    expect(out.written).toEqual([line.repeat(64)]);
    await lines.flush();
    lines.write("last\n");
    lines.flushSync();
    expect(out.written).toEqual([line.repeat(64), line, "last\n"]);
    lines.flushSync();
    expect(out.written).toHaveLength(3);
  });
});

describe("terrace serve", () => {
  it("writes every line before it stops", async () => {
    const running = await startServer(["--data-dir", inject("country").dataDir]);
    const calls = 300;
    for (let i = 0; i < calls; i++) {
      await callJson(running.url, "shorts.v1alpha1.HousingService/GetSuburbIndex", { stateCode: "ACT" });
    }
    running.child.kill("SIGTERM");
    const { stdout, exitCode } = await running.finished;
    expect(exitCode).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { msg: string });
    expect(lines.filter(({ msg }) => msg === "request")).toHaveLength(calls);
    expect(lines.at(-1)?.msg).toBe("stopped");
  });

  it("writes the last lines of a process that ends by a fault", async () => {
    const file = (path: string) => JSON.stringify(resolve(import.meta.dirname, "../../src", path));
    const script = `
      import { DescriptorSink } from ${file("cli/output/descriptor-sink.ts")};
      import { JoinedLines } from ${file("runtime/joined-lines.ts")};
      const lines = new JoinedLines(new DescriptorSink(1));
      process.once("exit", () => lines.flushSync());
      lines.write("the last line\\n");
      setImmediate(() => { throw new Error("a fault"); });
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: resolve(import.meta.dirname, "../.."),
    });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    const [exitCode] = await once(child, "close");
    expect([exitCode, text]).toEqual([1, "the last line\n"]);
  });
});
