import { statement } from "../../../engine/sql/statement.ts";

/** When a listing aggregate was computed and the newest observation behind it, epoch milliseconds. */
export interface RefreshStampRow {
  readonly name: string;
  readonly as_of: number;
  readonly data_through: number | null;
}

export const REFRESH_STAMPS = statement<RefreshStampRow>(
  "refresh-stamps",
  {},
  `
SELECT
  name,
  as_of,
  data_through
FROM refresh_stamps
`,
);
