import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build } from "vite";

const SRC = dirname(import.meta.dirname);
const WEB = join(SRC, "web");

/** Builds the explorer page into a folder: index.html, assets named by their content, and the paths of its screens. */
async function writePage(folder: string): Promise<void> {
  const making = `${folder}.${process.pid}.making`;
  await build({
    root: WEB,
    configFile: false,
    logLevel: "warn",
    resolve: { alias: { "terrace/client": join(SRC, "client.ts") } },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    worker: { format: "es" },
    build: {
      outDir: making,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { external: [] },
      reportCompressedSize: false,
    },
  });
  await writeFile(join(making, "routes.json"), JSON.stringify(await screenRoutes()));
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
}

/** The routes of every page folder: a page is a folder with a route.ts, and needs no change elsewhere. */
async function screenRoutes(): Promise<string[]> {
  const pages = join(WEB, "pages");
  const routes: string[] = [];
  for (const entry of await readdir(pages, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const page = (await import(join(pages, entry.name, "route.ts"))) as {
      readonly routes: readonly string[];
    };
    routes.push(...page.routes);
  }
  return routes.sort();
}

await writePage(resolve(process.argv[2] ?? join(SRC, "../dist/web")));
