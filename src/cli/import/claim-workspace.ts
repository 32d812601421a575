import { rmdir } from "node:fs/promises";
import { failedPrecondition } from "../../runtime/errors.ts";
import { disk } from "../../snapshot/files/outside-world.ts";
import { createClaim, listClaims } from "../../snapshot/store/claims.ts";

const SUBJECT = "import";

/** Runs the task as the only one in its workspace, a folder that stays when the task leaves something in it. */
export async function inOwnWorkspace<T>(workspace: string, task: () => Promise<T>): Promise<T> {
  const claim = await createClaim(workspace, SUBJECT);
  try {
    const claims = await listClaims(workspace);
    const others = claims.filter(({ name, subject }) => subject === SUBJECT && name !== claim.name);
    const other = others.find(({ alive }) => alive);
    if (other !== undefined) {
      throw failedPrecondition(
        `process ${other.pid} imports into the same folder; wait for its end, or name another folder with --out`,
      );
    }
    for (const { path } of others) await disk.remove(path);
    return await task();
  } finally {
    await claim.release();
    await rmdir(workspace).catch(() => {});
  }
}
