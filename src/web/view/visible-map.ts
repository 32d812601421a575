import { computed } from "@preact/signals";
import { cachedBy, countryNow } from "../data/country.ts";
import { type ColourScale, colourScale, NO_STEP } from "../map/colour-scale.ts";
import { mix, palette, pixelOf } from "../map/palettes.ts";
import { BORDER } from "../map/rasterise.ts";
import { selection } from "./selection.ts";
import { view } from "./view-state.ts";

/** Colour scale of the map; undefined until the metric's column is loaded. */
export const scaleShown = computed<ColourScale | undefined>(() => {
  const now = countryNow();
  const { by, scale } = view.value;
  const metric = now?.metrics.get(by);
  if (now === undefined || metric === undefined || !now.frame.has(by)) return undefined;
  const colours = palette.value;
  // The view changes with every pointer move, its colours seldom.
  return cachedBy(now.frame, `scale ${by} ${scale} ${colours.ground}`, () =>
    colourScale(now.frame, metric, scale, colours),
  );
});

/** Share of its colour that a suburb keeps if it does not match. */
const LEFT_OUT = 0.12;

const NONE = new Uint32Array(0);
/** Reused for every view: of all values of an identity buffer, and of suburbs only. */
let [all, hatch] = [NONE, NONE];

export type PixelTables = NonNullable<typeof pixelTables.value>;

/** Pixel colours of the current view, indexed by a suburb's number in an identity buffer. */
export const pixelTables = computed(() => {
  const [picked, scale] = [selection.value, scaleShown.value];
  if (picked === undefined) return undefined;
  const { ground, unknown, text } = palette.value;
  const size = picked.frame.size + 1;
  if (hatch.length !== size) [all, hatch] = [new Uint32Array(2 * BORDER), new Uint32Array(size)];
  const [inside, border] = [all.subarray(0, size), all.subarray(BORDER, BORDER + size)];
  const stepColours = (scale?.steps ?? []).map(({ colour }) => colour);
  const full = stepColours.map(pixelOf);
  const pale = stepColours.map((colour) => pixelOf(mix(colour, ground, LEFT_OUT)));
  const edge = stepColours.map((colour) => pixelOf(mix(text, colour, 0.22)));
  const paleEdge = pixelOf(mix(text, ground, 0.1));
  const [unknownFull, unknownPale] = [pixelOf(unknown), pixelOf(mix(unknown, ground, 0.22))];
  const [hatchFull, hatchPale] = [pixelOf(mix(text, unknown, 0.14)), pixelOf(mix(unknown, ground, 0.34))];
  inside[0] = hatch[0] = border[0] = pixelOf(ground);
  const { words } = picked;
  for (let i = 0; i < size - 1; i++) {
    const isIn = ((words[i >>> 5] >>> (i & 31)) & 1) === 1;
    const step = scale === undefined ? NO_STEP : scale.stepOf[i];
    if (step === NO_STEP) {
      inside[i + 1] = isIn ? unknownFull : unknownPale;
      hatch[i + 1] = isIn ? hatchFull : hatchPale;
      border[i + 1] = isIn ? hatchFull : paleEdge;
    } else {
      inside[i + 1] = hatch[i + 1] = isIn ? full[step] : pale[step];
      border[i + 1] = isIn ? edge[step] : paleEdge;
    }
  }
  return {
    /** Indexed by every value of an identity buffer; `inside` is a part of it. */
    all,
    inside,
    /** For every eighth diagonal of the screen: hatches suburbs without data. */
    hatch,
  };
});
