import { useSignal } from "@preact/signals";
import { country } from "../data/country.ts";
import { palette } from "../map/palettes.ts";
import { type CitedSource, sourceText } from "../parts/citation.ts";
import { sourcesAround } from "../parts/cite.tsx";
import { Press } from "../parts/controls.tsx";
import { formatDay, linesOf } from "../parts/format.ts";

export interface Drawing {
  readonly title: string;
  /** Line below the title: what the drawing is based on. */
  readonly note?: string;
  readonly width: number;
  readonly height: number;
  /** SVG elements, relative to the top left corner. */
  readonly body: string;
  readonly sources: readonly CitedSource[];
}

const MARGIN = 16;
const LINE = 16;
/** Average width of a letter of the small print, in pixels. */
const LETTER = 6;
/** Average width of a letter of the title, in pixels. */
const TITLE_LETTER = 11;
/** PNG pixels per pixel of the drawing. */
const DENSITY = 2;

/** Saves a drawing with its title, sources and date in it; returns the file name. */
async function savePicture(drawing: Drawing, kind: "svg" | "png"): Promise<string> {
  const { text, width, height } = pictureOf(drawing);
  const svg = new Blob([text], { type: "image/svg+xml" });
  const slug = drawing.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60);
  return saveNamed(kind === "svg" ? svg : await pngOf(svg, width, height), slug, kind);
}

function pictureOf({ title, note = "", width, height, body, sources }: Drawing) {
  const { text, muted } = palette.peek();
  const now = country.peek();
  const page = getComputedStyle(document.body).backgroundColor;
  const published = sources.map(sourceText);
  const room = Math.max(width, title.length * TITLE_LETTER);
  const isFitting = (line: string) => line.length * LETTER <= room;
  const small = [
    ...linesOf(published.length === 0 ? "" : `Source: ${[...new Set(published)].join("; ")}.`, isFitting),
    ...linesOf(
      `Terrace${now?.synthetic ? ", SYNTHETIC: nothing here is real" : ""}, data of ${formatDay(now?.asOf)}, snapshot ${now?.snapshotId ?? ""}, ${location.origin}`,
      isFitting,
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

/** Escapes text for XML. */
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

/** Buttons that save a drawing as PNG or SVG; nothing is saved while `draw` returns undefined. */
export function SavePicture({ what, draw }: SavePictureProps) {
  const status = useSignal("");
  const save = async (kind: "png" | "svg") => {
    try {
      const drawing = await draw();
      if (drawing === undefined) return;
      status.value = `Saved ${await savePicture(drawing, kind)}`;
    } catch (error) {
      status.value = `No picture: ${(error as Error).message}`;
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
        {status.value}
      </span>
    </>
  );
}

/** Downloads a blob as a file whose name has its subject and snapshot; returns the name. */
export function saveNamed(blob: Blob, what: string, extension: string, snapshotId?: string): string {
  const now = country.peek();
  const id = snapshotId ?? now?.snapshotId ?? "";
  const name = `terrace${now?.synthetic ? "-SYNTHETIC" : ""}-${what}-${id}.${extension}`;
  saveFile(blob, name);
  return name;
}

/** Downloads a blob as a file. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers read the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Share of a letter's height below the baseline. */
const BELOW_LINE = 0.24;

/** Vector drawing of part of the screen: coloured boxes, rectangles, paths and text, no bitmaps. */
export function seenDrawing(
  box: Element,
  title: string,
  sources: Drawing["sources"] = sourcesAround(box),
): Drawing {
  const around = box.getBoundingClientRect();
  const [left, top] = [around.left - box.scrollLeft, around.top - box.scrollTop];
  const at = (rect: DOMRect) => ({ x: round(rect.left - left), y: round(rect.top - top) });
  const parts: string[] = [];
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const write = (words: string, { left: start, right, top: above, height }: Line, of: Element) => {
    const { fill, color, fontSize, fontWeight, textAlign } = getComputedStyle(of);
    const isDrawn = of instanceof SVGElement;
    const size = Number.parseFloat(fontSize) * (isDrawn ? scaleOf(of) : 1);
    // Letter widths differ between programs: right-aligned text is anchored at its right end.
    const isEnd = ["right", "end"].includes(textAlign) && !isDrawn;
    parts.push(
      `<text x="${round((isEnd ? right : start) - left)}" y="${round(above - top + height * (1 - BELOW_LINE))}" font-size="${round(size)}" font-weight="${fontWeight}" ${paint("fill", isDrawn ? fill : color)}${isEnd ? ' text-anchor="end"' : ""}>${escaped(words)}</text>`,
    );
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      const of = node.parentElement!;
      if (of.closest("title, .visually-hidden") === null)
        for (const { words, ...line } of textLines(node)) write(words, line, of);
      continue;
    }
    const element = node as Element;
    const rect = element.getBoundingClientRect();
    const isPath = element instanceof SVGPathElement;
    // A straight line has zero width or height.
    if (((rect.width === 0 || rect.height === 0) && !isPath) || element.closest(".cursor") !== null) continue;
    const { x, y } = at(rect);
    const place = `x="${x}" y="${y}" width="${round(rect.width)}" height="${round(rect.height)}"`;
    const { backgroundColor, fill, stroke, strokeWidth, strokeLinecap } = getComputedStyle(element);
    if (isPath) {
      const { a, d, e, f } = element.getScreenCTM()!;
      parts.push(
        `<path d="${element.getAttribute("d")}" transform="matrix(${a} 0 0 ${d} ${round(e - left)} ${round(f - top)})" ${paint("fill", fill)} ${paint("stroke", stroke)} stroke-width="${Number.parseFloat(strokeWidth)}" stroke-linecap="${strokeLinecap}" stroke-linejoin="round"/>`,
      );
    } else if (element instanceof SVGRectElement)
      parts.push(
        `<rect ${place} ${paint("fill", fill)} ${paint("stroke", stroke)} stroke-width="${Number.parseFloat(strokeWidth) * scaleOf(element)}"/>`,
      );
    else if (element instanceof HTMLInputElement && element.type === "text")
      write(element.value, insideOf(element, rect), element);
    else if (!(element instanceof SVGElement) && element !== box && rgba(backgroundColor)[3] > 0)
      parts.push(`<rect ${place} rx="2" ${paint("fill", backgroundColor)}/>`);
  }
  const [width, height] = [Math.ceil(around.width), Math.ceil(Math.max(around.height, box.scrollHeight))];
  return { title, width, height, sources, body: parts.join("") };
}

type Line = Pick<DOMRect, "left" | "right" | "top" | "height">;

/** Splits a text node into the lines that the screen shows. */
function textLines(text: Text): (Line & { words: string })[] {
  const lines: (Line & { words: string })[] = [];
  const range = document.createRange();
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const { left, right, top, height } = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(last.top - top) < height / 2)
      lines[lines.length - 1] = { ...last, words: `${last.words} ${word}`, right };
    else lines.push({ words: word, left, right, top, height });
  }
  return lines;
}

/** Box of the text inside a field, without padding. */
function insideOf(field: Element, { left, right, top, height }: DOMRect): Line {
  const { paddingLeft, paddingRight, fontSize } = getComputedStyle(field);
  const tall = Number.parseFloat(fontSize) * 1.2;
  return {
    left: left + Number.parseFloat(paddingLeft),
    right: right - Number.parseFloat(paddingRight),
    top: top + (height - tall) / 2,
    height: tall,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Screen pixels per unit of the element's SVG. */
function scaleOf(element: SVGElement): number {
  return (element as SVGGraphicsElement).getScreenCTM()?.a ?? 1;
}

let pen: CanvasRenderingContext2D | undefined;

/** Red, green, blue and alpha (0-255) of any CSS colour: other programs do not read all notations. */
function rgba(colour: string): Uint8ClampedArray {
  pen ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour === "none" ? "transparent" : colour;
  pen.fillRect(0, 0, 1, 1);
  return pen.getImageData(0, 0, 1, 1).data;
}

function paint(name: "fill" | "stroke", colour: string): string {
  const [red, green, blue, opacity] = rgba(colour);
  return opacity === 0
    ? `${name}="none"`
    : `${name}="rgb(${red},${green},${blue})"${opacity < 255 ? ` ${name}-opacity="${round(opacity / 255)}"` : ""}`;
}
