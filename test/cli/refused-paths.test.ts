import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { expectRefusal, runHere, startTerrace } from "../support/run/run-terrace.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../data/example");
const root = sharedDirectory("refused");
let file: string;

beforeAll(async () => {
  file = join(root, "a-file");
  await writeFile(file, "");
});

/** Paths that not even root can write: below a file, a file itself, and where Linux makes no directories. */
function refusedPlaces(): [path: string, reason: string][] {
  const places: [string, string][] = [
    [join(file, "x"), "a part of its path is a file"],
    [file, "a file has its name"],
  ];
  if (existsSync("/proc/self")) places.push(["/proc/x/y", "the system lets nobody make a directory there"]);
  return places;
}

describe("a data directory that cannot be written", () => {
  it.each([
    ["demo", "demo --scale 100"],
    ["start", "start --port 0"],
    ["snapshot build", `snapshot build ${EXAMPLE}`],
  ])("is named by %s, with the reason and what to do, before any work", async (_, command) => {
    const check = async ([path, reason]: [string, string]) => {
      const { exitCode, stdout, stderr } = await runHere(`${command} --data-dir ${path}`);
      expect(stderr).toContain(
        `cannot write the data directory "${path}": ${reason}; make it writable or name another one with --data-dir`,
      );
      expect(stderr).not.toMatch(/ {4}at |generate|load/);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    };
    await Promise.all(refusedPlaces().map(check));
  });
});

describe("a dataset folder that cannot be written", () => {
  it("is named by generate, and by demo, which leaves nothing in the data directory", async () => {
    const data = join(root, "data");
    const [path, reason] = refusedPlaces().at(-1)!;
    const check = async (command: string) => {
      const refused = await runHere(`${command} --scale 100`);
      expectRefusal(refused, `cannot write the dataset folder "${path}": ${reason}; `);
    };
    await Promise.all([check(`generate ${path}`), check(`demo --dataset ${path} --data-dir ${data}`)]);
    expect(await readdir(join(data, "staging"))).toEqual([]);
  });

  it("is named by import before a file is read", async () => {
    const text = join(root, "text.csv");
    await writeFile(text, "nothing to import\n");
    const places: [string, string][] = [
      [join(file, "x"), `no folder "${file}" to write the dataset into`],
      [file, `"${file}" is a file; name a new or empty folder`],
    ];
    if (existsSync("/proc/self")) places.push(["/proc/x", 'cannot write the dataset into "/proc": ']);
    const check = async ([path, message]: [string, string]) => {
      const refused = await runHere(`import ${text} --out ${path}`);
      expectRefusal(refused, message);
      expect(refused.stderr).not.toContain("read files");
    };
    await Promise.all(places.map(check));
  });
});

describe("a demo that would take minutes", () => {
  it("ends at SIGTERM and at ctrl-C, and leaves nothing", async () => {
    const check = async (name: "SIGTERM" | "SIGINT") => {
      const data = join(root, name);
      const running = startTerrace(`demo --scale 10 --data-dir ${data}`);
      await running.said(/generate suburb_demographics: ([\d,]+) of \1\b/);
      running.child.kill(name);
      const { exitCode, stderr } = await running.finished;
      expect(stderr).toContain("stopped");
      expect(exitCode).toBe(130);
      expect(await readdir(join(data, "staging"))).toEqual([]);
      expect(await readdir(join(data, "snapshots"))).toEqual([]);
      expect(existsSync(join(data, "CURRENT"))).toBe(false);
    };
    await Promise.all([check("SIGTERM"), check("SIGINT")]);
  });
});
