import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../../..");
export const TOOLS = join(ROOT, "node_modules", ".bin");

/** The oldest Node that the package supports; the newest is the one that runs the tests. */
const OLD_NODE = "22.23.3";

/** An unsupported Node, which lacks what the CLI uses. */
export const TOO_OLD_NODE = "20.19.0";

export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

export interface Tarball {
  readonly path: string;
  readonly size: number;
  readonly files: readonly PackedFile[];
}

/** Packs a tarball for one test file, outside the checkout, in a directory that the caller removes. */
export async function packTerrace(): Promise<{ root: string; tarball: Tarball }> {
  const root = await mkdtemp(join(tmpdir(), "terrace-package-"));
  const stage = join(root, "stage");
  await mkdir(stage);
  const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  // prepack runs the build; here the build writes outside the checkout.
  if (manifest.scripts.prepack !== "npm run build") throw new Error("prepack does not build");
  const dist = join(stage, "dist");
  const build = (manifest.scripts.build as string)
    .replace("rm -rf dist && ", "")
    .replaceAll(/\bdist\//g, `${dist}/`)
    // Types are checked by the checks of the sources.
    .replaceAll("tsc -p tsconfig.build.json", `tsc -p tsconfig.build.json --noCheck --outDir ${dist}`);
  await run("sh", ["-c", build], {
    cwd: ROOT,
    env: { ...process.env, PATH: [TOOLS, dirname(process.execPath), process.env.PATH].join(delimiter) },
  });
  for (const name of [
    ...["package.json", "proto", "README.md", "LICENSE", "CHANGELOG.md"],
    ...["data/deploy", "data/guides"],
  ]) {
    await cp(join(ROOT, name), join(stage, name), { recursive: true });
  }
  return { root, tarball: await packFolder(stage) };
}

export async function packFolder(folder: string): Promise<Tarball> {
  const env = plainEnv();
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json"], { cwd: folder, env });
  // npm 11 returns packages by name, earlier versions as a list.
  const [packed] = Object.values(JSON.parse(stdout)) as (Tarball & { filename: string })[];
  return { path: join(folder, packed.filename), size: packed.size, files: packed.files };
}

/** An empty project, with these packages installed from the registry. */
export async function installProject(root: string, ...packages: readonly string[]): Promise<string> {
  const project = join(root, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  // Retries a flaky registry.
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=8"];
  if (packages.length > 0)
    await run("npm", ["install", ...flags, ...packages], { cwd: project, env: plainEnv() });
  return project;
}

/** A project with the tarball installed, and the older Nodes. */
export async function installTarball(
  root: string,
  tarball: Tarball,
): Promise<{ project: string; oldNode: string; tooOldNode: string }> {
  const node = `node-${process.platform}-${process.arch}`;
  const olderNodes = [`${node}@${OLD_NODE}`, `too-old-node@npm:${node}@${TOO_OLD_NODE}`];
  const project = await installProject(root, tarball.path, ...olderNodes);
  const binary = (name: string) => join(project, "node_modules", name, "bin/node");
  return { project, oldNode: binary(node), tooOldNode: binary("too-old-node") };
}

/** Unpacks the tarball and links the checkout's production dependencies, without npm and its registry. */
export async function unpackTarball(root: string, tarball: Tarball): Promise<string> {
  const project = await installProject(root);
  const folder = join(project, "node_modules");
  await mkdir(join(folder, ".bin"), { recursive: true });
  await run("tar", ["-xzf", tarball.path, "-C", root]);
  await rename(join(root, "package"), join(folder, "terrace"));
  const { bin, peerDependencies } = JSON.parse(
    await readFile(join(folder, "terrace", "package.json"), "utf8"),
  );
  const packages = (await readdir(join(ROOT, "node_modules"))).map(async (name) =>
    name.startsWith("@")
      ? (await readdir(join(ROOT, "node_modules", name))).map((inner) => `${name}/${inner}`)
      : name,
  );
  for (const name of (await Promise.all(packages)).flat()) {
    if (name.startsWith(".") || name in peerDependencies) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await symlink(join(ROOT, "node_modules", name), join(folder, name));
  }
  await symlink(join("../terrace", bin.terrace), join(folder, ".bin/terrace"));
  return project;
}

/** A documentation example with a server's address, a free port, and a close of the app it leaves open. */
export function adaptedExample(text: string, url: string): string {
  const closing = text.includes("app.listen") ? "await app.close();\n" : "";
  return `${text.replaceAll("http://127.0.0.1:8080", url).replace("port: 3000", "port: 0")}${closing}`;
}

/** The environment without the variables npm sets for scripts: a nested npm would work on this checkout. */
export function plainEnv(): NodeJS.ProcessEnv {
  const npm =
    /^(npm_(package|lifecycle|execpath|command|node_execpath|config_local_prefix|config_prefix)|INIT_CWD)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !npm.test(name)));
}
