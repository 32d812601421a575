import { TimestampSchema } from "@bufbuild/protobuf/wkt";
import type { Positions } from "../../engine/columns/market/positions.ts";
import { TimeSeriesPointSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { elementField, stringField, varintField } from "../../rpc/encoding/wire-bytes.ts";

/** The fields of a TimeSeriesPoint that tell dates. */
export const TIMESTAMP = 0;
export const AVAILABLE_FROM = 1;
type DateField = typeof TIMESTAMP | typeof AVAILABLE_FROM;

const POINT = TimeSeriesPointSchema.field;
const SECONDS_A_DAY = 86_400;
/** More bytes than either field takes. */
const FIELD_BYTES = 16;

/**
 * The date fields of points as they are encoded, each made with the first point of its day: millions of points share a
 * few thousand dates.
 */
export class DateFields {
  readonly #positions: Positions;
  /** Two fields a day, one behind the other; a length of 0 is one that was not made yet. */
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint8Array;

  constructor(positions: Positions) {
    this.#positions = positions;
    this.#bytes = new Uint8Array(positions.days.length * 2 * FIELD_BYTES);
    this.#lengths = new Uint8Array(positions.days.length * 2);
  }

  /**
   * Copies the field of a report, by the place of its day, and returns where it ends. A loop is faster than a call for so
   * few bytes.
   */
  copy(day: number, field: DateField, out: Uint8Array, at: number): number {
    const place = 2 * day + field;
    if (this.#lengths[place] === 0) this.#make(day);
    const length = this.#lengths[place];
    const from = place * FIELD_BYTES;
    for (let i = 0; i < length; i++) out[at + i] = this.#bytes[from + i];
    return at + length;
  }

  #make(day: number): void {
    const { days } = this.#positions;
    const made = {
      [TIMESTAMP]: elementField(
        POINT.timestamp.number,
        varintField(TimestampSchema.field.seconds.number, days[day] * SECONDS_A_DAY),
      ),
      [AVAILABLE_FROM]: stringField(POINT.availableFrom.number, this.#positions.datesOf(day).availableFrom),
    };
    for (const field of [TIMESTAMP, AVAILABLE_FROM] as const) {
      this.#bytes.set(made[field], (2 * day + field) * FIELD_BYTES);
      this.#lengths[2 * day + field] = made[field].byteLength;
    }
  }
}

const fieldsOf = new WeakMap<Positions, DateFields>();

/** Those of a snapshot's positions. */
export function dateFieldsOf(positions: Positions): DateFields {
  const fields = fieldsOf.get(positions) ?? new DateFields(positions);
  fieldsOf.set(positions, fields);
  return fields;
}
