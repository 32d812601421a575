import { execFileSync } from "node:child_process";
import { appendFile, mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./fixtures.ts";

/** An own small file system in memory; undefined where this user may not mount one. */
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

/** A file that takes all that is left of a disk but so many blocks. */
export async function fillDisk(disk: string, blocksLeft = 0): Promise<string> {
  const filler = join(disk, "filler");
  const { bavail, bsize } = await statfs(disk);
  // Where a server writes meanwhile, less is left than was seen: the disk is full then.
  await appendFile(filler, Buffer.alloc(Math.max(0, bavail - blocksLeft) * bsize)).catch((error) => {
    if (error.code !== "ENOSPC") throw error;
  });
  return filler;
}
