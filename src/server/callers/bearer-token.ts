/** The token of an `Authorization: Bearer` header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^bearer +([^\s,]+) *$/i.exec(authorization)?.[1];
}
