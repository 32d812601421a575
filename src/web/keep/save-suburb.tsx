import { Press } from "../parts/controls.tsx";
import { forgetSuburb, saved, saveSuburbs } from "./saved.ts";

export function SaveSuburb({ code }: { code: string }) {
  const isSaved = saved.value.suburbs.includes(code);
  return (
    <Press
      class="button"
      aria-pressed={isSaved}
      onClick={() => (isSaved ? forgetSuburb(code) : saveSuburbs([code]))}
    >
      <span aria-hidden="true">{isSaved ? "★" : "☆"}</span> {isSaved ? "Saved" : "Save"}
    </Press>
  );
}
