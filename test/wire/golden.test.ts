import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { productServices } from "../../src/domains/public-methods.ts";
import { switchesFile } from "../../src/server/http/switches.ts";
import type { Serving } from "../../src/server/start-serving.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import {
  callJson,
  hastyClock,
  serveCountry,
  TEST_TOKEN_SECRET,
  testToken,
} from "../support/country/serve-country.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";

/**
 * One folder a method (`shorts.v1alpha1.HousingService.FilterSuburbs`), one file a case: `{ why, request, response }` or
 * `{ why, request, error: { code, message } }`, over Connect JSON on the shared synthetic country. `switches` turns kill switches off for the case,
 * `token` sends an API token. A new case needs a
 * request only: TERRACE_UPDATE_GOLDEN=1 fills in the answer, which is then read and committed like any claim.
 */
interface GoldenCase {
  readonly why: string;
  readonly request: unknown;
  readonly switches?: Record<string, boolean>;
  readonly token?: boolean;
  response?: unknown;
  error?: unknown;
}

const GOLDEN = resolve(import.meta.dirname, "../golden");
const isUpdating = process.env.TERRACE_UPDATE_GOLDEN === "1";

let root: string;
let serving: Serving;
let token: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "terrace-golden-"));
  await copyCountry(root);
  serving = await serveCountry(root, {
    monotonicMs: hastyClock(),
    config: { tokenSecret: TEST_TOKEN_SECRET },
  });
  token = await testToken();
});
afterEach(() => rmSync(switchesFile(root), { force: true }));
afterAll(async () => {
  await serving.close();
  await removeDirectory(root);
});

const folders = readdirSync(GOLDEN, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(folders.map((folder) => folder.name))("%s", (method) => {
  const files = readdirSync(join(GOLDEN, method)).filter((name) => name.endsWith(".json"));

  it("has at least eight cases", () => expect(files.length).toBeGreaterThanOrEqual(8));

  it.each(files.map((file) => [basename(file, ".json"), file]))("%s", async (_name, file) => {
    const path = join(GOLDEN, method, file);
    const golden = JSON.parse(readFileSync(path, "utf8")) as GoldenCase;
    expect(golden.why.length).toBeGreaterThan(10);
    if (golden.switches !== undefined) writeFileSync(switchesFile(root), JSON.stringify(golden.switches));
    const answer = await callJson(serving.url, method.replace(/\.(\w+)$/, "/$1"), golden.request, {
      ...(golden.token === true ? { authorization: `Bearer ${token}` } : {}),
    });
    const { status } = answer;
    // The id follows from every byte of the snapshot; what a case claims should not.
    const body = JSON.parse(
      JSON.stringify(answer.body).replaceAll(serving.engine.manifest.snapshotId, "(snapshot)"),
    );
    const outcome = status === 200 ? { response: body } : { error: body };
    if (isUpdating) {
      const { why, request, switches, token } = golden;
      const more = { ...(switches ? { switches } : {}), ...(token ? { token } : {}) };
      const text = JSON.stringify({ why, request, ...more, ...outcome }, null, 1);
      writeFileSync(path, `${text}\n`);
      return;
    }
    expect(outcome).toEqual({ response: golden.response, error: golden.error });
  });
});

describe("the golden folder", () => {
  it("is compared, not rewritten, and holds every method", () => {
    expect(isUpdating).toBe(false);
    const methods = productServices.flatMap(({ typeName, methods }) =>
      methods.map((method) => `${typeName}.${method.name}`),
    );
    expect(folders.map((folder) => folder.name).sort()).toEqual(methods.sort());
  });
});
