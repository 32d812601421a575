import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { codeDigest } from "../../../src/runtime/files/code-digest.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

/** The digest of `start.ts` in a new folder: sources are cached by path. */
async function digestAmong(modules: Readonly<Record<string, string>>): Promise<string | undefined> {
  const folder = await temporaryDirectory();
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text);
  return codeDigest(pathToFileURL(join(folder, "start.ts")).href);
}

const MODULES = {
  "start.ts": 'import { a } from "./near.ts";\nimport type { T } from "./types.ts";\nexport const b = a;',
  "near.ts": 'export const a = (await import("./far.ts")).c; // and back: "./start.ts"',
  "far.ts": "export const c = 1;",
  "types.ts": "export type T = number;",
  "unread.ts": "export const d = 1;",
};

describe("codeDigest", () => {
  test("is the same for the same modules in another folder", async () => {
    expect(await digestAmong(MODULES)).toMatch(/^[0-9a-f]{64}$/);
    expect(await digestAmong(MODULES)).toBe(await digestAmong(MODULES));
  });

  test.each(["start.ts", "near.ts", "far.ts"])("changes with %s, which the module reaches", async (name) => {
    const changed = { ...MODULES, [name]: `${MODULES[name as keyof typeof MODULES]} ` };
    expect(await digestAmong(changed)).not.toBe(await digestAmong(MODULES));
  });

  test.each(["types.ts", "unread.ts"])(
    "does not change with %s, which leaves nothing in it",
    async (name) => {
      const changed = { ...MODULES, [name]: "export const other = 2;" };
      expect(await digestAmong(changed)).toBe(await digestAmong(MODULES));
    },
  );

  test("is unknown where the module is not a file of its own", async () => {
    expect(await digestAmong({})).toBeUndefined();
  });
});
