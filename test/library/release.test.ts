import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import type { Round } from "./count-resources.ts";

const run = promisify(execFile);

describe("openEngine", () => {
  it("gives back every thread, file and shared memory when it is closed", async () => {
    const script = join(import.meta.dirname, "count-resources.ts");
    const { stdout } = await run(process.execPath, ["--expose-gc", script, inject("country").dataDir, "3"]);
    const rounds = JSON.parse(stdout) as Round[];
    expect(rounds).toHaveLength(3);
    // Node and DuckDB load parts lazily once; after the first round nothing may be added.
    const [first, ...later] = rounds;
    for (const round of later) {
      expect(round.memoriesInUse).toBeGreaterThan(0);
      expect(round.memories).toBe(0);
      for (const kind of ["threads", "files", "resources"] as const) {
        expect(round[kind], `${kind} in ${stdout}`).toBeLessThanOrEqual(first[kind]);
      }
    }
  });
});
