import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/** What the thread is given: where the package that draws is, and the files of the font. */
export interface PictureWorkerData {
  readonly drawing: string;
  readonly fontFiles: readonly string[];
  readonly fontFamily: string;
}

const { drawing, fontFiles, fontFamily } = workerData as PictureWorkerData;
const { Resvg } = createRequire(import.meta.url)(drawing) as typeof import("@resvg/resvg-js");
// Fonts of the machine would make a picture of its own on each.
const font = { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontFamily: fontFamily };

parentPort?.on("message", (svg: string) => {
  const png = new Uint8Array(new Resvg(svg, { font }).render().asPng());
  parentPort?.postMessage(png, [png.buffer]);
});
