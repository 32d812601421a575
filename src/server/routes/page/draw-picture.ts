import { dirname, extname, join } from "node:path";
import type { SnapshotView } from "../../../engine/view.ts";
import { findPackage } from "../../../runtime/node/optional-package.ts";
import type { PictureWorkerData } from "./picture-worker.ts";

const NEED = "the picture of a page";
const FONT = "@expo-google-fonts/source-sans-3";

let found: PictureWorkerData | undefined;

/** Estimated nanoseconds per picture. */
const COST = 35_000_000;

/** Locates the optional packages; throws a sentence that names the missing one. */
function findDrawing(): PictureWorkerData {
  const drawing = findPackage("@resvg/resvg-js", NEED);
  const fonts = dirname(findPackage(`${FONT}/package.json`, NEED));
  const fontFiles = ["400Regular", "600SemiBold"].map((one) => join(fonts, one, `SourceSans3_${one}.ttf`));
  return { drawing, fontFiles, fontFamily: "Source Sans 3" };
}

/** Whether pictures can be drawn. Only a success is cached. */
export function hasDrawing(): boolean {
  try {
    found ??= findDrawing();
    return true;
  } catch {
    return false;
  }
}

/** Renders SVG to PNG in the snapshot's picture worker, so that the event loop is not blocked. */
export function drawPicture(view: SnapshotView, svg: string, signal: AbortSignal): Promise<Uint8Array> {
  found ??= findDrawing();
  const data = found;
  const thread = view.heavyWork.thread<string, Uint8Array>({
    file: new URL(`./picture-worker${extname(import.meta.filename)}`, import.meta.url),
    name: "picture",
    workerData: () => data,
  });
  return thread.perform(svg, signal, { cost: COST });
}
