import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { failedPrecondition, TerraceError } from "../../runtime/errors.ts";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import { sqlText as text } from "../../snapshot/tables/sql-text.ts";
import { isNested, type LoadedColumn, type LoadTarget } from "./table-text.ts";

const NEED = "loading into PostgreSQL";

/** Prefix of the comment on a schema that this command made; the snapshot id follows. */
const MARK = "Terrace snapshot ";

const TYPES: Readonly<Record<string, string>> = {
  VARCHAR: "text",
  INTEGER: "integer",
  SMALLINT: "smallint",
  TINYINT: "smallint",
  UTINYINT: "smallint",
  USMALLINT: "integer",
  UINTEGER: "bigint",
  BIGINT: "bigint",
  DOUBLE: "double precision",
  FLOAT: "real",
  BOOLEAN: "boolean",
  DATE: "date",
  TIMESTAMP: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "timestamptz",
};

/** Loads into a schema of PostgreSQL in one transaction: no partial load is visible or left by a failure. */
export async function postgresTarget(address: URL, schema: string, signal: AbortSignal): Promise<LoadTarget> {
  const { Client } = optionalPackage<typeof import("pg")>("pg", NEED);
  const { from: copyFrom } = optionalPackage<typeof import("pg-copy-streams")>("pg-copy-streams", NEED);
  const client = new Client({ connectionString: address.href, connectionTimeoutMillis: 10_000 });
  // Ignored: a broken connection also rejects the statement in flight.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TerraceError("unavailable", `${address.host} is not reachable as PostgreSQL: ${why}`, {
      cause,
    });
  }
  const cut = () => void client.end();
  signal.addEventListener("abort", cut);
  const own = name(schema);
  const loading = name(`${schema}_loading`);
  const one = async (sql: string, values: unknown[] = []) =>
    (await client.query(sql, values)).rows[0] as Record<string, unknown> | undefined;
  let hasPostgis = false;
  return {
    loaded: async () => {
      const found = await one(
        "SELECT obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace WHERE nspname = $1",
        [schema],
      );
      if (found === undefined) return undefined;
      const comment = String(found.comment ?? "");
      if (comment.startsWith(MARK)) return comment.slice(MARK.length).split(" ", 1)[0];
      throw failedPrecondition(
        `schema "${schema}" already exists and was not created by terrace load; name another with --schema, or drop it`,
      );
    },
    begin: async () => {
      await client.query("BEGIN");
      const free = await one(
        "SELECT pg_try_advisory_xact_lock(hashtext('terrace load'), hashtext($1)) AS free",
        [schema],
      );
      if (free?.free !== true)
        throw new TerraceError("unavailable", `schema "${schema}" is already being loaded`);
      hasPostgis = (await one("SELECT 1 FROM pg_extension WHERE extname = 'postgis'")) !== undefined;
      await client.query(`CREATE SCHEMA ${loading}`);
    },
    take: async (table, lines) => {
      const place = `${loading}.${name(table.name)}`;
      const columns = table.columns.map(
        (column) => `${name(column.name)} ${typeOf(column)}${column.isFilled ? " NOT NULL" : ""}`,
      );
      await client.query(`CREATE TABLE ${place} (${columns.join(", ")})`);
      const copy = client.query(copyFrom(`COPY ${place} FROM STDIN`));
      await pipeline(Readable.from(lines), copy);
      if (copy.rowCount !== table.rows) {
        throw new TerraceError("io_failure", `${table.name}: ${copy.rowCount} of ${table.rows} rows arrived`);
      }
      if (table.key.length > 0) {
        await client.query(`ALTER TABLE ${place} ADD PRIMARY KEY (${table.key.map(name).join(", ")})`);
      }
      for (const { name: column, doc } of table.columns) {
        if (doc !== undefined)
          await client.query(`COMMENT ON COLUMN ${place}.${name(column)} IS ${text(doc)}`);
      }
      if (hasPostgis && table.columns.some((column) => column.name === "outline")) {
        const shape = "ST_SetSRID(ST_GeomFromGeoJSON(outline), 4326)";
        await client.query(
          `ALTER TABLE ${place} ADD COLUMN geometry geometry(Geometry, 4326) GENERATED ALWAYS AS (${shape}) STORED`,
        );
        await client.query(`CREATE INDEX ON ${place} USING gist (geometry)`);
      }
    },
    finish: async (snapshotId, description, views) => {
      for (const view of views) {
        const place = `${loading}.${name(view.name)}`;
        await client.query(`CREATE VIEW ${place} AS SELECT * FROM ${loading}.${name(view.table)}`);
        await client.query(`COMMENT ON VIEW ${place} IS ${text(view.doc)}`);
      }
      const others = await client.query(OUTSIDE, [schema]);
      if (others.rowCount !== 0) {
        const names = others.rows.map((row) => (row as { dependent: string }).dependent).join(", ");
        throw failedPrecondition(
          `${names} depend on schema "${schema}", which is replaced; drop them, load, and create them again`,
        );
      }
      const grants = await client.query(GRANTS, [schema, `${schema}_loading`]);
      await client.query(`DROP SCHEMA IF EXISTS ${own} CASCADE`);
      await client.query(`ALTER SCHEMA ${loading} RENAME TO ${own}`);
      for (const { grant } of grants.rows as { grant: string }[]) await client.query(grant);
      await client.query(`COMMENT ON SCHEMA ${own} IS ${text(`${MARK}${snapshotId} ${description}`)}`);
      await client.query("COMMIT");
    },
    close: async () => {
      signal.removeEventListener("abort", cut);
      // Ending the connection rolls back an open transaction.
      await client.end().catch(() => {});
    },
  };
}

/** Views and tables in other schemas that depend on those of schema $1. */
const OUTSIDE = `
SELECT DISTINCT dependent.oid::regclass::text AS dependent
FROM pg_depend
JOIN pg_rewrite ON pg_rewrite.oid = pg_depend.objid AND pg_depend.classid = 'pg_rewrite'::regclass
JOIN pg_class AS dependent ON dependent.oid = pg_rewrite.ev_class
JOIN pg_class AS source ON source.oid = pg_depend.refobjid
JOIN pg_namespace AS own ON own.oid = source.relnamespace AND own.nspname = $1
WHERE dependent.relnamespace <> own.oid
ORDER BY 1
`;

/** GRANT statements that repeat the read grants of schema $1 and of its tables that schema $2 has too. */
const GRANTS = `
SELECT format('GRANT USAGE ON SCHEMA %I TO %s', nspname, who) AS grant
FROM pg_namespace, LATERAL aclexplode(nspacl),
  LATERAL (SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS who) AS named
WHERE nspname = $1 AND privilege_type = 'USAGE' AND grantee <> nspowner
UNION ALL
SELECT format('GRANT SELECT ON %I.%I TO %s', $1::text, relname, who)
FROM pg_class, LATERAL aclexplode(relacl),
  LATERAL (SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS who) AS named
WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relkind IN ('r', 'v') AND privilege_type = 'SELECT' AND grantee <> relowner
  AND EXISTS (SELECT 1 FROM pg_class AS later WHERE later.relname = pg_class.relname AND later.relnamespace = to_regnamespace(quote_ident($2)))
`;

function typeOf({ type }: LoadedColumn): string {
  if (isNested(type)) return "jsonb";
  return (
    TYPES[type] ?? (type.startsWith("DECIMAL") ? type.toLowerCase().replace("decimal", "numeric") : "text")
  );
}

const name = (text: string) => `"${text.replaceAll('"', '""')}"`;
