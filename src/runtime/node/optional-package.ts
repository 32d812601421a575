import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { badConfig } from "../errors.ts";

const require = createRequire(import.meta.url);

/** Loads an optional peer dependency; when missing, the error has the npm command for the tested version. */
export function optionalPackage<T>(name: string, need: string): T {
  return named(name, need, () => require(name) as T);
}

/** Resolves the path of an optional package, or of a file in it, without loading it. */
export function findPackage(name: string, need: string): string {
  return named(name, need, () => require.resolve(name));
}

function named<T>(name: string, need: string, find: () => T): T {
  try {
    return find();
  } catch (cause) {
    // A missing dependency of the package itself means a broken installation.
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== "MODULE_NOT_FOUND" || !message.includes(`'${name}'`)) throw cause;
    const root = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
    const text = `${need} needs the package ${root}, which is not installed: npm install ${root}@${versionOf(root)}`;
    throw badConfig(text, cause);
  }
}

function versionOf(name: string): string {
  const path = new URL("../../../package.json", import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")).peerDependencies[name];
}
