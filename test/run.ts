/**
 * Runs the suite; `npm test`, `npm run check`, `npm run test:deep` and `npm run test:long` call it with what to run first.
 * Any further words are passed to vitest, as names of files: with these, lint and types are left out. `test:deep -- --rest`
 * leaves out the files that `npm test` runs in the same form.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { filesWithForm } from "./support/run/projects.ts";

const ROOT = resolve(import.meta.dirname, "..");
const [what, ...words] = process.argv.slice(2);

/** Runs programs of node_modules/.bin at once; false when one of them fails. */
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
    return code;
  });
  return (await Promise.all(codes)).every((code) => code === 0);
}

function checkSources(): Promise<boolean> {
  return succeed([
    ["biome", "check", "."],
    ["tsc", "--noEmit"],
    ["tsc", "--noEmit", "-p", "src/web"],
  ]);
}

async function run(): Promise<boolean> {
  if (what === "deep" || what === "long") {
    const rest = words.indexOf("--rest");
    if (rest !== -1) words.splice(rest, 1);
    const hasNames = words.some((word) => !word.startsWith("-"));
    const files = !hasNames && (what === "long" || rest !== -1) ? filesWithForm(what) : [];
    return succeed([["vitest", "run", ...files, ...words]], { TERRACE_TEST_FORM: what });
  }
  const project = what === "check" ? ["--project", "unit"] : [];
  if (words.length === 0 && !(await checkSources())) return false;
  return succeed([["vitest", "run", ...project, ...words]]);
}

process.exitCode = (await run()) ? 0 : 1;
