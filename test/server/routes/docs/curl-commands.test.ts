import { execFile } from "node:child_process";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentedServices, publicMethods } from "../../../../src/domains/public-methods.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { removeDirectory } from "../../../support/run/remove-directory.ts";
import { someOf } from "../../../support/run/test-form.ts";

const CURL = resolve(import.meta.dirname, "../../../support/wire/curl.ts");
const run = promisify(execFile);

const serving = servedCountry();
let folder: string;
let env: NodeJS.ProcessEnv;
let blocks: string[];

beforeAll(async () => {
  const page = await asking(serving).text("/docs.md");
  blocks = page.split("```").filter((block) => block.includes("curl -sS"));
  // A curl for machines without one, last in the PATH.
  folder = await mkdtemp(join(tmpdir(), "terrace-curl-"));
  await writeFile(join(folder, "curl"), `#!/bin/sh\nexec "${process.execPath}" "${CURL}" "$@"\n`);
  await chmod(join(folder, "curl"), 0o755);
  env = { ...process.env, PATH: [process.env.PATH, folder].join(delimiter) };
});
afterAll(async () => {
  await removeDirectory(folder);
});

describe("the commands of the documentation, by curl", () => {
  it.each(someOf(publicMethods(documentedServices), 12))(
    "are answered by $service/$method",
    async ({ path }) => {
      const block = blocks.find((one) => new RegExp(`${path}\\b`).test(one))!;
      const command = block
        .slice(block.indexOf("curl"))
        .replace(/https?:\/\/[^/'"\s]+(?=\/\w+\.)/, new URL(serving.url).origin);
      const { stdout } = await run("sh", ["-c", command], { env, maxBuffer: 2 ** 26 });
      const { code, message } = JSON.parse(stdout) as { code?: string; message?: string };
      expect([code, message]).toEqual([undefined, undefined]);
    },
  );
});
