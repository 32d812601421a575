import type { FastifyRequest } from "fastify";
import { errorBody } from "../../../rpc/error-body.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { badConfig, invalidArgument, isTerraceError, notFound } from "../../../runtime/errors.ts";
import type { Answer, RouteCall } from "../../admission/route.ts";
import { pagePolicy } from "../../wire/http/security-headers.ts";
import { drawPicture } from "../page/draw-picture.ts";
import { encodedFile, sendFile } from "../page/page-files.ts";
import type { PageAnswers } from "../page/page-handlers.ts";
import { type Kept, type Making, type PagesInUse, pathOf } from "../page/rendered-pages.ts";
import { robotsText } from "../page/sitemap-text.ts";

/**
 * `/embed.js`, loaded on both sides: a framed page reports its height, and the page around it applies that to
 * the frame it came from and to no other. It stores and reads nothing else.
 */
const EMBED_SCRIPT = `(() => {
  const MOST = 6000;
  const root = document.documentElement;
  if (root.dataset.embed !== undefined) {
    let last = 0;
    const report = (again) => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height === last && again !== true) return;
      last = height;
      parent.postMessage({ terraceHeight: height }, "*");
    };
    new ResizeObserver(report).observe(document.body);
    addEventListener("message", ({ source, data }) => {
      if (source === parent && data === "terrace-height") report(true);
    });
    report(true);
    return;
  }
  const own = new URL(document.currentScript.src).origin;
  const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(own + "/"));
  addEventListener("message", ({ source, origin, data }) => {
    const height = data === null || typeof data !== "object" ? undefined : data.terraceHeight;
    if (origin !== own || !Number.isFinite(height) || height <= 0) return;
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    if (frame !== undefined) frame.style.height = Math.min(Math.ceil(height), MOST) + "px";
  });
  // One that was there before this script has reported already; one that is still empty has another origin.
  for (const { contentWindow } of frames()) contentWindow.postMessage("terrace-height", "*");
})();
`;

const MAX_ADDRESS_LENGTH = 2000;

/** CSP of an embed in a frame: its own style and script only. */
const EMBED_POLICY = pagePolicy(["script-src 'self'", "style-src 'self'", "img-src 'self' data:"], "*");

const HTML = "text/html; charset=utf-8";
const XML = "application/xml; charset=utf-8";

export function siteAnswers({ rendered, page }: PageAnswers) {
  const answering =
    (making: Making): Answer =>
    async (call) => {
      try {
        const answered = await rendered.answer(call, await page(), making);
        if (answered !== undefined) return answered;
        throw notFound("there is no page at this address; /sitemap.xml lists those that there are");
      } catch (error) {
        if (!isTerraceError(error, "bad_config")) throw error;
        // A missing package is the operator's to install, and no secret.
        return call.reply
          .code(501)
          .header("cache-control", "no-store")
          .send(errorBody("unimplemented", error.message));
      }
    };
  return {
    picture: answering(PICTURE),
    embed: answering(EMBED),
    oembed: answering(OEMBED),
    sitemap: answering(SITEMAP),
    robots: ({ reply, parts }) =>
      reply
        .type("text/plain; charset=utf-8")
        .send(robotsText(parts.webUrl(), parts.engine.manifest.synthetic)),
    script: ({ request, reply }) =>
      // Other sites load it.
      sendFile(request, reply.header("cross-origin-resource-policy", "cross-origin"), SCRIPT),
  } satisfies Record<string, Answer>;
}

const SCRIPT = encodedFile("text/javascript; charset=utf-8", Buffer.from(EMBED_SCRIPT));

const PICTURE: Making = {
  name: pathOf,
  headers: (...answer) => ({ ...cached(...answer), "cross-origin-resource-policy": "cross-origin" }),
  async make({ request, signal }, used) {
    const [, path] = /^\/pictures(\/.+)\.png$/.exec(pathOf(request)) ?? [];
    const made = await existing(path, (known) => used.pages.picture(known));
    if (made === undefined) return undefined;
    if ("movedTo" in made) return { movedTo: `/pictures${made.movedTo}.png` };
    const png = await drawPicture(used.view, made.text, signal);
    return { file: encodedFile("image/png", png), sourceIds: made.sourceIds };
  },
};

const EMBED: Making = {
  name: (request) => `${pathOf(request)} ${JSON.stringify(formOf(request))}`,
  headers(call, ...answer) {
    call.reply.removeHeader("x-frame-options");
    return {
      ...cached(call, ...answer),
      "content-security-policy": EMBED_POLICY,
      "cross-origin-resource-policy": "cross-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
      "x-robots-tag": "noindex",
    };
  },
  async make({ request }, used) {
    const [, kind, path] = /^\/embed\/(\w+)(\/.+)$/.exec(pathOf(request)) ?? [];
    const form = { kind, ...formOf(request) };
    const made = await existing(path, (known) => used.pages.embed(known, used.showing, form));
    if (made === undefined) return undefined;
    if ("movedTo" in made) return { movedTo: `/embed/${kind}${made.movedTo}${queryOf(request)}` };
    if ("offered" in made) {
      const { figure = "" } = form;
      const what = figure === "" ? quoted(kind) : `${quoted(kind)} of ${quoted(figure)}`;
      throw notFound(`${path} has no ${what}; it has ${made.offered.join(", ")}`);
    }
    return { file: encodedFile(HTML, Buffer.from(made.text)), sourceIds: made.sourceIds };
  },
};

const OEMBED: Making = {
  name: ({ query }) => {
    const { url, format, maxwidth, maxheight } = query as Readonly<Record<string, unknown>>;
    return `oembed ${JSON.stringify([url, format, maxwidth, maxheight])}`;
  },
  headers: cached,
  async make({ request }, used) {
    const query = request.query as Readonly<Record<string, unknown>>;
    const { url, format = "json" } = query;
    if (typeof url !== "string") throw invalidArgument("url: the address of a page is needed");
    if (format !== "json") throw badConfig(`format: ${quoted(String(format))} is not offered; json is`);
    const bounds = { maxWidth: pixelsOf(query, "maxwidth"), maxHeight: pixelsOf(query, "maxheight") };
    const { origin, prefix } = used.showing;
    const asked = url.length <= MAX_ADDRESS_LENGTH && URL.canParse(url) ? new URL(url) : undefined;
    const isOwn = asked?.origin === new URL(origin).origin && asked.pathname.startsWith(`${prefix}/`);
    const answerAt = (path: string | undefined) =>
      existing(path, (known) => used.pages.oembed(known, used.showing, bounds));
    const made = await answerAt(isOwn ? asked.pathname.slice(prefix.length) : undefined);
    const target = made && "movedTo" in made ? await answerAt(made.movedTo) : made;
    if (target === undefined || "movedTo" in target) return undefined;
    return { file: encodedFile("application/json; charset=utf-8", Buffer.from(target.text)) };
  },
};

const SITEMAP: Making = {
  name: pathOf,
  headers: cached,
  async make({ request }, { pages, showing: { origin }, manifest }) {
    const text = await pages.sitemap(pathOf(request), origin, manifest.asOf.slice(0, 10));
    return text === undefined ? undefined : { file: encodedFile(XML, Buffer.from(text)) };
  },
};

/** Renders for the page of a path, if it can be one. */
async function existing<T>(path: string | undefined, make: (path: string) => Promise<T>) {
  return path === undefined || !isDecodable(path) ? undefined : make(path);
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

function formOf(request: FastifyRequest) {
  const { theme, of } = request.query as Readonly<Record<string, unknown>>;
  return {
    theme: theme === "light" || theme === "dark" ? (theme as "light" | "dark") : undefined,
    figure: typeof of === "string" && of !== "" ? of : undefined,
  };
}

function pixelsOf(query: Readonly<Record<string, unknown>>, name: string): number {
  const text = query[name];
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (typeof text !== "string" || !/^[1-9]\d{0,5}$/.test(text))
    throw invalidArgument(`${name}: ${quoted(String(text))} is not a number of pixels`);
  return Number(text);
}

function queryOf({ url }: FastifyRequest): string {
  return url.includes("?") ? url.slice(url.indexOf("?")) : "";
}

/** Under the address of a snapshot, files from permanently licensed sources are immutable. */
function cached({ request }: RouteCall, { manifest }: PagesInUse, { sourceIds }: Kept) {
  const ids = new Set(sourceIds);
  const tables = manifest.sources.flatMap((source) => (ids.has(source.id) ? source.tables : []));
  return { "cache-control": request.terraceAddress?.cacheControl(tables) ?? "public, max-age=3600" };
}
