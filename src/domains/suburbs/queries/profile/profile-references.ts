import type { ServingDatabase } from "../../../../engine/sql/database.ts";
import type { ResultColumns } from "../../../../engine/sql/statement.ts";
import { ALL_COUNCILS, type CouncilRow } from "./councils.ts";
import { ALL_STATE_BASELINES, type StateBaselineRow } from "./state-baselines.ts";

type Tables = Pick<ServingDatabase, "query">;

/** Small tables that many profiles refer to, read once. */
export interface ProfileReferences {
  readonly councils: ReadonlyMap<string, CouncilRow>;
  readonly baselines: ReadonlyMap<string, StateBaselineRow>;
}

export async function loadReferences(database: Tables): Promise<ProfileReferences> {
  const councils = rows(await database.query(ALL_COUNCILS, {}));
  const baselines = rows(await database.query(ALL_STATE_BASELINES, {}));
  return {
    councils: new Map(councils.map((council) => [council.lga_code, council])),
    baselines: new Map(baselines.map((baseline) => [baseline.baseline_state, baseline])),
  };
}

/** Rows of a small result as objects. */
function rows<Row extends object>(result: ResultColumns<Row>): Row[] {
  const names = Object.keys(result.columns) as (keyof Row)[];
  return Array.from({ length: result.rowCount }, (_, i) => {
    const row = {} as Row;
    for (const name of names) row[name] = result.columns[name][i];
    return row;
  });
}
