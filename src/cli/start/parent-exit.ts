import { SESSION_END_MS, StartTerminal } from "./hang-ups.ts";

/**
 * Aborts when the process that started this one has exited, by whatever signal: npm passes on SIGINT and SIGTERM only.
 * Where `nohup` asked to outlive the terminal and that has closed, only npm is ended by it.
 */
export function parentExit(): AbortSignal {
  const controller = new AbortController();
  const terminal = new StartTerminal();
  const parent = process.ppid;
  let isNoticed = false;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    // Decided at the second look: by then the terminal is closed for this process too, if it was the reason.
    if (!isNoticed) {
      isNoticed = true;
      return;
    }
    clearInterval(timer);
    if (terminal.state !== "stay") controller.abort();
  }, SESSION_END_MS).unref();
  return controller.signal;
}
