import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Parts of a checkout that are not sources. */
const LEFT_OUT = [".git", ".terrace", "coverage", "dist", "node_modules"];

/** Characters of a run's output that are shown. */
const MAX_OUTPUT = 20_000;

/** A temporary copy of a checkout in which files are changed and tests run. */
export class WorkingCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), "terrace-mutants-"));
  readonly root = join(this.#folder, "tree");
  /** TMPDIR of the tests, removed with the copy. */
  readonly #temporary = join(this.#folder, "tmp");
  readonly #output = join(this.#folder, "output.txt");
  /** Process group of the current run. */
  #group: number | undefined;

  /** Copies the checkout. Its packages are linked one by one, as tools write their own files next to them. */
  fill(checkout: string): void {
    // The tests' PostgreSQL runs as another user, who must be able to read its files.
    chmodSync(this.#folder, 0o755);
    mkdirSync(this.#temporary);
    chmodSync(this.#temporary, 0o1777);
    mkdirSync(this.root);
    for (const name of readdirSync(checkout).filter((one) => !LEFT_OUT.includes(one))) {
      cpSync(join(checkout, name), join(this.root, name), { recursive: true, verbatimSymlinks: true });
    }
    const [from, to] = [checkout, this.root].map((folder) => join(folder, "node_modules"));
    mkdirSync(to);
    for (const name of readdirSync(from).filter((one) => !one.startsWith(".vite"))) {
      symlinkSync(join(from, name), join(to, name));
    }
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), "utf8");
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text);
  }

  /** Runs the deep forms of test files until the first failure or the timeout. */
  async runTests(files: readonly string[], boundMs: number) {
    const output = openSync(this.#output, "w");
    try {
      return await this.#run(files, boundMs, output);
    } finally {
      closeSync(output);
    }
  }

  /** The end of the output of the last run without a change. */
  output(): string {
    return readFileSync(this.#output, "utf8").slice(-MAX_OUTPUT);
  }

  /** Runs tests with a file changed; then restores the file and removes the tests' leftovers. */
  async runChanged(
    file: string,
    change: (text: string) => string,
    tests: readonly string[],
    boundMs: number,
  ) {
    const text = this.read(file);
    const kept = readdirSync(this.#temporary);
    try {
      this.#write(file, change(text));
      // A mutant may print without end.
      return await this.#run(tests, boundMs, "ignore");
    } finally {
      this.#write(file, text);
      for (const name of readdirSync(this.#temporary).filter((one) => !kept.includes(one))) {
        removeTree(join(this.#temporary, name));
      }
    }
  }

  remove(): void {
    this.#endGroup();
    removeTree(this.#folder);
  }

  /** Runs tests and returns how they ended; the code is null if a signal ended them. */
  async #run(files: readonly string[], boundMs: number, output: number | "ignore") {
    const vitest = join(this.root, "node_modules/vitest/vitest.mjs");
    const startedMs = performance.now();
    const child = spawn(process.execPath, [vitest, "run", ...files, "--bail", "1"], {
      cwd: this.root,
      env: {
        ...process.env,
        TMPDIR: this.#temporary,
        TERRACE_TEST_FORM: "deep",
        TERRACE_OPINION_SCALE: undefined,
      },
      // Its own group, so that all its processes can be killed at once.
      detached: true,
      stdio: ["ignore", output, output],
    });
    this.#group = child.pid;
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      this.#endGroup();
    }, boundMs);
    const [code] = (await once(child, "exit")) as [number | null];
    clearTimeout(timer);
    this.#endGroup();
    return { code, isOverdue, ms: performance.now() - startedMs };
  }

  #endGroup(): void {
    if (this.#group === undefined) return;
    try {
      process.kill(-this.#group, "SIGKILL");
    } catch {
      // All of them have exited.
    }
    this.#group = undefined;
  }
}

/** Retries, since a process that is being killed may still write. */
function removeTree(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
