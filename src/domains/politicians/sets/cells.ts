import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";

/** Most keys that a plain table is used for; beyond, keys are looked up by hash. */
const MOST_IN_TABLE = 1 << 20;

/** A table of zeros from earlier cells: megabytes for each question would keep the collector busy. */
let spareTable: Int32Array | undefined;

function takeTable(size: number): Int32Array {
  const spare = spareTable;
  if (spare === undefined || spare.length < size) return new Int32Array(size);
  spareTable = undefined;
  return spare;
}

/**
 * Numbers the different keys that rows are grouped by, from 0 in the order they come. A key is a place in each of several
 * lists, taken together as one number, so that smaller numbers are earlier keys.
 */
export class Cells {
  readonly #sizes: readonly number[];
  readonly #table: Int32Array | undefined;
  readonly #map = new Map<number, number>();
  /** Key of each cell. */
  readonly keys: number[] = [];

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
    const all = sizes.reduce((product, size) => product * size, 1);
    this.#table = all <= MOST_IN_TABLE ? takeTable(all) : undefined;
  }

  /** Gives the table to later cells; these are done with. */
  release(): void {
    if (this.#table === undefined) return;
    for (const key of this.keys) this.#table[key] = 0;
    if (spareTable === undefined || spareTable.length < this.#table.length) spareTable = this.#table;
  }

  /** The cell of a key. */
  of(key: number): number {
    const known = this.find(key);
    if (known >= 0) return known;
    const cell = this.keys.push(key) - 1;
    if (this.#table === undefined) this.#map.set(key, cell);
    else this.#table[key] = cell + 1;
    return cell;
  }

  /** The cell of a key that may have none: then -1. */
  find(key: number): number {
    return this.#table === undefined ? (this.#map.get(key) ?? -1) : this.#table[key] - 1;
  }

  /** The places that a cell's key is made of. */
  placesOf(cell: number): number[] {
    const places: number[] = [];
    let rest = this.keys[cell];
    for (const size of this.#sizes.toReversed()) {
      places.unshift(rest % size);
      rest = Math.floor(rest / size);
    }
    return places;
  }

  /** Cells of one page: by a figure of each, descending, then by key; by key alone without figures. */
  page(figures: readonly number[] | undefined, offset: number, limit: number): number[] {
    const ordered = this.#inOrder();
    if (figures === undefined) return ordered.slice(offset, offset + limit);
    const descending = Float64Array.from(ordered, (cell) => -figures[cell]);
    const places = smallestKeys(descending, ordered.length, offset + limit);
    return Array.from(places.subarray(offset), (place) => ordered[place]);
  }

  #inOrder(): number[] {
    const isAscending = this.keys.every((key, cell) => cell === 0 || this.keys[cell - 1] < key);
    if (isAscending) return this.keys.map((_, cell) => cell);
    // Keys are unique, and numbers by themselves sort several times as fast as cells by their keys.
    return Array.from(Float64Array.from(this.keys).sort(), (key) => this.find(key));
  }
}
