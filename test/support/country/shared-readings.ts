import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { openFile } from "../../../src/importers/files/find-files.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { type ReadFile, readFile as readImportFile } from "../../../src/importers/run/run-import.ts";
import { alone, FAMILY, hashOf, removeUnused, SRC } from "./kept-for-runs.ts";

let root: string | undefined;

/**
 * Yields what the importers read from a file, or from the files of an archive. The first test that needs it
 * reads it and caches it for all others of the same sources: tests of imports start from there.
 */
export async function* openRead(path: string): AsyncGenerator<ReadFile> {
  root ??= join(
    tmpdir(),
    `${FAMILY}readings-${hashOf(["dataset", "importers", "runtime"].map((name) => join(SRC, name)))}`,
  );
  if (!existsSync(root)) {
    await removeUnused();
    await mkdir(root, { recursive: true });
  }
  await utimes(root, new Date(), new Date());
  const hash = createHash("sha256")
    .update(path)
    .update(await readFile(path));
  const kept = join(root, hash.digest("hex"));
  if (!existsSync(kept)) {
    await alone(`${kept}.making`, async () => {
      if (existsSync(kept)) return;
      const read: ReadFile[] = [];
      for await (const found of openFile(path)) read.push(await readImportFile(found, IMPORTERS));
      await writeFile(`${kept}.${process.pid}`, serialize(read));
      await rename(`${kept}.${process.pid}`, kept);
    });
  }
  yield* deserialize(await readFile(kept)) as ReadFile[];
}
