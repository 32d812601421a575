import { mkdir, rename, rm, writeFile } from "node:fs/promises";
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
  const { SCREENS } = (await import(join(WEB, "pages/screens.ts"))) as {
    readonly SCREENS: readonly { readonly routes: readonly string[] }[];
  };
  const routes = SCREENS.flatMap((screen) => screen.routes).sort();
  await writeFile(join(making, "routes.json"), JSON.stringify(routes));
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
}

await writePage(resolve(process.argv[2] ?? join(SRC, "../dist/web")));
