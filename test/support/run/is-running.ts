/** False if the process has exited. Pid 0, whose process group includes this one, counts as running. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
