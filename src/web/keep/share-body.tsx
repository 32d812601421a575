import type { ComponentChildren } from "preact";
import { Copied } from "./copied.tsx";

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
          <button type="button" onClick={send}>
            Send it with another app
          </button>
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
