/**
 * Runs the suite; `npm test`, `npm run check`, `npm run test:deep` and `npm run test:long` call it with what to run first.
 * Any further words are passed to vitest, as names of files: with these, lint and types are left out. `test:deep -- --rest`
 * leaves out the files that `npm test` runs in the same form; `--within <minutes>` runs the others in batches, begins none
 * after that time, and names the files that it did not come to.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { batchesOf, filesWithForm } from "./support/run/projects.ts";

const ROOT = resolve(import.meta.dirname, "..");
const [what, ...words] = process.argv.slice(2);

/** Few, as each ends with its longest file alone; several, so that time which is over is noticed. */
const BATCHES = 4;

/** Runs programs of node_modules/.bin at once; names those that failed in the end, and is false then. */
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

/** Lint and types, which run alongside the first tests. */
const CHECKS = [
  ["biome", "check", "."],
  ["tsc", "--noEmit"],
  ["tsc", "--noEmit", "-p", "src/web"],
];

/** Takes a flag and its number from the words; undefined when it is not there. */
function takeNumber(flag: string): number | undefined {
  const at = words.indexOf(flag);
  if (at === -1) return undefined;
  const [, text] = words.splice(at, 2);
  if (text === undefined || Number.isNaN(Number(text))) {
    throw new Error(`${flag} ${text ?? ""}: expected a number of minutes`);
  }
  return Number(text);
}

/** Runs files in batches until the time is over; a machine whose host takes its processors away may not come to all. */
async function runWithin(
  minutes: number,
  files: readonly string[],
  vitest: (some: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  const endsMs = performance.now() + minutes * 60_000;
  const left: string[] = [];
  let isGreen = true;
  for (const batch of batchesOf(files, BATCHES)) {
    if (performance.now() > endsMs) left.push(...batch);
    else isGreen = (await vitest(batch)) && isGreen;
  }
  if (left.length > 0) {
    console.log(`not run, as ${minutes} minutes were over (${left.length}):\n  ${left.join("\n  ")}`);
  }
  return isGreen;
}

async function run(): Promise<boolean> {
  if (what === "deep" || what === "long") {
    const minutes = takeNumber("--within");
    const rest = words.indexOf("--rest");
    if (rest !== -1) words.splice(rest, 1);
    const hasNames = words.some((word) => !word.startsWith("-"));
    const files = !hasNames && (what === "long" || rest !== -1) ? filesWithForm(what) : [];
    const vitest = (some: readonly string[]) =>
      succeed([["vitest", "run", ...some, ...words]], { TERRACE_TEST_FORM: what });
    return minutes === undefined ? vitest(files) : runWithin(minutes, files, vitest);
  }
  const project = what === "check" ? ["--project", "unit"] : [];
  const checks = words.length === 0 ? CHECKS : [];
  return succeed([...checks, ["vitest", "run", ...project, ...words]]);
}

process.exitCode = (await run()) ? 0 : 1;
