import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Whether Debian's wrk is there: a client in C takes less of the machine than one in JavaScript. */
export function hasWrk(): boolean {
  try {
    execFileSync("sh", ["-c", "command -v wrk"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Posts one body over some connections for some seconds. Any status but 2xx fails. */
export async function wrkLoad(
  url: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
) {
  const folder = mkdtempSync(join(tmpdir(), "terrace-wrk-"));
  try {
    const script = join(folder, "post.lua");
    const bytes = Array.from(body, (byte) => `\\${String(byte).padStart(3, "0")}`).join("");
    const fields = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"\n`);
    writeFileSync(script, `wrk.method = "POST"\nwrk.body = "${bytes}"\n${fields.join("")}`);
    // A machine that is busy with something else may keep a request waiting; only an answer that fails is a failure.
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "60s", "-s", script, url];
    const { stdout } = await promisify(execFile)("wrk", args);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk met failures:\n${stdout}`);
    const requests = Number(/(\d+) requests in/.exec(stdout)![1]);
    return { requests, requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
