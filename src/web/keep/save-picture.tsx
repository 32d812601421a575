import { useSignal } from "@preact/signals";
import { type Drawing, savePicture } from "./picture.ts";

/** Buttons that save a drawing as PNG and SVG; undefined while there is none. */
export function SavePicture({
  what,
  draw,
}: {
  what: string;
  draw: () => Drawing | undefined | Promise<Drawing | undefined>;
}) {
  const said = useSignal("");
  const save = async (kind: "png" | "svg") => {
    try {
      const drawing = await draw();
      if (drawing === undefined) return;
      said.value = `Saved ${await savePicture(drawing, kind)}`;
    } catch (error) {
      said.value = `No picture: ${(error as Error).message}`;
    }
  };
  return (
    <>
      {(["png", "svg"] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="sign-cite"
          aria-label={`${kind.toUpperCase()}: save ${what} as a picture`}
          onClick={() => void save(kind)}
        >
          {kind.toUpperCase()}
        </button>
      ))}
      <span role="status" class="visually-hidden">
        {said.value}
      </span>
    </>
  );
}
