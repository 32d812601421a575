import { serveCountry } from "./serve-country.ts";

/** Row counts by table, as a server's catalog reports them. */
export async function rowsByApi(dataDir: string): Promise<Record<string, number>> {
  const serving = await serveCountry(dataDir);
  try {
    const { resources } = (await (await fetch(`${serving.url}/v1/catalog.json`)).json()) as {
      resources: { name: string; rows?: number }[];
    };
    const tables = resources.flatMap(({ name, rows }) => (rows === undefined ? [] : [[name, rows] as const]));
    return Object.fromEntries(tables);
  } finally {
    await serving.close();
  }
}
