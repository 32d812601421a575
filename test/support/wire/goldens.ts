import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { JsonValue } from "@bufbuild/protobuf";
import { removeDirectory } from "../run/remove-directory.ts";
import { goldenCases, goldenMethods, goldenPath } from "./golden-cases.ts";
import { goldenFile, goldenText } from "./golden-form.ts";
import { type GoldenBody, startGoldenServer } from "./golden-server.ts";

// npm run goldens                      writes the responses of these sources; a new case needs `why` and
// `request` only npm run goldens -- --show [METHOD[/CASE]] [--against COMMIT]
//      first difference of the complete responses from a commit's (HEAD)
const ROOT = resolve(import.meta.dirname, "../../..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: "boolean", default: false },
    against: { type: "string", default: "HEAD" },
    "answers-to": { type: "string" },
  },
});
const [only = ""] = positionals;

type Answers = Record<string, GoldenBody & { readonly asked: string }>;

if (values["answers-to"] !== undefined) {
  writeFileSync(values["answers-to"], JSON.stringify(await answersHere()));
} else if (values.show) {
  const before = await answersOf(values.against);
  const now = await answersHere();
  const both = Object.keys(now).filter((name) => before[name]?.asked === now[name].asked);
  const differing = both.filter((name) => now[name].text !== before[name].text);
  for (const name of differing) {
    console.log(`${name}: ${firstDifference(JSON.parse(before[name].text), JSON.parse(now[name].text))}`);
  }
  console.log(`${differing.length} of ${both.length} answers differ from those of ${values.against}`);
  process.exitCode = differing.length === 0 ? 0 : 1;
} else {
  const server = await startGoldenServer();
  for (const method of goldenMethods()) {
    const text = goldenText(goldenFile(goldenCases(method), await server.askAll(method)));
    if (text === readFileSync(goldenPath(method), "utf8")) continue;
    writeFileSync(goldenPath(method), text);
    console.log(`written: ${goldenPath(method)}`);
  }
  await server.close();
}

/** The complete responses of these sources to the selected cases. */
async function answersHere(): Promise<Answers> {
  const server = await startGoldenServer();
  const answers: Answers = {};
  for (const method of goldenMethods().filter((one) => only.startsWith(one) || only === "")) {
    const cases = goldenCases(method);
    for (const [name, body] of await server.askAll(method)) {
      const { request, switches, token } = cases.get(name)!;
      if (![`${method}/${name}`, method, ""].includes(only)) continue;
      answers[`${method}/${name}`] = { ...body, asked: JSON.stringify([request, switches, token]) };
    }
  }
  await server.close();
  return answers;
}

/** The responses of a commit, from a temporary worktree. */
async function answersOf(commit: string): Promise<Answers> {
  const folder = mkdtempSync(join(tmpdir(), "terrace-goldens-"));
  const tree = join(folder, "tree");
  const file = join(folder, "answers.json");
  execFileSync("git", ["-C", ROOT, "worktree", "add", "--quiet", "--detach", tree, commit]);
  try {
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
    const script = join(tree, "test/support/wire/goldens.ts");
    const { status } = spawnSync(process.execPath, [script, "--answers-to", file, only], {
      stdio: "inherit",
    });
    if (status !== 0) throw new Error(`${commit} did not answer`);
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    execFileSync("git", ["-C", ROOT, "worktree", "remove", "--force", tree]);
    await removeDirectory(folder);
  }
}

/** The first path where two responses differ, with both values. */
function firstDifference(before: JsonValue, now: JsonValue, path = ""): string {
  if (isTree(before) && isTree(now) && Array.isArray(before) === Array.isArray(now)) {
    const [a, b] = [before as Record<string, JsonValue>, now as Record<string, JsonValue>];
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (JSON.stringify(a[key]) === JSON.stringify(b[key])) continue;
      return firstDifference(a[key], b[key], Array.isArray(now) ? `${path}[${key}]` : `${path}.${key}`);
    }
    return `${path || "the answer"}: the same members in another order`;
  }
  const shown = (value: JsonValue | undefined) => (JSON.stringify(value) ?? "(absent)").slice(0, 200);
  return `${path || "the answer"} was ${shown(before)}, is ${shown(now)}`;
}

function isTree(value: JsonValue | undefined): boolean {
  return typeof value === "object" && value !== null;
}
