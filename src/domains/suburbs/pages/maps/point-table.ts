import type { Position } from "geojson";

/** Outlines have five decimals of a degree: in these units coordinates are integers and compare exactly. */
const UNITS = 1e5;

/** Interns points: equal points have one number. */
export class PointTable {
  count = 0;
  #xs = new Int32Array(1 << 12);
  #ys = new Int32Array(1 << 12);
  /** Open-addressing hash table of point number + 1, 0 = empty; a `Map` takes four times as long. */
  #slots = new Int32Array(1 << 13);

  numberOf(position: Position): number {
    const x = Math.round(position[0] * UNITS);
    const y = Math.round(position[1] * UNITS);
    const mask = this.#slots.length - 1;
    let slot = slotOf(x, y) & mask;
    for (let found = this.#slots[slot]; found > 0; found = this.#slots[slot]) {
      if (this.#xs[found - 1] === x && this.#ys[found - 1] === y) return found - 1;
      slot = (slot + 1) & mask;
    }
    if (this.count === this.#xs.length) {
      this.#grow();
      return this.numberOf(position);
    }
    this.#xs[this.count] = x;
    this.#ys[this.count] = y;
    this.#slots[slot] = ++this.count;
    return this.count - 1;
  }

  #grow(): void {
    const [xs, ys] = [this.#xs, this.#ys];
    this.#xs = new Int32Array(2 * xs.length);
    this.#ys = new Int32Array(2 * ys.length);
    this.#xs.set(xs);
    this.#ys.set(ys);
    this.#slots = new Int32Array(4 * xs.length);
    const mask = this.#slots.length - 1;
    for (let point = 0; point < this.count; point++) {
      let slot = slotOf(xs[point], ys[point]) & mask;
      while (this.#slots[slot] > 0) slot = (slot + 1) & mask;
      this.#slots[slot] = point + 1;
    }
  }

  position(point: number): Position {
    return [this.#xs[point] / UNITS, this.#ys[point] / UNITS];
  }

  /** Angle of the vector from one point to another, in radians. */
  angle(from: number, to: number): number {
    return Math.atan2(this.#ys[to] - this.#ys[from], this.#xs[to] - this.#xs[from]);
  }

  /** Distance in degrees between a point and the segment from a to b. */
  distance(point: number, a: number, b: number): number {
    const dx = this.#xs[b] - this.#xs[a];
    const dy = this.#ys[b] - this.#ys[a];
    const px = this.#xs[point] - this.#xs[a];
    const py = this.#ys[point] - this.#ys[a];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
    return Math.sqrt((px - along * dx) ** 2 + (py - along * dy) ** 2) / UNITS;
  }

  /** Twice the signed area of a ring; positive if counterclockwise. */
  doubleArea(ring: readonly number[]): number {
    let sum = 0;
    for (let i = 0, before = ring.length - 1; i < ring.length; before = i++) {
      const a = ring[before];
      const b = ring[i];
      sum += this.#xs[a] * this.#ys[b] - this.#xs[b] * this.#ys[a];
    }
    return sum;
  }

  /** Whether the midpoint of the edge from a to b is inside the ring, which must not contain this edge. */
  isAround(ring: readonly number[], a: number, b: number): boolean {
    const [x, y] = [(this.#xs[a] + this.#xs[b]) / 2, (this.#ys[a] + this.#ys[b]) / 2];
    let isInside = false;
    for (let i = 0, before = ring.length - 1; i < ring.length; before = i++) {
      const p = ring[before];
      const q = ring[i];
      const py = this.#ys[p];
      const qy = this.#ys[q];
      if (py > y === qy > y) continue;
      if (x < this.#xs[p] + ((y - py) / (qy - py)) * (this.#xs[q] - this.#xs[p])) isInside = !isInside;
    }
    return isInside;
  }
}

function slotOf(x: number, y: number): number {
  const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
