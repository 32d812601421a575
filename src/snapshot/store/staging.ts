import { join } from "node:path";
import { disk, outsideWorld } from "../files/outside-world.ts";
import { createClaim, listClaims } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";

/** Creates an empty slot in the staging area; its release removes the directory. */
export async function claimStaging(dataDir: string, purpose: string) {
  const { files } = outsideWorld();
  const { staging } = dataDirectory(dataDir);
  // Claim first: a directory without a live claim is a leftover.
  const claim = await createClaim(staging, purpose);
  const directory = join(staging, claim.name);
  const release = async () => {
    await files.remove(directory);
    await claim.release();
  };
  try {
    await disk.makeDirectory(directory);
  } catch (error) {
    await release().catch(() => {});
    throw error;
  }
  return { directory, release };
}

/**
 * Removes staging entries and leases of dead processes, and returns their paths. One that cannot be removed
 * is reported and retried next time; the others are still removed.
 */
export async function removeLeftovers(
  dataDir: string,
  onStuck: (path: string, error: Error) => void = () => {},
): Promise<string[]> {
  const { staging, leases } = dataDirectory(dataDir);
  const removed: string[] = [];
  const remove = async (path: string) => {
    await disk.remove(path).then(
      () => removed.push(path),
      (error) => onStuck(path, error),
    );
  };
  // Directories before claims: a slot claimed in between is in the claims, a released one is gone.
  const names = await disk.list(staging);
  const claims = await listClaims(staging);
  const living = new Set(claims.filter((c) => c.alive).flatMap((c) => [c.name, `${c.name}.json`]));
  // "…-build" sorts before "…-build.json": a slot is removed before its claim, also if this crashes.
  for (const name of names) {
    if (!living.has(name)) await remove(join(staging, name));
  }
  for (const lease of await listClaims(leases)) {
    if (!lease.alive) await remove(lease.path);
  }
  return removed;
}
