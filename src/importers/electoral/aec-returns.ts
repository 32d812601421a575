import { type Combined, type ImportRow, importerOfKinds, type StoredPart } from "../importer.ts";
import { type AecKind, type AecLayout, aecLayout } from "./aec-layouts.ts";
import { AEC_SOURCE } from "./aec-source.ts";
import { type AecPart, NOT_TAKEN, readAecFile } from "./read-aec-file.ts";

/** The table of each kind, and the columns that rows which are alike share. */
const TABLES: Readonly<Partial<Record<AecKind, { table: string; alike: readonly string[] }>>> = {
  "party returns": { table: "aec_party_returns", alike: ["financial_year", "party_name"] },
  receipts: {
    table: "aec_receipts",
    alike: ["financial_year", "recipient_name", "payer_name", "receipt_type", "amount_cents"],
  },
  "donations made": {
    table: "aec_donations_made",
    alike: ["financial_year", "donor_name", "party_name", "amount_cents"],
  },
  "member returns": { table: "aec_mp_returns", alike: [] },
};

/** The electoral commission's annual returns: the whole download or single files of it, of any year. */
export const AEC_RETURNS = importerOfKinds<AecLayout, AecPart>({
  id: "aec-annual-returns",
  title: "Annual returns of the AEC Transparency Register",
  endsAnyhow: true,
  sources: [AEC_SOURCE],
  kindOf: aecLayout,
  recognised: ({ isExport, what }) => ({ confidence: isExport ? 80 : 85, what }),
  read: readAecFile,
  explain: (_, { kind, columns }) => {
    const table = TABLES[kind]?.table;
    if (table === undefined) return [NOT_TAKEN];
    return [
      ...Object.entries(columns).map(([target, names]) => `${names.join(" or ")} to ${table}.${target}`),
      "amounts are read digit by digit into cents; two rows that are alike are two payments",
    ];
  },
  combine,
});

/**
 * The register is published whole: of several files of a kind the newest is taken, at one date the register's own
 * export, and the others are left.
 */
function combine(parts: readonly StoredPart<AecPart>[]): Combined {
  const notes: string[] = [];
  const fragments = Object.entries(TABLES).flatMap(([kind, { table, alike }]) => {
    const own = parts.filter(({ part }) => part.kind === kind).toSorted(newestFirst);
    if (own.length === 0) return [];
    if (own.length > 1)
      notes.push(
        `${own.length - 1} further files of ${kind} were left: ${own[0].path} is newer, or the export itself`,
      );
    const [{ part, vintage }] = own;
    const rows = numbered(part.rows, alike).map((row) => ({ ...row, snapshot_at: `${vintage}T00:00:00Z` }));
    return [{ table, sourceId: AEC_SOURCE.id, vintage, rows }];
  });
  return { fragments, notes };
}

function newestFirst(a: StoredPart<AecPart>, b: StoredPart<AecPart>): number {
  if (a.vintage !== b.vintage) return a.vintage < b.vintage ? 1 : -1;
  if (a.part.isExport !== b.part.isExport) return a.part.isExport ? -1 : 1;
  return a.sha256 < b.sha256 ? -1 : 1;
}

/** The rows with a number among those that are alike. */
function numbered(rows: readonly ImportRow[], alike: readonly string[]): ImportRow[] {
  if (alike.length === 0) return [...rows];
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const key = alike.map((column) => row[column]).join("\u0000");
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { ...row, occurrence };
  });
}
