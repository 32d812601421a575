import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { projectRoot, runBuf } from "../support/run/run-buf.ts";

const clean = { code: 0, output: "" };

describe("buf lint", () => {
  it("has nothing to say about the proto files", async () => {
    expect(await runBuf(["lint"])).toEqual(clean);
  });

  it("finds the files formatted", async () => {
    expect(await runBuf(["format", "--diff", "--exit-code"])).toEqual(clean);
  });
});

describe("buf breaking", () => {
  const copy = sharedDirectory("proto");
  beforeAll(async () => {
    await cp(join(projectRoot, "proto"), copy, { recursive: true });
  });

  it("finds no break against the released image", async () => {
    expect(await runBuf(["breaking", "--against", "released.binpb"])).toEqual(clean);
  });

  it("reports a field that changes its number", async () => {
    const file = join(copy, "shorts/v1alpha1/housing.proto");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("uint32 match_count = 2;", "uint32 match_count = 9;"));
    const { code, output } = await runBuf(["breaking", "--against", "released.binpb"], copy);
    expect(code).not.toBe(0);
    expect(output).toContain('"2" with name "match_count" on message "FilterSuburbsResponse" was deleted');
  });
});
