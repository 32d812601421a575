import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { TerraceError } from "../../runtime/errors.ts";

/** A publisher's file that `data/australia` is made from. Its licence allows to redistribute what was made of it. */
export interface OpenFile {
  /** Path below one of the folders of publishers' files. */
  readonly file: string;
  readonly licence: string;
  /** Of the file as it is stored. */
  readonly sha256: string;
  /** Why a part of the file may be redistributed whose terms are stated in two ways; "" for all others. */
  readonly decision: string;
}

/** The declared list: nothing else enters the dataset. */
export async function openFiles(): Promise<readonly OpenFile[]> {
  const text = await readFile(join(import.meta.dirname, "open-files.csv"), "utf8");
  return parse(text, { columns: true });
}

/** The paths of the declared files below the folders; throws for one that is missing or differs. */
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
