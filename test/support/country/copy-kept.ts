import { cp, mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type SharedCountry, sharedExample } from "./shared-country.ts";

/**
 * Copies what a build kept, that of `data/example` unless another is given, into a data directory: a build there computes
 * what differs from it, and may damage or remove its copies.
 */
export async function copyKept(dataDir: string, from?: SharedCountry): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  await cp(join((from ?? (await sharedExample())).dataDir, "kept"), join(dataDir, "kept"), {
    recursive: true,
  });
  return dataDir;
}

/**
 * Lets the builds of a data directory use what builds of other tests kept, and the other way round; none may remove any, as
 * a publication from the command line does.
 */
export async function shareKept(dataDir: string): Promise<string> {
  const shared = join(dirname((await sharedExample()).dataDir), "kept-by-tests");
  await mkdir(shared, { recursive: true });
  await mkdir(dataDir, { recursive: true });
  await symlink(shared, join(dataDir, "kept"));
  return dataDir;
}
