/** Search box and "Try" buttons. The page is complete without it. */
export const DOCS_SCRIPT = `
const box = document.querySelector("input[type=search]");
const hits = document.querySelector(".hits");
const parts = [...document.querySelectorAll("[data-part]")].map((part) => ({
  part,
  title: part.dataset.part,
  line: part.dataset.line || "",
  text: (part.dataset.part + " " + part.textContent).toLowerCase(),
}));
const MOST = 40;

function search() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  hits.hidden = words.length === 0;
  hits.replaceChildren();
  if (words.length === 0) return;
  const found = parts.filter(({ text }) => words.every((word) => text.includes(word)));
  const rank = ({ title }) => {
    const name = title.toLowerCase();
    return name === words[0] ? 0 : name.startsWith(words[0]) ? 1 : words.every((word) => name.includes(word)) ? 2 : 3;
  };
  found.sort((a, b) => rank(a) - rank(b));
  const count = document.createElement("p");
  count.textContent = found.length + (found.length === 1 ? " hit" : " hits") + (found.length > MOST ? ", the first " + MOST : "");
  hits.append(count);
  for (const { part, title, line } of found.slice(0, MOST)) {
    const link = document.createElement("a");
    link.href = "#" + part.id;
    link.textContent = title;
    const note = document.createElement("span");
    note.textContent = line;
    link.append(note);
    hits.append(link);
  }
}

function close() {
  box.value = "";
  search();
}
box.addEventListener("input", search);
box.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
  if (event.key !== "Enter") return;
  hits.querySelector("a")?.click();
});
hits.addEventListener("click", (event) => {
  if (event.target.closest("a")) setTimeout(close);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName)) return;
  event.preventDefault();
  box.focus();
});
box.hidden = false;

for (const form of document.querySelectorAll(".try")) {
  form.hidden = false;
  const [text, button, shown] = ["textarea", "button", "pre"].map((name) => form.querySelector(name));
  button.addEventListener("click", async () => {
    shown.hidden = false;
    shown.textContent = "\u2026";
    const started = performance.now();
    try {
      const headers = { "Content-Type": "application/json", "Terrace-Strict": "1" };
      const response = await fetch(form.dataset.path, { method: "POST", headers, body: text.value });
      const body = await response.text();
      const took = Math.round(performance.now() - started);
      let pretty = body;
      try {
        pretty = JSON.stringify(JSON.parse(body), undefined, 2);
      } catch {}
      const cut = pretty.length > 20000 ? pretty.slice(0, 20000) + "\\n\u2026 and " + (pretty.length - 20000) + " characters more" : pretty;
      shown.textContent = response.status + " " + response.statusText + ", " + took + " ms, " + body.length + " characters\\n\\n" + cut;
    } catch (error) {
      shown.textContent = "No answer: " + error.message;
    }
  });
}
`;
