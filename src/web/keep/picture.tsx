import { useSignal } from "@preact/signals";
import { country } from "../data/country.ts";
import { palette } from "../map/palettes.ts";
import { type CitedSource, sourceText } from "../parts/citation.ts";
import { formatDay } from "../parts/format.ts";
import { Press } from "../parts/press.tsx";

/** A drawing that is to be a picture of its own. */
export interface Drawing {
  readonly title: string;
  /** What is behind it, as a line below the title. */
  readonly note?: string;
  readonly width: number;
  readonly height: number;
  /** SVG elements, from the corner of the drawing. */
  readonly body: string;
  readonly sources: readonly CitedSource[];
}

const MARGIN = 16;
const LINE = 16;
/** Width of an average letter of the small print, in pixels. */
const LETTER = 6;
/** Width of one of the title. */
const TITLE_LETTER = 11;
/** Pixels of a PNG by pixel of the drawing. */
const DENSITY = 2;

/** Saves a drawing with its title, sources and date in it. */
async function savePicture(drawing: Drawing, kind: "svg" | "png"): Promise<string> {
  const now = country.peek();
  const { text, width, height } = pictureOf(drawing);
  const svg = new Blob([text], { type: "image/svg+xml" });
  const slug = drawing.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60);
  const name = `terrace${now?.synthetic ? "-SYNTHETIC" : ""}-${slug}-${now?.snapshotId ?? ""}.${kind}`;
  saveFile(kind === "svg" ? svg : await pngOf(svg, width, height), name);
  return name;
}

/** The whole picture as a text of SVG. */
function pictureOf({ title, note = "", width, height, body, sources }: Drawing) {
  const { text, muted } = palette.peek();
  const now = country.peek();
  const page = getComputedStyle(document.body).backgroundColor;
  const published = sources.map(sourceText);
  const room = Math.max(width, title.length * TITLE_LETTER);
  const small = [
    ...wrapped(published.length === 0 ? "" : `Source: ${[...new Set(published)].join("; ")}.`, room),
    ...wrapped(
      `Terrace${now?.synthetic ? ", SYNTHETIC: nothing here is real" : ""}, data of ${formatDay(now?.asOf)}, snapshot ${now?.snapshotId ?? ""}, ${location.origin}`,
      room,
    ),
  ];
  const above = MARGIN + 24 + (note === "" ? 0 : LINE) + 8;
  const [whole, tall] = [room + 2 * MARGIN, above + height + 12 + small.length * LINE + MARGIN];
  const line = (words: string, y: number, style: string) =>
    `<text x="${MARGIN}" y="${y}" ${style}>${escaped(words)}</text>`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${tall}" viewBox="0 0 ${whole} ${tall}" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title><rect width="100%" height="100%" fill="${page}"/>`,
    line(title, MARGIN + 16, `font-size="18" font-weight="600" fill="${text}"`),
    note === "" ? "" : line(note, MARGIN + 36, `font-size="12" fill="${muted}"`),
    `<svg x="${MARGIN}" y="${above}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
    ...small.map((words, i) => line(words, above + height + 24 + i * LINE, `font-size="11" fill="${muted}"`)),
    "</svg>",
  ];
  return { text: lines.join("\n"), width: whole, height: tall };
}

/** A text in lines that fit a width. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.length - 1;
    if (last >= 0 && (lines[last].length + word.length + 1) * LETTER <= width) lines[last] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A text that is not markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

async function pngOf(svg: Blob, width: number, height: number): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(svg);
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * DENSITY;
    canvas.height = height * DENSITY;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (png === null) throw new Error("the browser could not draw the picture");
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}

interface SavePictureProps {
  readonly what: string;
  readonly draw: () => Drawing | undefined | Promise<Drawing | undefined>;
}

/** Buttons that save a drawing as PNG and SVG; undefined while there is none. */
export function SavePicture({ what, draw }: SavePictureProps) {
  const said = useSignal("");
  const save = async (kind: "png" | "svg") => {
    try {
      const drawing = await draw();
      if (drawing === undefined) return;
      said.value = `Saved ${await savePicture(drawing, kind)}`;
    } catch (error) {
      said.value = `No picture: ${(error as Error).message}`;
    }
  };
  return (
    <>
      {(["png", "svg"] as const).map((kind) => (
        <Press
          key={kind}
          class="sign-cite"
          aria-label={`${kind.toUpperCase()}: save ${what} as a picture`}
          onClick={() => void save(kind)}
        >
          {kind.toUpperCase()}
        </Press>
      ))}
      <span role="status" class="visually-hidden">
        {said.value}
      </span>
    </>
  );
}

/** Hands a file to the reader, who saves it. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers read it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
