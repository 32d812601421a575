import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";

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
      <button
        type="button"
        aria-label={`Copy: ${label}`}
        onClick={async () => {
          said.value = (await copyText(text, field.current!)) ? "Copied" : "Press Ctrl+C";
        }}
      >
        Copy
      </button>{" "}
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
