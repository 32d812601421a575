import { Zip, ZipDeflate } from "fflate";

/** An archive that is written while its parts are made. `asOf` dates every part, so that equal rows give equal bytes. */
export function zipStream(asOf: string) {
  const pieces: Uint8Array[] = [];
  const date = new Date(asOf);
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  /** Begins a part; the function takes its bytes, and the last of them with `true`. */
  const part = (name: string): ((bytes: Uint8Array, isLast: boolean) => void) => {
    const file = new ZipDeflate(name, { level: 6 });
    // Its clock has no zones: the fields are what a reader shows.
    file.mtime = new Date(date.getTime() + date.getTimezoneOffset() * 60_000);
    zip.add(file);
    return (bytes, isLast) => file.push(bytes, isLast);
  };
  return {
    part,
    /** A part that is there at once. */
    text: (name: string, text: string) => part(name)(Buffer.from(text), true),
    end: () => zip.end(),
    /** What was written since the last time. */
    taken: (): Uint8Array => Buffer.concat(pieces.splice(0)),
  };
}
