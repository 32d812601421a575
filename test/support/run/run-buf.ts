import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** Exit code and output of the project's buf, run with the project's plugins in the PATH. */
export function runBuf(
  args: readonly string[],
  cwd = join(projectRoot, "proto"),
): Promise<{ code: number; output: string }> {
  const bin = join(projectRoot, "node_modules", ".bin");
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
  return new Promise((resolve, reject) => {
    execFile(join(bin, "buf"), args, { cwd, env, timeout: 250_000 }, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === "number") resolve({ code, output: `${stdout}${stderr}` });
      else reject(error);
    });
  });
}
