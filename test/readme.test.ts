import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentationBlocks, type MarkdownBlock } from "./support/run/markdown-blocks.ts";
import { adaptedExample, plainEnv } from "./support/run/packed-project.ts";
import { removeDirectory } from "./support/run/remove-directory.ts";
import { isDeepRun } from "./support/run/test-form.ts";
import { TypedShell } from "./support/run/typed-shell.ts";
import { freePort } from "./support/wire/free-port.ts";

const ROOT = resolve(import.meta.dirname, "..");
const run = promisify(execFile);
const blocks = documentationBlocks().filter(({ file }) => file === "README.md");
const PATIENCE_MS = 3_600_000;

let root: string;
let checkout: string;
let env: NodeJS.ProcessEnv;
let port: number;
let shell: TypedShell;
let server: ChildProcess | undefined;
let serverSaid = "";

/** A folder with a curl for machines without one, last in the PATH. */
async function curlFolder(): Promise<string> {
  const folder = join(root, "bin");
  await mkdir(folder);
  const stand = join(import.meta.dirname, "support/wire/curl.ts");
  await writeFile(join(folder, "curl"), `#!/bin/sh\nexec "${process.execPath}" "${stand}" "$@"\n`);
  await chmod(join(folder, "curl"), 0o755);
  return folder;
}

/**
 * `npm start` in a process; resolves when it serves the whole country. It is stopped when its stdin ends,
 * which also happens when this process exits or is killed.
 */
async function startServer(command: string): Promise<void> {
  server = spawn("bash", ["-c", `${command} & cat; kill $!; wait`], {
    cwd: checkout,
    env: { ...env, TERRACE_PORT: String(port) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  await new Promise<void>((ready, ended) => {
    for (const stream of [server!.stdout!, server!.stderr!]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        serverSaid += text;
        const isReady = serverSaid.includes(`ready at http://127.0.0.1:${port}`);
        if (isReady && serverSaid.includes("serving a new snapshot")) ready();
      });
    }
    server!.once("exit", (code) => ended(new Error(`${command} ended with ${code}: ${serverSaid}`)));
  });
}

async function stopServer(): Promise<void> {
  if (server === undefined) return;
  const gone = once(server, "exit");
  server.stdin!.end();
  server = undefined;
  await gone;
}

const here = (text: string) => text.replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`);

async function walk(block: MarkdownBlock, next: MarkdownBlock | undefined): Promise<void> {
  if (block.language === "sh") {
    const [, before, command] = /^(?:(.*) && )?(npm start.*)$/m.exec(block.text) ?? [];
    if (command !== undefined) {
      if (before !== undefined) await shell.paste(before);
      return startServer(command);
    }
    const { stdout } = await shell.paste(here(block.text));
    // The next block is the expected output.
    const isOutput = next?.language === "json" || next?.language === "text";
    if (isOutput) expect(stdout.trimEnd()).toBe(next.text.trimEnd());
    return;
  }
  if (block.language !== "ts") return;
  const file = `readme-${block.line}.ts`;
  const { stdout: folder } = await shell.paste("pwd");
  await writeFile(join(folder.trim(), file), adaptedExample(block.text, `http://127.0.0.1:${port}`));
  const { stdout } = await shell.paste(`node ${file}`);
  if (block.text.includes("console.log")) expect(stdout.trim()).not.toBe("");
}

describe("the README", () => {
  it("has commands, examples and their outputs, and no block of another kind", () => {
    expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(["sh", "ts", "json", "text"]));
    expect(blocks.filter(({ language }) => language === "sh").length).toBeGreaterThan(6);
  });
});

// An installation and the whole country take minutes.
describe.runIf(isDeepRun)("the README, pasted block by block into a new shell in an empty directory", () => {
  /** An empty directory with a fresh clone of this checkout, uncommitted changes included. */
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "terrace-readme-"));
    checkout = join(root, "terrace");
    const listed = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
    });
    for (const path of listed.stdout.split("\0").filter((one) => one !== "")) {
      await mkdir(dirname(join(checkout, path)), { recursive: true });
      await cp(join(ROOT, path), join(checkout, path)).catch((error) => {
        if (error.code !== "ENOENT") throw error; // Listed and deleted since.
      });
    }
    port = await freePort();
    env = {
      ...plainEnv(),
      PATH: [dirname(process.execPath), process.env.PATH, await curlFolder()].join(delimiter),
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_prefer_offline: "true",
      npm_config_fetch_retries: "8",
    };
    shell = new TypedShell(checkout, env, join(root, "pasted"));
  }, PATIENCE_MS);
  afterAll(async () => {
    shell.close();
    await stopServer();
    await removeDirectory(root);
  }, PATIENCE_MS);

  for (const [i, block] of blocks.entries()) {
    it(`works at line ${block.line}: ${block.language}`, { timeout: PATIENCE_MS }, () =>
      walk(block, blocks[i + 1]),
    );
  }

  it("leaves a server that has refused nobody and stops when asked", { timeout: PATIENCE_MS }, async () => {
    await stopServer();
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
    expect(serverSaid).not.toMatch(/"level":(40|50)|SYNTHETIC/);
    expect(await readFile(join(checkout, ".terrace", "CURRENT"), "utf8")).toMatch(/^\d{4}-\d\d-\d\d-/);
  });
});
