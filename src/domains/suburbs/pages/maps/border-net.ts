import type { MultiPolygon, Polygon, Position } from "geojson";
import { remembered } from "../../../../runtime/lazy.ts";
import { markKept } from "./mark-kept.ts";
import { PointTable } from "./point-table.ts";

/** Numbers of points, the first of a ring not repeated. */
type Points = readonly number[];

/**
 * The borders of areas as directed edges between numbered points, the area on the left of each. A border of two areas
 * is there twice, once in either direction: areas taken together have the edges whose opposite is not theirs.
 */
export class BorderNet {
  readonly #points = new PointTable();
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #area: number[] = [];
  /** Edges in the order of their first points, and where those of each point begin. */
  #outgoing = new Int32Array();
  #starts = new Int32Array();
  #areas = 0;

  /** Adds an area; its place among them is what `dissolve` takes labels by. */
  add({ type, coordinates }: Polygon | MultiPolygon): void {
    const area = this.#areas++;
    for (const ring of type === "Polygon" ? coordinates : coordinates.flat()) {
      let from = this.#points.numberOf(ring[0]);
      for (let i = 1; i < ring.length; i++) {
        const to = this.#points.numberOf(ring[i]);
        if (from === to) continue;
        this.#from.push(from);
        this.#to.push(to);
        this.#area.push(area);
        from = to;
      }
    }
  }

  /**
   * The outline of each label's areas taken together, by label. Points nearer than `tolerance` degrees to the line
   * without them are left out, the same ones on both sides of a border.
   */
  dissolve(labels: ArrayLike<number>, tolerance: number): Map<number, MultiPolygon> {
    this.#order();
    const { isGone, edges } = this.#cancelled(labels);
    const isKept = markKept(this.#points, edges, tolerance);
    const rings = new Map<number, Points[]>();
    const places = new Int32Array(this.#points.count);
    for (let edge = 0; edge < isGone.length; edge++) {
      if (isGone[edge] === 1) continue;
      const label = labels[this.#area[edge]];
      const own = remembered(rings, label, () => []);
      for (const ring of this.#walk(edge, labels, isGone, places)) {
        own.push(ring.filter((point) => isKept[point] === 1));
      }
    }
    return new Map(Array.from(rings, ([label, own]) => [label, this.#outline(own)]));
  }

  #order(): void {
    const { count } = this.#points;
    this.#starts = new Int32Array(count + 1);
    for (const from of this.#from) this.#starts[from + 1]++;
    for (let i = 0; i < count; i++) this.#starts[i + 1] += this.#starts[i];
    const next = this.#starts.slice();
    this.#outgoing = new Int32Array(this.#from.length);
    for (let edge = 0; edge < this.#from.length; edge++) this.#outgoing[next[this.#from[edge]]++] = edge;
  }

  /** Which edges are inside of a label's areas, and the ends of the others, of a border of two labels once. */
  #cancelled(labels: ArrayLike<number>): { isGone: Uint8Array; edges: [from: number, to: number][] } {
    const isGone = new Uint8Array(this.#from.length);
    const isPaired = new Uint8Array(this.#from.length);
    const edges: [from: number, to: number][] = [];
    for (let edge = 0; edge < isGone.length; edge++) {
      if (isPaired[edge] === 1) continue;
      const from = this.#from[edge];
      const to = this.#to[edge];
      for (let i = this.#starts[to]; i < this.#starts[to + 1]; i++) {
        const one = this.#outgoing[i];
        if (this.#to[one] !== from || isPaired[one] === 1) continue;
        isPaired[edge] = isPaired[one] = 1;
        if (labels[this.#area[one]] === labels[this.#area[edge]]) isGone[edge] = isGone[one] = 1;
        break;
      }
      if (isGone[edge] === 0) edges.push([from, to]);
    }
    return { isGone, edges };
  }

  /**
   * Follows edges of one label from the given one until they close, taking them away, and cuts the way into rings where
   * it meets itself: no ring has a point twice. Every point has as many edges to it as from it, so a way always closes.
   */
  *#walk(
    first: number,
    labels: ArrayLike<number>,
    isGone: Uint8Array,
    places: Int32Array,
  ): Generator<Points> {
    const label = labels[this.#area[first]];
    const path: number[] = [];
    for (let edge = first; edge >= 0; ) {
      isGone[edge] = 1;
      const from = this.#from[edge];
      const to = this.#to[edge];
      path.push(from);
      places[from] = path.length;
      if (places[to] > 0) {
        const ring = path.splice(places[to] - 1);
        for (const point of ring) places[point] = 0;
        yield ring;
        if (path.length === 0) return;
      }
      edge = this.#leftmost(from, to, (one) => isGone[one] === 0 && labels[this.#area[one]] === label);
    }
  }

  /** Of the edges that leave `at`, the one that bounds the land on the left of a way from `from`; -1 without any. */
  #leftmost(from: number, at: number, isIt: (edge: number) => boolean): number {
    let found = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = this.#starts[at]; i < this.#starts[at + 1]; i++) {
      const edge = this.#outgoing[i];
      if (!isIt(edge)) continue;
      // Clockwise from the way back: there the land is.
      const turn = this.#points.angle(at, from) - this.#points.angle(at, this.#to[edge]);
      const clockwise = turn > 0 ? turn : turn + 2 * Math.PI;
      if (clockwise < least) [found, least] = [edge, clockwise];
    }
    return found;
  }

  /** Outer rings with their holes, the largest first; what encloses nothing is left out. */
  #outline(rings: readonly Points[]): MultiPolygon {
    const sized = rings.map((ring) => ({ ring, area: this.#points.doubleArea(ring) }));
    const outers = sized.filter(({ area }) => area > 0).sort((a, b) => b.area - a.area);
    const polygons = outers.map(({ ring }) => [this.#positions(ring)]);
    for (const { ring } of sized.filter(({ area }) => area < 0)) {
      const around = outers.findLastIndex((outer) => this.#points.isAround(outer.ring, ring[0], ring[1]));
      polygons[around]?.push(this.#positions(ring));
    }
    return { type: "MultiPolygon", coordinates: polygons };
  }

  #positions(ring: Points): Position[] {
    return [...ring, ring[0]].map((point) => this.#points.position(point));
  }
}
