const RELATIONS = [
  ["service-desc", "/openapi.json", "application/json"],
  ["service-doc", "/docs", "text/html"],
  ["service-doc", "/docs.md", "text/markdown"],
  ["service-doc", "/llms.txt", "text/plain"],
  ["service-meta", "/.well-known/mcp/server-card.json", "application/json"],
  ["status", "/api/health", "application/json"],
  ["item", "/v1", "application/json"],
  ["item", "/v1/catalog.json", "application/json"],
  ["item", "/ogc", "application/json"],
  ["item", "/v1/tiles/suburbs.json", "application/json"],
  ["item", "/mcp", "application/json"],
] as const;

export const API_CATALOG = "/.well-known/api-catalog";

export const CATALOG_LINK = `<${API_CATALOG}>; rel="api-catalog", </openapi.json>; rel="service-desc", </docs>; rel="service-doc", </v1/catalog.json>; rel="describedby"`;

/** API catalog (RFC 9727) as a linkset (RFC 9264). */
export function apiCatalog(baseUrl: string): string {
  const links: Record<string, { href: string; type: string }[]> = {};
  for (const [relation, path, type] of RELATIONS) {
    links[relation] = [...(links[relation] ?? []), { href: `${baseUrl}${path}`, type }];
  }
  return `${JSON.stringify({ linkset: [{ anchor: `${baseUrl}/`, ...links }] }, undefined, 2)}\n`;
}
