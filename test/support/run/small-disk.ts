import { execFileSync } from "node:child_process";
import { appendFile, mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./fixtures.ts";

/** Mounts a small tmpfs; undefined where this user may not. */
export async function smallDisk(kilobytes: number): Promise<string | undefined> {
  const path = join(await temporaryDirectory(), "disk");
  await mkdir(path);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", path], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync("umount", [path]);
  });
  return path;
}

/** Writes a file that fills a disk up to `blocksLeft` blocks. */
export async function fillDisk(disk: string, blocksLeft = 0): Promise<string> {
  const filler = join(disk, "filler");
  const { bavail, bsize } = await statfs(disk);
  // If a server writes meanwhile, less is left than statfs returned: then the disk is full.
  await appendFile(filler, Buffer.alloc(Math.max(0, bavail - blocksLeft) * bsize)).catch((error) => {
    if (error.code !== "ENOSPC") throw error;
  });
  return filler;
}
