import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { inSnapshot } from "../data/snapshot-path.ts";
import { Press } from "../parts/controls.tsx";

/** A text that is there to be copied, and what it is. */
export interface NamedText {
  readonly label: string;
  readonly text: string;
}

interface ShareBodyProps {
  /** Address of what is shown. */
  readonly link: string;
  /** Path of the picture that messages and posts show. */
  readonly picture?: string | undefined;
  /** Other pictures of it. */
  readonly drawn?: ComponentChildren;
  /** HTML for pages of others. */
  readonly embeds: readonly NamedText[];
  /** The permanent link and the citation. */
  readonly children: ComponentChildren;
}

/** What sharing offers, on screens and on rendered pages: address, picture, embed and citation. */
export function ShareBody({ link, picture, drawn, embeds, children }: ShareBodyProps) {
  const send = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
  return (
    <div class="share-box">
      <Copied label="Address of what is shown" text={link} rows={2} />
      {"share" in navigator && (
        <p>
          <Press onClick={send}>Send it with another app</Press>
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
          <summary>Embed in a page of yours</summary>
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

/** A text with a button that copies it. */
export function Copied({ label, text, rows }: { label: string; text: string; rows: number }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const said = useSignal("");
  return (
    <div>
      <label>
        <span class="small">{label}</span>
        <textarea ref={field} readOnly rows={rows} value={text} onFocus={() => field.current!.select()} />
      </label>
      <Press
        aria-label={`Copy: ${label}`}
        onClick={async () => {
          said.value = (await copyText(text, field.current!)) ? "Copied" : "Press Ctrl+C";
        }}
      >
        Copy
      </Press>{" "}
      <span role="status" class="small muted">
        {said.value}
      </span>
    </div>
  );
}

/** Copies a text; browsers offer their clipboard to pages of https alone, and copy what is selected elsewhere. */
async function copyText(text: string, field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** The texts to copy that a rendered page has under a name. */
export function textsIn(page: Document, name: "Cite" | "Embed"): NamedText[] {
  return [...page.querySelectorAll(`[data-texts="${name}"] label`)].map((box) => ({
    label: box.querySelector("span")?.textContent ?? "",
    text: box.querySelector("textarea")?.value ?? "",
  }));
}

/** Path of the picture that messages and posts show of a rendered page. */
export function pictureIn(page: Document): string | undefined {
  const address = page.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content;
  return address && new URL(address).pathname;
}

/** The rendered page at a path or at the one that it has moved to, as a document that is not shown; undefined where there is none. */
export async function renderedPage(path: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(inSnapshot(path), { headers: { accept: "text/html" } });
    if (!answer.ok) return undefined;
    // Its style is not for here, and the policy of the screens complains of it.
    const html = (await answer.text()).replace(/<style>.*?<\/style>/s, "");
    return new DOMParser().parseFromString(html, "text/html");
  } catch {
    // Without the server nothing can be embedded either.
    return undefined;
  }
}
