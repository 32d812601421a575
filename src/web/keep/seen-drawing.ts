import { sourcesAround } from "../parts/cite.tsx";
import { type Drawing, escaped } from "./picture.tsx";

/** Part of a letter's height that is below the line it is on. */
const BELOW_LINE = 0.24;

/** A part of the screen as a drawing: every coloured box, rectangle, path and text where it is seen, none of it a bitmap. */
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
    // Letters are as wide in no two programs: what ends in line on the screen does so in the picture.
    const isEnd = ["right", "end"].includes(textAlign) && !isDrawn;
    parts.push(
      `<text x="${round((isEnd ? right : start) - left)}" y="${round(above - top + height * (1 - BELOW_LINE))}" font-size="${round(size)}" font-weight="${fontWeight}" ${paint("fill", isDrawn ? fill : color)}${isEnd ? ' text-anchor="end"' : ""}>${escaped(words)}</text>`,
    );
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      const of = node.parentElement!;
      if (of.closest("title, .visually-hidden") === null)
        for (const { words, ...line } of linesOf(node)) write(words, line, of);
      continue;
    }
    const element = node as Element;
    const rect = element.getBoundingClientRect();
    const isPath = element instanceof SVGPathElement;
    // A straight line has no height.
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

/** The words of a text as the screen breaks them into lines. */
function linesOf(text: Text): (Line & { words: string })[] {
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

/** A field without what is around its text. */
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

/** Pixels of the screen by unit of the SVG that an element is in. */
function scaleOf(element: SVGElement): number {
  return (element as SVGGraphicsElement).getScreenCTM()?.a ?? 1;
}

let pen: CanvasRenderingContext2D | undefined;

/** Any colour of a style as red, green, blue and opacity, which programs other than browsers read too. */
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
