import type { MultiPolygon, Polygon, Position } from "geojson";
import { remembered } from "../../../../runtime/lazy.ts";
import { markKept } from "./mark-kept.ts";
import { PointTable } from "./point-table.ts";

/** Point numbers; a ring's first point is not repeated at its end. */
type Points = readonly number[];

/**
 * Borders of areas as directed edges between numbered points, with the area on the left of each edge. A
 * border of two areas has an edge in each direction: the union of areas has the edges without an opposite
 * edge in the same union.
 */
export class BorderNet {
  readonly #points = new PointTable();
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #area: number[] = [];
  /** Edge indexes sorted by first point, and the start of each point's run in them. */
  #outgoing = new Int32Array();
  #starts = new Int32Array();
  #areas = 0;

  /** Adds an area; its index in order of addition is its index in the labels of `dissolve`. */
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

  /** The union of each label's areas, simplified to `tolerance` degrees, alike on both sides of a border. */
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

  /** Marks edges inside a union as gone; `edges` has the others, a border between two labels once. */
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
   * Follows the edges of one label from the first until the path closes, marks them as gone, and cuts off a
   * ring wherever the path meets itself, so no ring has a point twice. Every point has as many edges in as
   * out, so each path closes.
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

  /** The edge from `at` that keeps the land on the left of a path from `from`; -1 if there is none. */
  #leftmost(from: number, at: number, isCandidate: (edge: number) => boolean): number {
    let found = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let i = this.#starts[at]; i < this.#starts[at + 1]; i++) {
      const edge = this.#outgoing[i];
      if (!isCandidate(edge)) continue;
      // Smallest clockwise turn from the reverse direction, as the land is on that side.
      const turn = this.#points.angle(at, from) - this.#points.angle(at, this.#to[edge]);
      const clockwise = turn > 0 ? turn : turn + 2 * Math.PI;
      if (clockwise < least) [found, least] = [edge, clockwise];
    }
    return found;
  }

  /** Outer rings with their holes, largest first; rings without area are left out. */
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
