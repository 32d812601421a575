import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importPaths } from "../../../src/cli/import/import-paths.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { removeDirectory } from "../run/remove-directory.ts";
import { serveCountry } from "./serve-country.ts";
import { copyKept, sharedAustralia } from "./shared-country.ts";
import { openRead } from "./shared-readings.ts";

/** Imports publishers' files, builds what they give strictly, and serves it. */
export async function serveImport(paths: readonly string[]) {
  const root = await mkdtemp(join(tmpdir(), "terrace-published-"));
  const out = join(root, "dataset");
  const dataDir = await copyKept(join(root, "data"), await sharedAustralia());
  const started = performance.now();
  const result = await importPaths(
    { paths, out, merge: false, allowedSources: new Set(), open: openRead },
    { report() {}, finish() {} },
    new AbortController().signal,
  );
  const imported = performance.now();
  const built = await buildSnapshot({ datasetDir: out, dataDir, strict: true });
  await publishSnapshot(built.directory, dataDir);
  await built.discard();
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `imported in ${seconds(imported - started)}, built and published in ${seconds(performance.now() - imported)}, ` +
      `resident ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
  const serving = await serveCountry(dataDir);
  const close = async () => {
    await serving.close();
    await removeDirectory(root);
  };
  return { ...result, url: serving.url, close };
}
