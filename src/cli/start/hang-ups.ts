import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";

/** How long the system may take to signal the end of a session to all its processes. */
export const SESSION_END_MS = 500;

/** The controlling terminal of this process at start. */
export class StartTerminal {
  readonly #wasThere = hasTerminal();
  /** True under `nohup`, which replaces streams that are terminals; standard input only in GNU's version. */
  readonly #isOutlived = !(process.platform === "linux" ? [0, 1, 2] : [1, 2]).some((fd) => isatty(fd));

  /** "stop" when the terminal has closed; "stay" when it has closed under `nohup`. */
  get state(): "open" | "stay" | "stop" {
    if (!this.#wasThere || hasTerminal()) return "open";
    return this.#isOutlived ? "stay" : "stop";
  }
}

/** Handles SIGHUP: a reload, unless the signal comes because the terminal has closed. */
export class HangUps {
  readonly #terminal = new StartTerminal();
  readonly #closed = new AbortController();
  readonly #onHangUp = () => this.#onSignal();
  #reload: ((isOutlived: boolean) => void) | undefined;
  #isDue = false;

  constructor() {
    process.on("SIGHUP", this.#onHangUp);
  }

  get ended(): AbortSignal {
    return this.#closed.signal;
  }

  /** Sets the reload callback; calls it at once if a SIGHUP came before. */
  follow(reload: (isOutlived: boolean) => void): void {
    this.#reload = reload;
    if (this.#isDue) this.#onSignal();
  }

  close(): void {
    process.off("SIGHUP", this.#onHangUp);
  }

  #onSignal(): void {
    const { state } = this.#terminal;
    if (state === "stop") {
      this.#closed.abort();
      return;
    }
    // The SIGHUP of a session's end can come before the terminal is gone, so check again later.
    setTimeout(() => this.#terminal.state === "stop" && this.#closed.abort(), SESSION_END_MS).unref();
    if (this.#reload === undefined) this.#isDue = true;
    else this.#reload(state === "stay");
  }
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
