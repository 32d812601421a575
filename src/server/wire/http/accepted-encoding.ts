/** The compression that a caller accepts and a stream is sent in; gzip before br, which takes as long for the same size. */
export function acceptedEncoding(header: string | string[] | undefined): "gzip" | "br" | undefined {
  const accepted = new Map(
    String(header ?? "")
      .toLowerCase()
      .split(",")
      .map((part): [string, number] => {
        const [name, ...parameters] = part.split(";").map((piece) => piece.trim());
        const quality = parameters.find((one) => one.startsWith("q="));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))];
      }),
  );
  const isAccepted = (name: string) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0;
  return (["gzip", "br"] as const).find(isAccepted);
}
