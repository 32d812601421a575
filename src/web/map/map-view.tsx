import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { country } from "../data/country.ts";
import { outlinesError } from "../data/outlines.ts";
import { Press, set } from "../parts/controls.tsx";
import { adjustView, changeView, setMarks, settleView, toggleMark } from "../view/navigate.ts";
import { inFrame, usePainting } from "../view/painting.ts";
import { selection } from "../view/selection.ts";
import { view } from "../view/view-state.ts";
import { pixelTables } from "../view/visible-map.ts";
import { HoverCard } from "./hover-card.tsx";
import { handleMapKey } from "./map-keys.ts";
import { drawOver, lassoArea, stationAt, stationsShown } from "./map-over.ts";
import { cameraAt, cameraOfScope, centres, drawnMap, placeOf, shapes } from "./map-places.ts";
import { watchPointers } from "./map-pointers.ts";
import {
  type BorderLine,
  borderLines,
  councilsShown,
  type PixelCanvas,
  paintMap,
  pixelCanvas,
  suburbAt,
} from "./paint-map.ts";
import { palette } from "./palettes.ts";
import { type Camera, scaleOfZoom } from "./projection.ts";
import { pixelAt, rasterise } from "./rasterise.ts";

/** Maximum canvas pixels: a recolouring must fit into one frame. */
const MAX_PIXELS = 2_000_000;
const [MIN_ZOOM, MAX_ZOOM] = [0.5, 14];

export function MapView() {
  const box = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const size = useSignal({ width: 0, height: 0, ratio: 1 });
  const hovered = useSignal<Parameters<typeof HoverCard>[0]["at"] | undefined>(undefined);
  const pixels = useRef<PixelCanvas>(undefined);
  const lines = useRef<readonly BorderLine[]>([]);
  /** Inputs that each layer was last drawn from: it is redrawn when one of them changes. */
  const madeFrom = useRef<Record<string, readonly unknown[]>>({});
  const isNew = (layer: string, inputs: readonly unknown[]) => {
    const before = madeFrom.current[layer];
    madeFrom.current[layer] = inputs;
    return before === undefined || inputs.some((one, i) => one !== before[i]);
  };
  /** Whether presses mark without Shift, and the lasso line in CSS pixels. */
  const marks = useSignal(false);
  const lasso = useSignal<readonly number[]>([]);

  const cameraNow = (): Camera => {
    const { width, height, ratio } = size.peek();
    const { at, scope } = view.peek();
    return at === undefined
      ? cameraOfScope(scope, width, height, ratio)
      : cameraAt(at.lat, at.lon, at.zoom, ratio);
  };
  const lookAt = (camera: Camera) => {
    const { ratio } = size.peek();
    const scale =
      Math.min(scaleOfZoom(MAX_ZOOM), Math.max(scaleOfZoom(MIN_ZOOM), camera.scale / ratio)) * ratio;
    inFrame("camera", () => adjustView({ at: placeOf({ ...camera, scale }, ratio) }));
  };

  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      const ratio = Math.min(devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / Math.max(1, width * height)));
      size.value = { width: Math.round(width * ratio), height: Math.round(height * ratio), ratio };
    });
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);

  // Shapes, camera or size changed: find out which suburb each pixel shows.
  usePainting(() => {
    const { width, height, ratio } = size.value;
    const drawn = shapes.value;
    view.value;
    if (width === 0 || height === 0 || drawn === undefined) return;
    const camera = cameraNow();
    if (isNew("ground", [drawn, width, height, camera.x, camera.y, camera.scale])) {
      // The overlay is drawn by this camera.
      drawnMap.value = { buffer: rasterise(drawn, camera, width, height), ratio };
      if (pixels.current?.image.width !== width || pixels.current.image.height !== height) {
        pixels.current = pixelCanvas(ground.current!, width, height);
        overlay.current!.width = width;
        overlay.current!.height = height;
      }
    }
    // Conditions, scale or theme changed: recolour.
    const tables = pixelTables.value;
    const { layers } = view.value;
    if (tables === undefined || pixels.current === undefined) return;
    const { buffer } = drawnMap.peek()!;
    if (isNew("lines", [buffer, layers.join(), palette.value])) lines.current = borderLines(buffer, layers);
    paintMap(pixels.current, buffer, tables, lines.current);
  });

  // Labels, the ring about the selected suburb and the edge of the hovered one.
  usePainting(() => {
    const shown = drawnMap.value;
    const { selected, marked } = view.value;
    const frame = country.value?.frame;
    const line = lasso.value;
    const [councils, stations, places] = [councilsShown(), stationsShown(), centres.value];
    const over = hovered.value?.position ?? -1;
    const { text } = palette.value;
    if (frame === undefined || places === undefined || shown === undefined) return;
    if (!isNew("overlay", [shown, selected, marked, frame, over, text, line, councils, stations])) return;
    const { positionOf } = frame.index;
    drawOver(
      overlay.current!.getContext("2d")!,
      shown,
      { frame, centres: places, councils, stations },
      {
        marked: marked.map(positionOf).filter((one) => one >= 0),
        hovered: over,
        selected: selected === "" ? -1 : positionOf(selected),
        line,
      },
    );
  });
  useEffect(() => () => set(drawnMap, undefined), []);

  const positionAt = (x: number, y: number) => {
    const shown = drawnMap.peek();
    return shown === undefined ? -1 : suburbAt(shown.buffer, x * shown.ratio, y * shown.ratio);
  };
  useEffect(
    () =>
      watchPointers(box.current!, {
        camera: cameraNow,
        ratio: () => size.peek().ratio,
        lookAt,
        settle: settleView,
        hover(x, y) {
          const position = positionAt(x, y);
          hovered.value =
            position < 0 ? undefined : { position, x, y, station: stationAt(drawnMap.peek()!, x, y) };
        },
        leave: () => {
          hovered.value = undefined;
        },
        pick(x, y) {
          const position = positionAt(x, y);
          changeView({ selected: position < 0 ? "" : country.peek()!.frame.index.salCodes[position] });
        },
        isMarking: ({ shiftKey }) => shiftKey || marks.peek(),
        mark(x, y) {
          const position = positionAt(x, y);
          if (position >= 0) toggleMark(country.peek()!.frame.index.salCodes[position]);
        },
        draw(line) {
          lasso.value = [...line];
        },
        enclose(line) {
          const [picked, places, shown] = [selection.peek(), centres.peek(), drawnMap.peek()];
          if (picked === undefined || places === undefined || shown === undefined) return;
          const area = lassoArea(line, shown.ratio);
          const context = overlay.current!.getContext("2d")!;
          const found = [...picked.frame.positions(picked.words)].filter((i) => {
            const [x, y] = pixelAt(shown.buffer, places[2 * i], places[2 * i + 1]);
            return context.isPointInPath(area, x, y, "evenodd");
          });
          setMarks(
            found.map((i) => picked.frame.index.salCodes[i]),
            true,
          );
        },
      }),
    [],
  );

  const zoomBy = (factor: number) => {
    const camera = cameraNow();
    lookAt({ ...camera, scale: camera.scale * factor });
    inFrame("settle", settleView);
  };
  return (
    <div
      class="map"
      ref={box}
      tabIndex={0}
      role="application"
      aria-roledescription="map"
      aria-label="Map of suburbs. Arrow keys move to the neighbouring suburb, Enter opens it, m selects it, plus and minus zoom, 0 shows all. The table lists the same suburbs."
      onKeyDown={(event) => handleMapKey(event, { zoomBy, camera: cameraNow })}
    >
      <canvas ref={ground} class="map-ground" aria-hidden="true" />
      <canvas ref={overlay} class="map-overlay" aria-hidden="true" />
      {shapes.value === undefined && (
        <p class="map-wait">
          {outlinesError.value === undefined ? "Drawing the map…" : `No map: ${outlinesError.value}`}
        </p>
      )}
      <div class="map-buttons">
        <Press onClick={() => zoomBy(2)} aria-label="Zoom in">
          +
        </Press>
        <Press onClick={() => zoomBy(0.5)} aria-label="Zoom out">
          −
        </Press>
        <Press onClick={() => changeView({ at: undefined })} aria-label="Show all">
          ⤢
        </Press>
        <Press
          aria-pressed={marks.value}
          title="Click suburbs to select them, or draw a line around several"
          aria-label="Select suburbs: click one, or draw a line around several"
          onClick={() => set(marks, !marks.peek())}
        >
          ✓
        </Press>
      </div>
      {hovered.value !== undefined && (
        <HoverCard at={hovered.value} width={size.value.width / size.value.ratio} />
      )}
      {country.value?.synthetic && (
        <span class="watermark" aria-hidden="true">
          SYNTHETIC
        </span>
      )}
    </div>
  );
}
