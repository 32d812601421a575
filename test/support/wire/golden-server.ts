import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { switchesFile } from "../../../src/server/routes/switches.ts";
import { postJson } from "../country/call-json.ts";
import { copyCountry } from "../country/copy-country.ts";
import { serveCountry, steppingClock, TOKEN_SECRET, testToken } from "../country/serve-country.ts";
import { goldenCountry } from "../country/shared-country.ts";
import { removeDirectory } from "../run/remove-directory.ts";
import { type GoldenCase, goldenCases } from "./golden-cases.ts";

/** A case's response body, without the snapshot's id (which depends on every byte of the snapshot). */
export interface GoldenBody {
  readonly status: number;
  readonly text: string;
  /** Number of DuckDB queries it took. */
  readonly queries: number;
}

/** A real server over the golden country that answers golden cases one after the other. */
export async function startGoldenServer() {
  const root = await mkdtemp(join(tmpdir(), "terrace-golden-"));
  await copyCountry(root, (await goldenCountry()).dataDir);
  const serving = await serveCountry(root, {
    monotonicMs: steppingClock(),
    config: { tokenSecret: TOKEN_SECRET },
  });
  const authorization = `Bearer ${await testToken()}`;
  const queriesRun = () => serving.engine.use((view) => view.database.load().queries);
  const ask = async (method: string, golden: GoldenCase): Promise<GoldenBody> => {
    if (golden.switches !== undefined) writeFileSync(switchesFile(root), JSON.stringify(golden.switches));
    const asked = await queriesRun();
    try {
      const response = await postJson(
        `${serving.url}/${method.replace(/\.(\w+)$/, "/$1")}`,
        JSON.stringify(golden.request),
        {
          "user-agent": "terrace-tests/1",
          ...(golden.token === true ? { authorization } : {}),
        },
      );
      const text = (await response.text()).replaceAll(serving.engine.manifest.snapshotId, "(snapshot)");
      return { status: response.status, text, queries: (await queriesRun()) - asked };
    } finally {
      rmSync(switchesFile(root), { force: true });
    }
  };
  return {
    async askAll(method: string) {
      const bodies = new Map<string, GoldenBody>();
      for (const [name, golden] of goldenCases(method)) bodies.set(name, await ask(method, golden));
      return bodies;
    },
    async close() {
      await serving.close();
      await removeDirectory(root);
    },
  };
}
