import type { FastifyRequest } from "fastify";

/** The first of the encodings that the caller accepts with a quality above 0; undefined if none. */
export function acceptedEncoding<Encoding extends string>(
  { headers }: FastifyRequest,
  encodings: readonly Encoding[],
): Encoding | undefined {
  const accepted = new Map(
    String(headers["accept-encoding"] ?? "")
      .toLowerCase()
      .split(",")
      .map((part): [string, number] => {
        const [name, ...parameters] = part.split(";").map((piece) => piece.trim());
        const quality = parameters.find((one) => one.startsWith("q="));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))];
      }),
  );
  return encodings.find((name) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0);
}
