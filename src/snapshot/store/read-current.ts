import { badSnapshot, TerraceError } from "../../runtime/errors.ts";
import { errorCode } from "../files/file-operations.ts";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId } from "../manifest/manifest.ts";
import { dataDirectory } from "./data-directory.ts";

/** Id of the snapshot to serve; undefined if none is published. */
export async function readCurrent(dataDir: string): Promise<string | undefined> {
  const { current } = dataDirectory(dataDir);
  let text: string;
  try {
    text = await disk.readText(current);
  } catch (cause) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(cause))) return undefined;
    throw new TerraceError("io_failure", `cannot read ${current}: ${(cause as Error).message}`, { cause });
  }
  const id = text.slice(0, -1);
  if (!text.endsWith("\n") || !isSnapshotId(id)) {
    throw badSnapshot(
      `${current} holds ${JSON.stringify(text.slice(0, 80))}; expected a snapshot id and a newline; ` +
        "publish a snapshot again: terrace snapshot publish",
    );
  }
  return id;
}
