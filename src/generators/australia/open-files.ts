import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { TerraceError } from "../../runtime/errors.ts";

/** A publisher's file that `data/australia` is made from; its licence permits sharing derived data. */
export interface OpenFile {
  /** Path relative to one of the folders of publishers' files. */
  readonly file: string;
  readonly licence: string;
  readonly sha256: string;
  /** Why a part with contradictory terms may be redistributed; "" for all other files. */
  readonly decision: string;
}

/** Reads the list of files; nothing else enters the dataset. */
export async function openFiles(): Promise<readonly OpenFile[]> {
  const text = await readFile(join(import.meta.dirname, "open-files.csv"), "utf8");
  return parse(text, { columns: true });
}

/** Finds the listed files below the folders; throws when one is missing or has another digest. */
export async function findOpenFiles(
  folders: readonly string[],
  files: readonly OpenFile[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const { file, sha256 } of files) {
    const path = folders.map((folder) => join(folder, file)).find((one) => existsSync(one));
    if (path === undefined)
      throw new TerraceError("invalid_argument", `no "${file}" below ${folders.join(" or ")}`);
    const found = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
    if (found !== sha256)
      throw new TerraceError("bad_dataset", `${path} has the sha256 ${found}; the declared one is ${sha256}`);
    paths.push(path);
  }
  return paths;
}
