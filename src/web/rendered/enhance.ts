import "./rendered.css";

// The reader's own choice of colours, which Explore keeps; where nothing may be kept there is none.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}

// What only a page with scripts can do: search, copy, share, save. The page is whole without: nothing waits for it.
void import("./page-tools.tsx").then(({ addTools }) => addTools());
