import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openCallerKey } from "../../../../src/server/admission/callers/caller-key.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";

let directory: string;
const problems: unknown[] = [];
beforeEach(async () => {
  directory = await temporaryDirectory();
  problems.length = 0;
});

const open = (configured = "", path = join(directory, "caller.key")) =>
  openCallerKey({ configured, path, onProblem: (error) => problems.push(error) });

describe("openCallerKey", () => {
  it("makes one key for its installation, for its owner's eyes only, and finds it again", () => {
    const key = open();
    expect(key.byteLength).toBe(32);
    expect(open()).toEqual(key);
    expect(statSync(join(directory, "caller.key")).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(["caller.key"]);
    expect(problems).toEqual([]);
  });

  it("lets processes that start together agree on one key", () => {
    const module = join(import.meta.dirname, "../../../../src/server/admission/callers/caller-key.ts");
    const script = `
      import { openCallerKey } from ${JSON.stringify(module)};
      const path = ${JSON.stringify(join(directory, "caller.key"))};
      console.log(Buffer.from(openCallerKey({ configured: "", path, onProblem: (e) => { throw e; } })).toString("hex"));`;
    const command = `for i in 1 2 3 4; do "$0" --input-type=module-typescript -e "$1" & done; wait`;
    const { stdout, stderr } = spawnSync("sh", ["-c", command, process.execPath, script], {
      encoding: "utf8",
    });
    const keys = stdout.trim().split("\n");
    expect(keys, stderr).toHaveLength(4);
    expect(new Set(keys)).toEqual(new Set([readFileSync(join(directory, "caller.key"), "utf8").trim()]));
  });

  it("takes the configured key, unless it is short", () => {
    expect(open("a key of enough letters")).toEqual(new TextEncoder().encode("a key of enough letters"));
    expect(() => open("short")).toThrow("TERRACE_CALLER_KEY has 5 characters; at least 16 are required");
    expect(readdirSync(directory)).toEqual([]);
  });

  it("names a file that holds something else, and goes on without a file where none can be made", () => {
    writeFileSync(join(directory, "caller.key"), "not a key\n");
    expect(() => open()).toThrow("caller.key holds no caller key of 64 hexadecimal digits");
    const missing = join(directory, "missing", "caller.key");
    expect(open("", missing)).not.toEqual(open("", missing));
    expect(problems).toHaveLength(2);
  });
});
