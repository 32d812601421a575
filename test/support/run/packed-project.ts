import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../../..");
export const TOOLS = join(ROOT, "node_modules", ".bin");

/** The older Node that the package promises to run on; the newer is the one that runs the tests. */
const OLD_NODE = "22.23.3";

/** One that is too old, and lacks what the command line uses. */
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

/** A directory for one test file's project, and its tarball, made without touching the checkout. */
export async function packTerrace(): Promise<{ root: string; tarball: Tarball }> {
  const root = await mkdtemp(join(tmpdir(), "terrace-package-"));
  const stage = join(root, "stage");
  await mkdir(stage);
  const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  // prepack is what builds; here it writes next to the checkout.
  if (manifest.scripts.prepack !== "npm run build") throw new Error("prepack does not build");
  const dist = join(stage, "dist");
  const build = (manifest.scripts.build as string)
    .replace("rm -rf dist && ", "")
    .replaceAll(/\bdist\//g, `${dist}/`)
    // What the types say is judged by the checks of the sources.
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

/** What npm packs of a folder. */
export async function packFolder(folder: string): Promise<Tarball> {
  const env = plainEnv();
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json"], { cwd: folder, env });
  // npm 11 lists packages by name, earlier ones in order.
  const [packed] = Object.values(JSON.parse(stdout)) as (Tarball & { filename: string })[];
  return { path: join(folder, packed.filename), size: packed.size, files: packed.files };
}

/** An empty project, with these packages installed as any user would. */
export async function installProject(root: string, ...packages: readonly string[]): Promise<string> {
  const project = join(root, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "name": "empty", "private": true, "type": "module" }\n');
  // A registry that stumbles is asked again.
  const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=8"];
  if (packages.length > 0)
    await run("npm", ["install", ...flags, ...packages], { cwd: project, env: plainEnv() });
  return project;
}

/** A project with the tarball installed, and the older Nodes next to it. */
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

/** The same without npm and its registry: the tarball unpacked, and its dependencies those of this checkout, without what npm leaves out. */
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

/** An example of the documentation with a server's address, a free port, and an end to the app that it leaves open. */
export function adaptedExample(text: string, url: string): string {
  const closing = text.includes("app.listen") ? "await app.close();\n" : "";
  return `${text.replaceAll("http://127.0.0.1:8080", url).replace("port: 3000", "port: 0")}${closing}`;
}

/** The environment without what npm tells the scripts it runs: it would make an npm inside work on this checkout. */
export function plainEnv(): NodeJS.ProcessEnv {
  const npm =
    /^(npm_(package|lifecycle|execpath|command|node_execpath|config_local_prefix|config_prefix)|INIT_CWD)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !npm.test(name)));
}
