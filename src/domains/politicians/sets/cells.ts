import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";

/** Most keys that a plain table is used for; beyond, keys are looked up by hash, which takes three times as long. */
const MOST_IN_TABLE = 1 << 20;

/** What rows are grouped by: how many values it has, and the place of a row's value in their order; -1 without one. */
export interface Dimension {
  readonly size: number;
  placeOf(row: number, owner: number): number;
}

/**
 * Numbers the groups of rows from 0 in the order they come, and counts their owners. Rows come in order of owners, so that
 * one who is not the last is another one.
 */
export class Cells {
  readonly #dimensions: readonly Dimension[];
  /** Cells, from 1, by key: the places of a row in all dimensions as one number, smaller ones being earlier. */
  readonly #table: Int32Array | undefined;
  readonly #map = new Map<number, number>();
  readonly #keys: number[] = [];
  readonly #lastOwners: number[] = [];
  /** Different owners of each cell. */
  readonly owners: number[] = [];

  constructor(dimensions: readonly Dimension[]) {
    this.#dimensions = dimensions;
    const all = dimensions.reduce((product, { size }) => product * size, 1);
    if (all <= MOST_IN_TABLE) this.#table = new Int32Array(all);
  }

  get count(): number {
    return this.#keys.length;
  }

  /** Counts a row in its cell, which it returns; -1 for a row without a place in one of the dimensions. */
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

  /** The places that a cell's key is made of. */
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

  /** Cells of one page: by a figure of each, descending, then by key; by key alone without figures. */
  page(figures: readonly number[] | undefined, offset: number, limit: number): number[] {
    // Keys are unique, and numbers by themselves sort several times as fast as cells by their keys.
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
