import { useRef } from "preact/hooks";
import { onlyState } from "../data/country.ts";
import { Press } from "../parts/controls.tsx";
import { changeView } from "../view/navigate.ts";
import { usePainting } from "../view/painting.ts";
import { pixelTables } from "../view/visible-map.ts";
import { CAPITALS, shapes } from "./map-places.ts";
import { paintMap, pixelCanvas } from "./paint-map.ts";
import { project } from "./projection.ts";
import { rasterise, type ShapeBoxes } from "./rasterise.ts";

const [WIDTH, HEIGHT] = [132, 92];

/** Insets of the capitals at one scale, in the map's colours: half of all suburbs are specks on the map. */
export function CapitalMaps() {
  const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
  const insets = useRef<{ shapes: ShapeBoxes; list: ReturnType<typeof makeInset> }>(undefined);
  const shown = CAPITALS.filter(({ state }) => state === (onlyState.value ?? state));
  usePainting(() => {
    const drawn = shapes.value;
    if (drawn === undefined) return;
    if (insets.current?.shapes !== drawn) {
      insets.current = {
        shapes: drawn,
        list: shown.flatMap((capital, i) => makeInset(drawn, capital, canvases.current[i])),
      };
    }
    const tables = pixelTables.value;
    if (tables === undefined) return;
    for (const { canvas, buffer } of insets.current.list) paintMap(canvas, buffer, tables);
  });
  return (
    <div class="capitals" role="group" aria-label="Capital cities">
      {shown.map(({ name, lat, lon }, i) => (
        <Press
          key={name}
          class="capital"
          aria-label={`Zoom to ${name}`}
          onClick={() => changeView({ at: { lat, lon, zoom: 8.2 } })}
        >
          <canvas
            ref={(element) => {
              canvases.current[i] = element;
            }}
            width={WIDTH}
            height={HEIGHT}
          />
          <span>{name}</span>
        </Press>
      ))}
    </div>
  );
}

function makeInset(
  drawn: ShapeBoxes,
  { lat, lon }: { lat: number; lon: number },
  element: HTMLCanvasElement | null,
) {
  const canvas = element && pixelCanvas(element, WIDTH, HEIGHT);
  if (!canvas) return [];
  const [x, y] = project(lon, lat);
  // One scale for all, so that cities compare: about 110 km across.
  const camera = { x, y, scale: WIDTH / (110 / 6371) };
  return [{ canvas, buffer: rasterise(drawn, camera, WIDTH, HEIGHT) }];
}
