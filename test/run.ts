/**
 * Runs the suite for `npm test`, `npm run check`, `npm run test:deep` and `npm run test:long`, which pass the
 * command. Other arguments are file names for vitest; with these, lint and types are skipped. `test:deep --
 * --rest` skips the files that `npm test` runs in the same form. `--within <minutes>` ends the run after that
 * time and lists the files not yet run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";
import { filesWithForm } from "./support/run/projects.ts";

const ROOT = resolve(import.meta.dirname, "..");
const [what, ...words] = process.argv.slice(2);

/** Runs programs of node_modules/.bin in parallel. Returns false if any failed, after printing which. */
async function succeed(
  commands: readonly (readonly string[])[],
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const codes = commands.map(async ([program, ...args]) => {
    const child = spawn(join(ROOT, "node_modules/.bin", program), args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: "inherit",
    });
    const [code] = await once(child, "exit");
    return code === 0;
  });
  const failed = (await Promise.all(codes)).flatMap((isGreen, i) => (isGreen ? [] : [commands[i].join(" ")]));
  if (commands.length > 1 && failed.length > 0) console.log(`failed: ${failed.join("; ")}`);
  return failed.length === 0;
}

const MEMORY = "/dev/shm";

/**
 * TMPDIR in memory unless the form is long, if the system has enough: tests fsync many small files, which on
 * a disk takes a twentieth of a run.
 */
function temporaryFiles(): NodeJS.ProcessEnv {
  if (!existsSync(MEMORY)) return {};
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > 6e9 ? { TMPDIR: MEMORY } : {};
}

/** Lint and types, which run alongside the first tests. */
const CHECKS = [
  ["biome", "check", "."],
  ["tsc", "--noEmit"],
  ["tsc", "--noEmit", "-p", "src/web"],
];

/** Removes a flag and its number from the arguments; undefined if it is missing. */
function takeNumber(flag: string): number | undefined {
  const at = words.indexOf(flag);
  if (at === -1) return undefined;
  const [, text] = words.splice(at, 2);
  if (text === undefined || Number.isNaN(Number(text))) {
    throw new Error(`${flag} ${text ?? ""}: expected a number of minutes`);
  }
  return Number(text);
}

async function run(): Promise<boolean> {
  if (what === "deep" || what === "long") {
    const minutes = takeNumber("--within");
    const rest = words.indexOf("--rest");
    if (rest !== -1) words.splice(rest, 1);
    const hasNames = words.some((word) => !word.startsWith("-"));
    const files = !hasNames && (what === "long" || rest !== -1) ? filesWithForm(what) : [];
    const ends = minutes === undefined ? {} : { TEST_ENDS_MS: `${Date.now() + minutes * 60_000}` };
    const left = rest === -1 ? {} : { TEST_REST: "1" };
    return succeed([["vitest", "run", ...files, ...words]], {
      ...(what === "deep" ? temporaryFiles() : {}),
      TERRACE_TEST_FORM: what,
      ...left,
      ...ends,
    });
  }
  const project = what === "check" ? ["--project", "unit"] : [];
  const checks = words.length === 0 ? CHECKS : [];
  const whole = words.length === 0 ? { TEST_WHOLE: "short" } : {};
  return succeed([...checks, ["vitest", "run", ...project, ...words]], { ...temporaryFiles(), ...whole });
}

process.exitCode = (await run()) ? 0 : 1;
