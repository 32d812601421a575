import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { packageVersion } from "../../src/runtime/package-version.ts";
import { openApiDocument } from "../../src/server/routes/docs/openapi/openapi.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe("packageVersion", () => {
  it("is the one version of the package, its lock file and the API's document", () => {
    const { version } = JSON.parse(textOf("package.json"));
    const lock = JSON.parse(textOf("package-lock.json"));
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const { info } = openApiDocument("https://api.example");
    const found = [packageVersion(), info.version, lock.version, lock.packages[""].version];
    expect(found).toEqual(Array(4).fill(version));
  });

  it("is the newest release of the changelog, below what is not released yet", () => {
    const headings = [...textOf("CHANGELOG.md").matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings[0]).toBe("Unreleased");
    expect(headings[1]).toMatch(/^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/);
    expect(headings[1].split(" ")[0]).toBe(packageVersion());
  });
});
