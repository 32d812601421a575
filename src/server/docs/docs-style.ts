/** The page's style; light or dark as the reader's system says. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#0b5c7a, #7cc7e6); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
a { color: var(--accent); }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
pre { padding: 0.75rem 1rem; overflow-x: auto; background: var(--soft); border-radius: 6px; }
table { width: 100%; border-collapse: collapse; margin: 0.5rem 0 1rem; font-size: 0.925rem; }
th, td { padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
section { margin: 2rem 0; scroll-margin-top: 4rem; }
.banner { padding: 0.75rem 1.5rem; font-weight: 600; text-align: center; color: #000; background: #ffd34d; }
.bar { position: sticky; top: 0; padding: 0.6rem 1.5rem; background: Canvas; border-bottom: 1px solid var(--line); }
.bar input { width: 100%; max-width: 62rem; display: block; margin: 0 auto; padding: 0.5rem 0.75rem; font: inherit; }
.index { columns: 18rem; padding-left: 1.1rem; }
[hidden] { display: none; }
`;

/** Hides the parts that do not hold every word of the search box. The page is whole without it. */
export const DOCS_SCRIPT = `
const box = document.querySelector("input[type=search]");
const parts = [...document.querySelectorAll("[data-part]")].map((part) => [part, part.textContent.toLowerCase()]);
function search() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const [part, text] of parts) part.hidden = !words.every((word) => text.includes(word));
}
box.addEventListener("input", search);
box.hidden = false;
search();
`;
