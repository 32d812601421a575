import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";

/** How long the system may take to make the end of a session known to all its processes. */
export const SESSION_END_MS = 500;

/** The terminal that this process was started at. */
export class StartTerminal {
  readonly #wasThere = hasTerminal();
  /** `nohup` replaces the streams that are terminals: standard input only where it is GNU's. */
  readonly #isOutlived = !(process.platform === "linux" ? [0, 1, 2] : [1, 2]).some((fd) => isatty(fd));

  /** What the process should do now: "stay" where `nohup` asked to outlive a terminal that has closed. */
  get state(): "open" | "stay" | "stop" {
    if (!this.#wasThere || hasTerminal()) return "open";
    return this.#isOutlived ? "stay" : "stop";
  }
}

/** SIGHUP as a server takes it: a reload, unless it comes because the terminal has closed. */
export class HangUps {
  readonly #terminal = new StartTerminal();
  readonly #closed = new AbortController();
  readonly #hear = () => this.#onSignal();
  #reload: ((isOutlived: boolean) => void) | undefined;
  #isDue = false;

  constructor() {
    process.on("SIGHUP", this.#hear);
  }

  /** Aborts when the terminal has closed and the server should stop. */
  get ended(): AbortSignal {
    return this.#closed.signal;
  }

  /** Sets what a reload does; it is done at once when one was asked for before. */
  follow(reload: (isOutlived: boolean) => void): void {
    this.#reload = reload;
    if (this.#isDue) this.#onSignal();
  }

  close(): void {
    process.off("SIGHUP", this.#hear);
  }

  #onSignal(): void {
    const { state } = this.#terminal;
    if (state === "stop") {
      this.#closed.abort();
      return;
    }
    // The exit of a session's first process is signalled before its terminal is taken away.
    setTimeout(() => this.#terminal.state === "stop" && this.#closed.abort(), SESSION_END_MS).unref();
    if (this.#reload === undefined) this.#isDue = true;
    else this.#reload(state === "stay");
  }
}

/** True while the process has a controlling terminal. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
