import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { DescriptorSink } from "../../../src/cli/output/descriptor-sink.ts";
import { eventually, temporaryDirectory } from "../../support/run/fixtures.ts";

/** Far more than a pipe's capacity. */
const LINES = Array.from({ length: 40 }, (_, i) => `${i}:${"x".repeat(9990)}\n`);

/** Both ends of a non-blocking pipe. */
async function newPipe() {
  const path = join(await temporaryDirectory(), "pipe");
  execFileSync("mkfifo", [path]);
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(writeEnd));
  const piece = Buffer.alloc(7000);
  /** Drains the pipe. */
  const read = (): string => {
    let text = "";
    try {
      for (let bytes = 1; bytes > 0; ) {
        bytes = readSync(readEnd, piece);
        text += piece.toString("utf8", 0, bytes);
      }
    } catch (error) {
      expect(error).toMatchObject({ code: "EAGAIN" });
    }
    return text;
  };
  return { writeEnd, readEnd, read };
}

const flushed = (sink: DescriptorSink) =>
  new Promise<Error | null | undefined>((resolve) => sink.flush((error) => resolve(error)));

describe("DescriptorSink", () => {
  it("writes everything in order as the reader makes room, and says when all is written", async () => {
    const { writeEnd, readEnd, read } = await newPipe();
    onTestFinished(() => closeSync(readEnd));
    const sink = new DescriptorSink(writeEnd);
    expect(await flushed(sink)).toBeUndefined();
    for (const line of LINES) sink.write(line);
    let isFlushed = false;
    const all = flushed(sink).then((error) => {
      isFlushed = true;
      return error;
    });
    let text = read();
    expect(isFlushed).toBe(false);
    await eventually(() => {
      text += read();
      expect(text.length).toBe(LINES.join("").length);
    });
    expect(text).toBe(LINES.join(""));
    expect(await all).toBeUndefined();
  });

  it("keeps a bounded part for a reader that stalls, and tells what was lost when it reads on", async () => {
    const { writeEnd, readEnd, read } = await newPipe();
    onTestFinished(() => closeSync(readEnd));
    const lost: number[] = [];
    const sink = new DescriptorSink(writeEnd, (bytes) => {
      lost.push(bytes);
      sink.write("told\n");
    });
    const line = `${"x".repeat(99_999)}\n`;
    const written = 200;
    for (let i = 0; i < written; i++) sink.write(line);
    let length = 0;
    let end = "";
    await eventually(() => {
      const text = read();
      length += text.length;
      if (text !== "") end = text.slice(-5);
      expect(end).toBe("told\n");
    });
    expect(lost).toEqual([written * line.length - (length - 5)]);
    expect(length).toBeGreaterThan(8_000_000);
    expect(length).toBeLessThan(9_000_000);
  });

  it("gives up the last lines of a process when nobody reads them", async () => {
    const { writeEnd, readEnd, read } = await newPipe();
    onTestFinished(() => closeSync(readEnd));
    const sink = new DescriptorSink(writeEnd);
    for (const line of LINES) sink.write(line);
    sink.flushSync();
    const text = read();
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThan(LINES.join("").length);
  });

  it("waits for nobody when the reader has gone", async () => {
    const { writeEnd, readEnd } = await newPipe();
    closeSync(readEnd);
    const sink = new DescriptorSink(writeEnd);
    for (const line of LINES) sink.write(line);
    expect(await flushed(sink)).toMatchObject({ code: "EPIPE" });
    sink.write("nobody");
    sink.flushSync();
    expect(await flushed(sink)).toMatchObject({ code: "EPIPE" });
  });
});
