import { joinPieces, type Pieces } from "../../rpc/encoding/encoded-list.ts";
import { elementField, stringField, varintField } from "../../rpc/encoding/wire-bytes.ts";
import type { Positions } from "./queries/positions.ts";

/** The two date fields of a TimeSeriesPoint as they are encoded, by the place of the day. */
export interface DateFields {
  readonly timestamps: Pieces;
  readonly availableFrom: Pieces;
}

const SECONDS_A_DAY = 86_400;

const fieldsOf = new WeakMap<Positions, DateFields>();

/** Those of every report of a snapshot: a few thousand dates, which millions of points share. Made once. */
export function dateFieldsOf(positions: Positions): DateFields {
  let fields = fieldsOf.get(positions);
  if (fields === undefined) {
    const { days } = positions;
    fields = {
      timestamps: joinPieces(days.length, (day) =>
        elementField(1, varintField(1, days[day] * SECONDS_A_DAY)),
      ),
      availableFrom: joinPieces(days.length, (day) => stringField(5, positions.datesOf(day).availableFrom)),
    };
    fieldsOf.set(positions, fields);
  }
  return fields;
}
