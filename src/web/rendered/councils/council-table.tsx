import { formatCount } from "../../parts/format.ts";
import { Table } from "../charts.tsx";
import { known, To } from "../parts.tsx";
import { valueText } from "../value-text.ts";
import { type Council, measuresOf } from "./councils.ts";

/** Most measures next to a name. */
const MOST_MEASURES = 6;

/** Units that the head of a column says. */
const NAMED = new Set(["persons", "a km²"]);

interface CouncilTableProps {
  readonly councils: readonly Council[];
  /** The one that the others are compared with. */
  readonly own?: Council;
  /** Whose they are. */
  readonly of?: string;
}

/** Councils side by side, by what some of them have. */
export function CouncilTable({ councils, own, of = "" }: CouncilTableProps) {
  const measures = measuresOf(councils).slice(0, MOST_MEASURES);
  return (
    <Table
      label={`Councils ${of}`.trim()}
      heads={["Council", ...measures.map(({ label }) => label), "Suburbs"]}
      rows={councils.map((council) => [
        <>
          {council === own ? <strong>{own.name}</strong> : <To path={council.path}>{council.name}</To>}
          {own !== undefined && council.stateCode !== own.stateCode && `, ${council.stateCode}`}
        </>,
        ...measures.map(({ key, unit }) =>
          known(council.values.get(key), (value) => valueText(value, NAMED.has(unit) ? "" : unit)),
        ),
        formatCount(council.suburbCount),
      ])}
    />
  );
}
