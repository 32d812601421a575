import { firstWhere } from "../../runtime/first-where.ts";
import type { ColumnFrame, NumberColumn } from "./column-frame.ts";

/** Dated rows by group, each oldest first: group g has the places [`starts[g]`, `starts[g + 1]`). */
export abstract class GroupedDays {
  readonly frame: ColumnFrame;
  readonly starts: NumberColumn;

  /** `starts` is the name of the column in the frame. */
  constructor(frame: ColumnFrame, starts = "starts") {
    this.frame = frame;
    this.starts = frame.numbers(starts);
  }

  /** Day number of a place. */
  abstract dayAt(place: number): number;

  /** Places of a group: [from, to). */
  placesOf(group: number): readonly [number, number] {
    return [this.starts.raw[group], this.starts.raw[group + 1]];
  }

  /** First place of a group after a day; the group's end if there is none. */
  firstAfter(group: number, day: number): number {
    const [from, to] = this.placesOf(group);
    return firstWhere(from, to, (place) => this.dayAt(place) > day);
  }

  /** Last place of a group on or before a day; undefined if there is none. */
  lastUntil(group: number, day: number): number | undefined {
    const place = this.firstAfter(group, day) - 1;
    return place >= this.placesOf(group)[0] ? place : undefined;
  }
}

/** Evenly picks at most `most` of `count` indexes with both ends; `most` 1 picks the last, 0 picks all. */
export function thinnedPlaces(count: number, most: number): number[] {
  if (most === 0 || count <= most) return Array.from({ length: count }, (_, i) => i);
  if (most === 1) return [count - 1];
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}
