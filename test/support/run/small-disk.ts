import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./temporary-directory.ts";

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
