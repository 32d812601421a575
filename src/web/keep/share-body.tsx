import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { inSnapshot } from "../data/snapshot-path.ts";
import { Press } from "../parts/controls.tsx";

export interface NamedText {
  readonly label: string;
  readonly text: string;
}

interface ShareBodyProps {
  readonly link: string;
  /** Path of the preview picture in messages and posts. */
  readonly picture?: string | undefined;
  /** Other pictures to download. */
  readonly drawn?: ComponentChildren;
  /** HTML snippets for other sites. */
  readonly embeds: readonly NamedText[];
  /** The permanent link and the citation. */
  readonly children: ComponentChildren;
}

/** Content of the share box, on screens and on rendered pages: URL, picture, embeds and citation. */
export function ShareBody({ link, picture, drawn, embeds, children }: ShareBodyProps) {
  const send = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
  return (
    <div class="share-box">
      <Copied label="Link to this view" text={link} rows={2} />
      {"share" in navigator && (
        <p>
          <Press onClick={send}>Share with another app</Press>
        </p>
      )}
      {picture !== undefined && (
        <p>
          <a href={picture} data-native>
            Picture for messages and posts
          </a>
        </p>
      )}
      {drawn}
      {embeds.length > 0 && (
        <details>
          <summary>Embed in your page</summary>
          {embeds.map(({ label, text }) => (
            <Copied key={label} label={label} text={text} rows={3} />
          ))}
        </details>
      )}
      <details>
        <summary>Permanent link and citation</summary>
        {children}
      </details>
    </div>
  );
}

/** Text field with a copy button. */
export function Copied({ label, text, rows }: { label: string; text: string; rows: number }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const status = useSignal("");
  return (
    <div>
      <label>
        <span class="small">{label}</span>
        <textarea ref={field} readOnly rows={rows} value={text} onFocus={() => field.current!.select()} />
      </label>
      <Press
        aria-label={`Copy: ${label}`}
        onClick={async () => {
          status.value = (await copyText(text, field.current!)) ? "Copied" : "Press Ctrl+C";
        }}
      >
        Copy
      </Press>{" "}
      <span role="status" class="small muted">
        {status.value}
      </span>
    </div>
  );
}

/** Copies text. Only https pages get the clipboard API; elsewhere `execCommand` copies the selection. */
async function copyText(text: string, field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** Texts to copy that a rendered page has under a heading. */
export function textsIn(page: Document, name: "Cite" | "Embed"): NamedText[] {
  return [...page.querySelectorAll(`[data-texts="${name}"] label`)].map((box) => ({
    label: box.querySelector("span")?.textContent ?? "",
    text: box.querySelector("textarea")?.value ?? "",
  }));
}

export function pictureIn(page: Document): string | undefined {
  const address = page.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content;
  return address && new URL(address).pathname;
}

/** Fetches the rendered page of a path, following redirects, and parses it; undefined if there is none. */
export async function renderedPage(path: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(inSnapshot(path), { headers: { accept: "text/html" } });
    if (!answer.ok) return undefined;
    // Its inline style is not needed here, and the screens' content security policy would report it.
    const html = (await answer.text()).replace(/<style>.*?<\/style>/s, "");
    return new DOMParser().parseFromString(html, "text/html");
  } catch {
    // Offline there is nothing to embed either.
    return undefined;
  }
}
