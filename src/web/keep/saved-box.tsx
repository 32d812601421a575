import { useSignal } from "@preact/signals";
import { country } from "../data/country.ts";
import { Press, Remove, set } from "../parts/controls.tsx";
import { formatCount } from "../parts/format.ts";
import { Popover } from "../parts/popover.tsx";
import { shownAddress } from "../view/view-state.ts";
import { saveFile } from "./picture.tsx";
import {
  addFile,
  forgetSuburb,
  forgetView,
  isStored,
  MAX_NAME_LENGTH,
  saved,
  savedText,
  saveView,
} from "./saved.ts";

export function SavedButton() {
  const { suburbs, views } = saved.value;
  const count = suburbs.length + views.length;
  return (
    <Popover label={`Saved suburbs and views: ${formatCount(count)}`} sign="☆" kind="saved">
      <SavedBox />
    </Popover>
  );
}

function SavedBox() {
  const status = useSignal("");
  const { suburbs, views } = saved.value;
  const add = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      status.value = await addFile(file);
    } catch (error) {
      status.value = `Nothing was added: ${(error as Error).message}.`;
    }
  };
  return (
    <div class="saved-box">
      <SaveThisView />
      {views.length > 0 && <h3>Views</h3>}
      <ul>
        {views.map(({ name, url }) => (
          <li key={url}>
            <a href={url}>{name}</a>
            <Forget name={name} onClick={() => forgetView(url)} />
          </li>
        ))}
      </ul>
      {suburbs.length > 0 && <h3>Suburbs</h3>}
      <ul>
        {suburbs.map((code) => (
          <li key={code}>
            <a href={`/suburb/${code}`}>{nameOf(code)}</a>
            <Forget name={nameOf(code)} onClick={() => forgetSuburb(code)} />
          </li>
        ))}
      </ul>
      {suburbs.length === 0 && views.length === 0 && (
        <p class="muted">Nothing saved yet. Save suburbs with ☆ on their pages and next to the map.</p>
      )}
      <p class="small muted">
        {isStored.value
          ? "Stored only in this browser."
          : "This browser stores nothing: save a file before you leave."}
      </p>
      <p class="buttons">
        <Press
          disabled={suburbs.length + views.length === 0}
          onClick={() => saveFile(new Blob([savedText(saved.peek())]), "terrace-saved.json")}
        >
          Save as a file
        </Press>
        <label class="button">
          Import from a file
          <input
            type="file"
            class="visually-hidden"
            accept=".json,application/json"
            onChange={(event) => {
              const field = event.currentTarget;
              void add(field.files?.[0]).then(() => {
                // Lets the same file be chosen again.
                field.value = "";
              });
            }}
          />
        </label>
      </p>
      <p role="status" class="small">
        {status.value}
      </p>
    </div>
  );
}

function SaveThisView() {
  const url = shownAddress();
  const before = saved.value.views.find((one) => one.url === url);
  const typed = useSignal<string | undefined>(undefined);
  const name = typed.value ?? before?.name ?? document.title.split(" · ")[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") saveView({ name: name.trim(), url });
      }}
    >
      <label>
        <span class="small">Save the current view as</span>
        <input
          type="text"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onInput={(event) => set(typed, event.currentTarget.value)}
        />
      </label>
      <button type="submit">{before === undefined ? "Save" : "Rename"}</button>
    </form>
  );
}

function Forget({ name, onClick }: { name: string; onClick: () => void }) {
  return <Remove class="quiet" aria-label={`Forget ${name}`} onClick={onClick} />;
}

/** Name and state of a suburb; its code if this data does not have it. */
export function nameOf(code: string): string {
  const index = country.value?.frame.index;
  const position = index?.positionOf(code) ?? -1;
  if (index === undefined || position < 0) return code;
  const [name, state] = [index.salNames[position], index.stateCodes[position]];
  return name.includes(`(${state})`) || name.endsWith(")") ? name : `${name} ${state}`;
}
