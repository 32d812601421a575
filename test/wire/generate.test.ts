import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commentedDescriptors } from "../../src/generators/write-descriptors.ts";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { projectRoot, runBuf } from "../support/run/run-buf.ts";

async function filesOf(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map((file) => readFile(file, file.endsWith(".binpb") ? "latin1" : "utf8")),
  );
  return new Map(files.map((file, i) => [file.slice(directory.length + 1), texts[i]]));
}

describe("buf generate", () => {
  const scratch = sharedDirectory("generate");

  it("writes exactly the committed src/gen", async () => {
    const { code, output } = await runBuf(["generate", "--output", join(scratch, "proto")]);
    expect(output).toBe("");
    expect(code).toBe(0);
    const image = join(scratch, "image.binpb");
    expect(await runBuf(["build", "--as-file-descriptor-set", "-o", image])).toEqual({ code: 0, output: "" });
    const fresh = await filesOf(join(scratch, "src", "gen"));
    fresh.set(
      "descriptors.binpb",
      Buffer.from(commentedDescriptors(await readFile(image))).toString("latin1"),
    );
    const committed = await filesOf(join(projectRoot, "src", "gen"));
    expect([...fresh.keys()].sort()).toEqual([...committed.keys()].sort());
    const protos = await filesOf(join(projectRoot, "proto"));
    // A module per proto file, and their descriptors with comments.
    expect(committed.size).toBe([...protos.keys()].filter((name) => name.endsWith(".proto")).length + 1);
    for (const [file, text] of fresh)
      expect(committed.get(file) === text, `${file} is stale: npm run generate`).toBe(true);
  });
});
