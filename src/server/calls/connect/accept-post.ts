/** Content types of a unary method, for `Accept-Post`. */
export const ACCEPT_POST = [
  "application/json",
  "application/proto",
  "application/grpc",
  "application/grpc+json",
  "application/grpc+proto",
  "application/grpc-web",
  "application/grpc-web+json",
  "application/grpc-web+proto",
].join(", ");

/** What a caller reads that sends another content type, or none. */
export function unsupportedType(contentType: string | null | undefined): string {
  const given = contentType ? `the content type "${contentType}"` : "a request without a Content-Type";
  return `${given} is not understood; send application/json or another of Accept-Post`;
}
