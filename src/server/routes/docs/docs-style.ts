/** Light or dark by the system setting; fits narrow screens. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#0b5c7a, #7cc7e6); }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
a { color: var(--accent); }
code, pre, textarea { font: 0.875em/1.5 ui-monospace, monospace; }
pre { padding: 0.75rem 1rem; overflow-x: auto; overflow-wrap: normal; background: var(--soft); border-radius: 6px; }
table { width: 100%; border-collapse: collapse; margin: 0.5rem 0 1rem; font-size: 0.925rem; }
th, td { padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { overflow-wrap: break-word; }
section { margin: 2rem 0; }
button, .open { font: inherit; padding: 0.4rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); cursor: pointer; }
.open { display: inline-block; text-decoration: none; }
.banner { padding: 0.75rem 1.5rem; font-weight: 600; text-align: center; color: #000; background: #ffd34d; }
.bar { position: sticky; top: 0; z-index: 1; padding: 0.6rem 1.5rem; background: Canvas; border-bottom: 1px solid var(--line); }
.bar > * { max-width: 62rem; margin: 0 auto; }
.bar input { width: 100%; display: block; padding: 0.5rem 0.75rem; font: inherit; }
.hits { max-height: 70vh; overflow-y: auto; padding: 0.5rem 0; }
.hits p { margin: 0.25rem 0.75rem; color: light-dark(#555, #aaa); }
.hits a { display: block; padding: 0.4rem 0.75rem; text-decoration: none; border-radius: 6px; }
.hits a:hover, .hits a:focus { background: var(--soft); }
.hits span { display: block; font-size: 0.875rem; color: light-dark(#444, #bbb); }
.index { columns: 18rem; padding-left: 1.1rem; }
.try textarea { width: 100%; padding: 0.5rem 0.75rem; }
.try pre { max-height: 24rem; overflow: auto; }
[hidden] { display: none !important; }
@media (max-width: 44rem) {
  main { padding: 1rem; }
  .bar { padding: 0.6rem 1rem; }
  table, tbody, tr, td { display: block; }
  thead { display: none; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  td { padding: 0.1rem 0; border: 0; }
  td[data-head]::before { content: attr(data-head) ": "; color: light-dark(#555, #aaa); }
}
`;
