import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Whether wrk is installed: a client in C uses less CPU than one in JavaScript. */
export function hasWrk(): boolean {
  try {
    execFileSync("sh", ["-c", "command -v wrk"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Posts one body over several connections for a fixed time. Throws unless every status is 2xx. */
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
    // A long timeout: a busy machine may delay a request; only failed answers count as failures.
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "60s", "-s", script, url];
    const { stdout } = await promisify(execFile)("wrk", args);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk met failures:\n${stdout}`);
    const requests = Number(/(\d+) requests in/.exec(stdout)![1]);
    return { requests, requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
