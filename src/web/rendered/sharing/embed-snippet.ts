/** Kinds of embeds, with their width and height in pixels until the frame reports its own height. */
export const EMBEDS = {
  figure: [480, 230],
  map: [640, 460],
  chart: [720, 400],
  table: [720, 560],
  ranking: [720, 620],
} as const;

export type EmbedKind = keyof typeof EMBEDS;

interface Embedded {
  readonly kind: EmbedKind;
  /** Scheme and host. */
  readonly origin: string;
  /** Path of the page: `/suburbs/nsw/bondi-2026`, under `/at/…` for figures that never change. */
  readonly path: string;
  /** Accessible name of the frame. */
  readonly title: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** HTML that embeds a part of a page: a frame, and the script that adjusts its height. */
export function embedSnippet({ kind, origin, path, title, ...given }: Embedded): string {
  const [width, height] = EMBEDS[kind];
  const [, prefix = "", rest = path] = /^(\/at\/[^/]+)?(\/.*)$/.exec(path) ?? [];
  const frame = [
    `src="${attribute(`${origin}${prefix}/embed/${kind}${rest}`)}"`,
    `title="${attribute(title)}"`,
    `width="${given.width ?? width}"`,
    `height="${given.height ?? height}"`,
    'loading="lazy" style="border:0;max-width:100%"',
  ];
  return `<iframe ${frame.join(" ")}></iframe>\n<script async src="${attribute(origin)}/embed.js"></script>`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
