import { readFileSync, writeFileSync } from "node:fs";

const MEBIBYTE_KB = 1024;

function statusMb(pid: number, name: "VmRSS" | "VmHWM"): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(
    readFileSync(`/proc/${pid}/status`, "utf8"),
  )!;
  return Number(kilobytes) / MEBIBYTE_KB;
}

export function residentMb(pid: number): number {
  return statusMb(pid, "VmRSS");
}

/** Returns a function for the peak growth in MiB of a process since this call, from Linux's VmHWM. */
export function watchPeak(pid: number): () => number {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const before = residentMb(pid);
  return () => statusMb(pid, "VmHWM") - before;
}
