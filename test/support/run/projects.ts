import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { FILES_LEFT_TO_DEEP, TESTS_LEFT_TO_DEEP } from "./left-to-deep.ts";

/** The projects of the suite; `test/README.md` documents what runs when. */
export type ProjectName = "unit" | "service" | "proof";

const ROOT = resolve(import.meta.dirname, "../../..");

/**
 * Project "proof": kills, damage, other hosts, the installed package, and files that measure or change their
 * process, since its files run in a process each.
 */
const PROOF = /^test\/(crash\/|(client-package|install|package|readme)\.test\.ts$)/;
const PROOF_TEXT =
  /\b(vi\.mock|syncBuiltinESMExports|memoryUsage|getActiveResourcesInfo|getHeapStatistics|setFlagsFromString)\b|\/(resident-memory|count-resources)\.ts"|\/proc\/self\//;

/** Project "service": uses a country, server, DuckDB, worker or process, or a module of `test/` that does. */
const SERVICE =
  /\binject\(|"node:(child_process|worker_threads|http2?)"|\/src\/(cli|library|server)\/|\/src\/engine\/(filter|sql)\/|\/src\/snapshot\/(build|load)\/|\bnew Worker\(/;

/** A file with several forms, and one whose deep form does more than `npm test`. */
const FORMS = /\/(test-form|column-cases)\.ts"/;
const DEEP_FORM = /\b(inForm|isDeepRun|someOf|describeDeepPage|TERRACE_REAL_DATA)\b/;

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), "utf8");
  texts.set(file, text);
  return text;
}

const testFiles = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
  .map((path) => `test/${path.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".test.ts"))
  .sort();

/** The test files of a project, without those that a short run of the whole suite skips. */
export function filesOf(project: ProjectName): string[] {
  const isWanted = (file: string) =>
    process.env.TEST_WHOLE !== "short" || !FILES_LEFT_TO_DEEP.includes(file.slice("test/".length));
  return testFiles.filter((file) => isWanted(file) && projectOf(file) === project);
}

/** Whether some tests of a file do more in the deep form than in the short one. */
export function hasFormsOfItsOwn(file: string): boolean {
  return DEEP_FORM.test(textOf(file));
}

/** The files that a deep or long run must run, as `npm test` runs them in another form. */
export function filesWithForm(form: "deep" | "long"): string[] {
  if (form === "long") return testFiles.filter((file) => FORMS.test(textOf(file)));
  const left = new Set([...FILES_LEFT_TO_DEEP, ...Object.keys(TESTS_LEFT_TO_DEEP)]);
  return testFiles.filter((file) => left.has(file.slice("test/".length)) || hasFormsOfItsOwn(file));
}

function projectOf(file: string): ProjectName {
  if (PROOF.test(file) || PROOF_TEXT.test(textOf(file))) return "proof";
  return [...reachedFrom(file)].some((path) => SERVICE.test(textOf(path))) ? "service" : "unit";
}

/** A file and the modules of `test/` that it imports, directly or not. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  reached.add(file);
  for (const [, target] of textOf(file).matchAll(/^(?:import|export|\}).* from "(\.[^"]+\.ts)"/gm)) {
    const path = relative(ROOT, resolve(ROOT, dirname(file), target)).replaceAll("\\", "/");
    if (path.startsWith("test/") && !reached.has(path)) reachedFrom(path, reached);
  }
  return reached;
}
