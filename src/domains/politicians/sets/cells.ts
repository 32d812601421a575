import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";

/** Largest key space for an array. Above it keys are looked up in a Map, which takes three times as long. */
const MAX_IN_TABLE = 1 << 20;

/** A grouping: the number of its values, and the index of a row's value in their order; -1 without one. */
export interface Dimension {
  readonly size: number;
  placeOf(row: number, owner: number): number;
}

/** Numbers groups of rows (cells) as they appear and counts their owners. Rows must come sorted by owner. */
export class Cells {
  readonly #dimensions: readonly Dimension[];
  /** Cell + 1 by key. A key combines a row's indices in all dimensions, and sorts as they do. */
  readonly #table: Int32Array | undefined;
  readonly #map = new Map<number, number>();
  readonly #keys: number[] = [];
  readonly #lastOwners: number[] = [];
  /** Distinct owners of each cell. */
  readonly owners: number[] = [];

  constructor(dimensions: readonly Dimension[]) {
    this.#dimensions = dimensions;
    const all = dimensions.reduce((product, { size }) => product * size, 1);
    if (all <= MAX_IN_TABLE) this.#table = new Int32Array(all);
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Adds a row and returns its cell; -1 for a row without a value in one of the dimensions. */
  add(row: number, owner: number): number {
    const key = this.#keyOf(row, owner);
    if (key < 0) return -1;
    let cell = this.#find(key);
    if (cell < 0) {
      cell = this.#keys.push(key) - 1;
      if (this.#table === undefined) this.#map.set(key, cell);
      else this.#table[key] = cell + 1;
      this.owners.push(0);
      this.#lastOwners.push(-1);
    }
    if (this.#lastOwners[cell] !== owner) this.owners[cell]++;
    this.#lastOwners[cell] = owner;
    return cell;
  }

  /** The cell of a row that was added. */
  of(row: number, owner: number): number {
    return this.#find(this.#keyOf(row, owner));
  }

  /** The indices that a cell's key combines. */
  placesOf(cell: number): number[] {
    let rest = this.#keys[cell];
    return this.#dimensions
      .toReversed()
      .map(({ size }) => {
        const place = rest % size;
        rest = Math.floor(rest / size);
        return place;
      })
      .reverse();
  }

  /** A page of cells: by figure descending, then by key; without figures by key. */
  page(figures: readonly number[] | undefined, offset: number, limit: number): number[] {
    // Keys are unique, and plain numbers sort several times as fast as cells by their keys.
    const ordered = Array.from(Float64Array.from(this.#keys).sort(), (key) => this.#find(key));
    if (figures === undefined) return ordered.slice(offset, offset + limit);
    const descending = Float64Array.from(ordered, (cell) => -figures[cell]);
    const places = smallestKeys(descending, ordered.length, offset + limit);
    return Array.from(places.subarray(offset), (place) => ordered[place]);
  }

  #find(key: number): number {
    return this.#table === undefined ? (this.#map.get(key) ?? -1) : this.#table[key] - 1;
  }

  #keyOf(row: number, owner: number): number {
    let key = 0;
    for (let i = 0; i < this.#dimensions.length; i++) {
      const place = this.#dimensions[i].placeOf(row, owner);
      if (place < 0) return -1;
      key = key * this.#dimensions[i].size + place;
    }
    return key;
  }
}
