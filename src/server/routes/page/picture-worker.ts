import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

/** Path of the drawing package, and font files. */
export interface PictureWorkerData {
  readonly drawing: string;
  readonly fontFiles: readonly string[];
  readonly fontFamily: string;
}

const { drawing, fontFiles, fontFamily } = workerData as PictureWorkerData;
const { Resvg } = createRequire(import.meta.url)(drawing) as typeof import("@resvg/resvg-js");
// No system fonts: pictures must be the same on all machines.
const font = { loadSystemFonts: false, fontFiles: [...fontFiles], defaultFontFamily: fontFamily };

parentPort?.on("message", (svg: string) => {
  const png = new Uint8Array(new Resvg(svg, { font }).render().asPng());
  parentPort?.postMessage(png, [png.buffer]);
});
