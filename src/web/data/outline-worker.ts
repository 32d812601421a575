import type { Feature, MultiPolygon, Point, Polygon } from "geojson";
import { project } from "../map/projection.ts";
import type { Outlines } from "../map/rasterise.ts";

type Shape = Feature<Point | Polygon | MultiPolygon>;

/** Fetches and projects the outlines and transfers them as flat arrays: parsing takes longer than a frame. */
self.addEventListener("message", async (event: MessageEvent<string>) => {
  try {
    const response = await fetch(event.data, { credentials: "same-origin", cache: "no-cache" });
    if (!response.ok) throw new Error(`the outlines could not be downloaded: status ${response.status}`);
    const snapshotId = response.headers.get("x-terrace-snapshot") ?? "";
    const { features } = (await response.json()) as { features: Shape[] };
    const outlines = flatten(features, snapshotId);
    self.postMessage(outlines, {
      transfer: [outlines.xy.buffer, outlines.ringStarts.buffer, outlines.shapeStarts.buffer],
    });
  } catch (error) {
    self.postMessage({ error: String((error as Error).message ?? error) });
  }
});

function flatten(features: readonly Shape[], snapshotId: string): Outlines {
  const codes: string[] = [];
  const shapeStarts: number[] = [0];
  const ringStarts: number[] = [0];
  const xy: number[] = [];
  for (const { id, geometry } of features) {
    const rings =
      geometry.type === "Point"
        ? [[geometry.coordinates]]
        : geometry.type === "Polygon"
          ? geometry.coordinates
          : geometry.coordinates.flat();
    for (const ring of rings) {
      for (const [lon, lat] of ring) xy.push(...project(lon, lat));
      ringStarts.push(xy.length / 2);
    }
    codes.push(String(id));
    shapeStarts.push(ringStarts.length - 1);
  }
  return {
    snapshotId,
    codes,
    xy: Float32Array.from(xy),
    ringStarts: Uint32Array.from(ringStarts),
    shapeStarts: Uint32Array.from(shapeStarts),
  };
}
