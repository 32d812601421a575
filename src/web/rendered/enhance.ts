import "./rendered.css";

// The theme that the reader chose in Explore; storage may be unavailable.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {}

// Search, copy, share and save need scripts. The page is complete without them: nothing waits for this.
void import("./page-tools.tsx").then(({ addTools }) => addTools());
