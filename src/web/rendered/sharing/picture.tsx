import { renderToString } from "preact-render-to-string";
import { publishersOf } from "../../parts/citation.ts";
import { formatDay, linesOf } from "../../parts/format.ts";
import { OUTLINE_SIZE } from "../outline.ts";
import type { Outline, PageKind, PageModel, SiteFacts } from "../page-model.ts";

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

/** URL of a page's preview picture. */
export function pictureAddress(base: string, path: string): string {
  return `${base}/pictures${path}.png`;
}

/** Family name inside the font files. */
const FONT_FAMILY = "Source Sans 3";

const MARGIN = 64;
/** Area of the outline. */
const MAP = { left: 780, top: 56, width: 356, height: 300 };
const COLUMN = (PICTURE_WIDTH - 2 * MARGIN) / 3;
const FIGURE_SIZES = [50, 42, 34, 27, 22];
const LABEL_SIZES = [25, 22, 19];
const BLUE = "#0a5ca8";
const TEXT = "#17212b";
const MUTED = "#52606d";

/** Kinds of pages; those that end with a space continue with the place. */
const KINDS: Readonly<Record<PageKind, string>> = {
  suburb: "Suburb in ",
  council: "Council in ",
  state: "State or territory of ",
  country: "",
  stock: "Shares on the ASX",
  series: "Economic series",
  member: "Member of parliament",
  ranking: "Ranking",
  list: "",
  missing: "",
};

/** Preview picture of a page as SVG. Every text is cut to its room; output is deterministic. */
export function pictureSvg(
  { kind, name, crumbs, figures, sources, outline }: PageModel,
  site: SiteFacts,
): string {
  const room = (outline ? MAP.left - 24 : PICTURE_WIDTH - MARGIN) - MARGIN;
  const size = [84, 68, 56].find((one) => wrapped(name, one, room).length <= 2) ?? 48;
  const [first = "", ...rest] = wrapped(name, size, room);
  const lines = rest.length === 0 ? [first] : [first, rest.join(" ")];
  const above = (crumbs.length > 2 ? crumbs.slice(1, -1) : crumbs.slice(0, -1))
    .reverse()
    .map((crumb) => crumb.name)
    .join(", ");
  const shown = figures.slice(0, 3);
  const publishers = publishersOf(shown.length > 0 ? shown : sources);
  const figureSize = Math.min(...shown.map(({ text }) => fitting(text, COLUMN - 28, FIGURE_SIZES)));
  return renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={PICTURE_WIDTH}
      height={PICTURE_HEIGHT}
      font-family={FONT_FAMILY}
    >
      <rect width={PICTURE_WIDTH} height={PICTURE_HEIGHT} fill="#f4f6f8" />
      <rect width={PICTURE_WIDTH} height="12" fill={BLUE} />
      <g transform={`translate(${MARGIN} 58) scale(1.5)`}>
        <rect width="32" height="32" rx="6" fill={BLUE} />
        <path d="M5 25V15l4-4 4 4v10zm9 0V12l4-4 4 4v13zm9 0V17l2-2 2 2v8z" fill="#fff" />
      </g>
      <Words text="Terrace" x={MARGIN + 62} y={93} size={32} room={300} fill={BLUE} isBold />
      {outline && <Drawn outline={outline} />}
      {lines.map((line, i) => (
        <Words text={line} x={MARGIN} y={178 + size * (0.35 + i * 1.08)} size={size} room={room} isBold />
      ))}
      <Words
        text={KINDS[kind].endsWith(" ") ? KINDS[kind] + above : KINDS[kind]}
        x={MARGIN}
        y={214 + size * (0.55 + (lines.length - 1) * 1.08)}
        size={32}
        room={room}
        fill={MUTED}
      />
      {shown.map(({ label, text, date }, i) => {
        const at = { x: MARGIN + i * COLUMN, room: COLUMN - 28 };
        return (
          <>
            <rect x={at.x} y="404" width={at.room} height="2" fill="#d5dce3" />
            <Words text={label} {...at} y={440} size={fitting(label, at.room, LABEL_SIZES)} fill={MUTED} />
            <Words text={text} {...at} y={494} size={figureSize} isBold />
            <Words text={formatDay(date)} {...at} y={528} size={22} fill={MUTED} />
          </>
        );
      })}
      <Words
        text={publishers.length === 0 ? "" : `Source: ${publishers.join(", ")}`}
        x={MARGIN}
        y={590}
        size={24}
        room={PICTURE_WIDTH - 2 * MARGIN - (site.synthetic ? 300 : 0)}
        fill={MUTED}
      />
      {site.synthetic && (
        <>
          <rect x={PICTURE_WIDTH - MARGIN - 272} y="556" width="272" height="48" rx="8" fill="#b3261e" />
          <Words
            text="Made-up data"
            x={PICTURE_WIDTH - MARGIN - 222}
            y={589}
            size={28}
            room={272}
            fill="#fff"
            isBold
          />
        </>
      )}
    </svg>,
  );
}

interface WordsProps {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Maximum width in pixels. */
  readonly room: number;
  readonly fill?: string;
  readonly isBold?: boolean;
}

function Words({ text, x, y, size, room, fill = TEXT, isBold = false }: WordsProps) {
  return (
    <text x={rounded(x)} y={rounded(y)} font-size={size} font-weight={isBold ? 600 : 400} fill={fill}>
      {cut(text, size, room)}
    </text>
  );
}

/** The outline and its surroundings, scaled into the area. */
function Drawn({ outline: { own, around } }: { outline: Outline }) {
  const { width, height } = OUTLINE_SIZE;
  const scale = Math.min(MAP.width / width, MAP.height / height);
  const line = (thick: number) => ({
    "stroke-width": (thick / scale).toPrecision(4),
    "stroke-linejoin": "round" as const,
    "fill-rule": "evenodd" as const,
  });
  return (
    <svg
      x={rounded(MAP.left + (MAP.width - width * scale) / 2)}
      y={rounded(MAP.top + (MAP.height - height * scale) / 2)}
      width={rounded(width * scale)}
      height={rounded(height * scale)}
      viewBox={`0 0 ${width} ${height}`}
    >
      {/* An empty `d` would be rendered without a value, which is invalid XML. */}
      {around && <path d={around} fill="#e9eef3" stroke="#c3ccd5" {...line(1.5)} />}
      {own && <path d={own} fill="#cfe0f0" stroke={BLUE} {...line(3)} />}
    </svg>
  );
}

/** Estimated width of text by classes of the font's characters; rather too wide than too narrow. */
function widthOf(words: string, size: number): number {
  let ems = 0;
  for (const one of words) {
    if (/[mwMW@%—]/.test(one)) ems += 0.87;
    else if (/[\p{Lu}&$]/u.test(one)) ems += 0.62;
    else if (/[iljtfrI.,:;'’|! ()]/.test(one)) ems += 0.33;
    else ems += one.codePointAt(0)! < 0x2500 ? 0.54 : 1;
  }
  return ems * size;
}

/** The largest of the sizes at which a text fits: figures get smaller before digits are cut off. */
function fitting(text: string, room: number, sizes: readonly number[]): number {
  return sizes.find((size) => widthOf(shortened(text), size) <= room) ?? sizes[sizes.length - 1];
}

/** Bounds the work of measuring (200 characters exceed any room) and drops characters invalid in XML. */
function shortened(words: string): string {
  return words
    .toWellFormed()
    .slice(0, 200)
    .replaceAll(/\p{Cc}|\p{Cs}|\ufffe|\uffff/gu, "");
}

/** Cuts text to its room, with an ellipsis. */
function cut(words: string, size: number, room: number): string {
  const all = [...shortened(words)];
  let count = all.length;
  while (count > 0 && widthOf(all.slice(0, count).join(""), size) > room) count--;
  if (count === all.length) return all.join("");
  const kept = all.slice(0, Math.max(0, count - 1));
  return `${kept.join("").trimEnd()}…`;
}

const wrapped = (words: string, size: number, room: number) =>
  linesOf(shortened(words), (line) => widthOf(line, size) <= room);

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
