import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { badConfig } from "../errors.ts";

const require = createRequire(import.meta.url);

/**
 * A package that a program may do without, loaded when something first needs it. Throws a sentence with the command that
 * installs it, at the version that the tests ran with.
 */
export function optionalPackage<T>(name: string, need: string): T {
  return named(name, need, () => require(name) as T);
}

/** Where such a package, or a file of it, is, without loading it. */
export function findPackage(name: string, need: string): string {
  return named(name, need, () => require.resolve(name));
}

function named<T>(name: string, need: string, find: () => T): T {
  try {
    return find();
  } catch (cause) {
    // A part that the package itself lacks is a fault of the installation.
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code !== "MODULE_NOT_FOUND" || !message.includes(`'${name}'`)) throw cause;
    const root = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
    const text = `${need} needs the package ${root}, which is not installed: npm install ${root}@${versionOf(root)}`;
    throw badConfig(text, cause);
  }
}

/** As `package.json` next to the folder of the sources says. */
function versionOf(name: string): string {
  const path = new URL("../../../package.json", import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")).peerDependencies[name];
}
