import { LgaInfoSchema } from "../../../../gen/shorts/v1alpha1/housing_pb.ts";

/** What is looked at of a council, null where it is unknown; the other columns are fields of LgaInfo too. */
export interface CouncilRow {
  readonly lga_code: string;
  readonly lga_name: string;
  readonly state_code: string;
  readonly slug: string | null;
  readonly display_name: string | null;
}

/** How much of a suburb it holds belongs to the suburb. */
const COLUMNS = LgaInfoSchema.fields.map(({ name }) => name).filter((name) => name !== "dominant_share");

/** Every council, lga_code ascending. */
export const ALL_COUNCILS = `SELECT ${COLUMNS.join(", ")} FROM serve.councils`;
