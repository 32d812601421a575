import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const SRC = dirname(import.meta.dirname);
const WEB = join(SRC, "web");
const PACKED = resolve(SRC, "../dist/web");

/** Builds the web page into a folder: index.html, hashed assets, pages.js for the server, and routes.json. */
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
      rolldownOptions: {
        external: [],
        input: { index: join(WEB, "index.html"), rendered: join(WEB, "rendered/enhance.ts") },
      },
      reportCompressedSize: false,
    },
  });
  // The same components for the server, which imports the client instead of bundling it.
  await build({
    root: WEB,
    configFile: false,
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    ssr: { noExternal: true, external: ["terrace/client"] },
    build: {
      ssr: join(WEB, "rendered/entry.tsx"),
      outDir: making,
      emptyOutDir: false,
      minify: true,
      target: "es2022",
      rolldownOptions: {
        external: ["terrace/client"],
        output: {
          entryFileNames: "pages.js",
          codeSplitting: false,
          paths: { "terrace/client": clientOf(folder) },
        },
      },
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

/** Import path of the client in pages.js: next to it in the package, the source in a checkout. */
function clientOf(folder: string): string {
  return folder === PACKED ? "../client.js" : pathToFileURL(join(SRC, "client.ts")).href;
}

await writePage(resolve(process.argv[2] ?? PACKED));
