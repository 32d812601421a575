/** Output for progress: a terminal gets a bar that is redrawn, anything else plain lines. */
export interface ProgressScreen {
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
}

export interface Progress {
  /** Reports a step; another name ends the one before. Time left is estimated unless given; null hides it. */
  report(step: string, done: number, total: number, secondsLeft?: number | null): void;
  finish(): void;
}

/** Progress on a screen that other code writes to as well. */
export interface ScreenProgress extends Progress {
  /** Ends the line of a drawn bar, so that the next output starts on a line of its own. */
  endLine(): void;
}

interface Report {
  readonly done: number;
  readonly total: number;
  readonly secondsLeft?: number | null | undefined;
}

const REDRAW_EVERY_MS = 80;
const PLAIN_LINE_EVERY_MS = 5000;
const BAR_WIDTH = 24;
const CLEAR_LINE = "\r\x1b[2K";

/** Shows steps with counts and time left. Brief progress ends as a cleared bar, or a line with the time. */
export function createProgress(
  screen: ProgressScreen,
  now: () => number,
  { isBrief = false } = {},
): ScreenProgress {
  let step: string | undefined;
  let startedMs = now();
  let shownMs = Number.NEGATIVE_INFINITY;
  let last: Report = { done: 0, total: 0 };
  let isOnBarLine = false;

  const redraw = (text: string, isFinal: boolean) => {
    const line = `${bar(last.done, last.total)} ${step} ${text}`;
    screen.write(`${CLEAR_LINE}${line.slice(0, Math.max(20, screen.columns - 1))}${isFinal ? "\n" : ""}`);
    isOnBarLine = !isFinal;
  };
  const show = (isFinal: boolean) => {
    if (step === undefined) return;
    const elapsedMs = now() - startedMs;
    if (isBrief) redraw(duration(elapsedMs), false);
    else if (screen.isTerminal) {
      redraw(`${counts(last)} ${isFinal ? duration(elapsedMs) : left(last, elapsedMs)}`, isFinal);
    } else if (isFinal) {
      screen.write(`${step}: ${counts(last)} in ${duration(elapsedMs)}\n`);
    } else {
      screen.write(`${[`${step}: ${counts(last)}`, left(last, elapsedMs)].filter(Boolean).join(", ")}\n`);
    }
    shownMs = now();
  };

  return {
    report(nextStep, done, total, secondsLeft) {
      if (isBrief && !screen.isTerminal) return;
      if (nextStep !== step && !isBrief) {
        show(true);
        startedMs = now();
        // The first line of a step appears at once on a terminal, elsewhere only after a while.
        shownMs = screen.isTerminal ? Number.NEGATIVE_INFINITY : now();
      }
      step = nextStep;
      last = { done, total, secondsLeft };
      const every = screen.isTerminal ? REDRAW_EVERY_MS : PLAIN_LINE_EVERY_MS;
      if (now() - shownMs >= every) show(false);
    },
    finish() {
      if (isBrief) screen.write(`${isOnBarLine ? CLEAR_LINE : ""}made in ${duration(now() - startedMs)}\n`);
      else show(true);
      step = undefined;
      isOnBarLine = false;
    },
    endLine() {
      if (isOnBarLine) screen.write("\n");
      isOnBarLine = false;
    },
  };
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  return `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}]`;
}

function counts({ done, total }: { done: number; total: number }): string {
  return `${done.toLocaleString("en-AU")} of ${total.toLocaleString("en-AU")}`;
}

function left({ done, total, secondsLeft }: Report, elapsedMs: number): string {
  if (secondsLeft === null) return "";
  if (secondsLeft !== undefined) return `about ${duration(secondsLeft * 1000)} left`;
  if (done === 0 || elapsedMs < 500) return "";
  return `about ${duration((elapsedMs / done) * Math.max(0, total - done))} left`;
}

/** Formats a duration: `0.4 s`, `12 s`, `3 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
