import { join } from "node:path";
import { disk, outsideWorld } from "../files/outside-world.ts";
import { createClaim, listClaims } from "./claims.ts";
import { dataDirectory } from "./data-directory.ts";

/** A fresh, empty slot in the data directory's staging area; its release removes the directory and all in it. */
export async function claimStaging(dataDir: string, purpose: string) {
  const { files } = outsideWorld();
  const { staging } = dataDirectory(dataDir);
  // The claim comes before the directory: a directory without a living claim is a leftover.
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
 * Paths removed: staging entries and leases whose process is gone. Those of living processes stay. One that cannot be
 * removed keeps no other: it is reported, stays a leftover and is retried.
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
  // Directories are listed first: a slot claimed after that is in the claims, one released after that is gone.
  const names = await disk.list(staging);
  const claims = await listClaims(staging);
  const living = new Set(claims.filter((c) => c.alive).flatMap((c) => [c.name, `${c.name}.json`]));
  // "…-build" sorts before "…-build.json": a slot goes before its claim, so a crash here leaves it claimed.
  for (const name of names) {
    if (!living.has(name)) await remove(join(staging, name));
  }
  for (const lease of await listClaims(leases)) {
    if (!lease.alive) await remove(lease.path);
  }
  return removed;
}
