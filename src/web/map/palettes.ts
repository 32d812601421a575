import { computed, signal } from "@preact/signals";
import { storedText, storeText } from "../view/browser.ts";

/** Colours of a theme, distinguishable with every kind of colour vision at the distances the map needs. */
const LIGHT = {
  ground: "#DCE6EE",
  sequence: ["#F7E6C8", "#E9C39B", "#D99B7C", "#BF7270", "#97506A", "#6A3760", "#3B214B"],
  categories: ["#91071B", "#5B8DF7", "#CD7982", "#2C457B", "#93961C", "#92465F", "#8D69A1"],
  unknown: "#B9BEC6",
  accent: "#0A5CA8",
  text: "#17212B",
  muted: "#52606D",
};

export type Palette = Readonly<typeof LIGHT>;

const DARK: Palette = {
  ground: "#0B1015",
  sequence: ["#3A2A45", "#5C3A5C", "#83506B", "#AB6B73", "#CB8E7F", "#E3B896", "#F6E5C6"],
  categories: ["#8DB67D", "#995DC0", "#F0B3E8", "#B66019", "#2E8567", "#CCCC55", "#52BCAA"],
  unknown: "#6A7C8C",
  accent: "#7DB9F5",
  text: "#E7ECF1",
  muted: "#A5B1BD",
};

const query = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(query.matches);
query.addEventListener("change", () => {
  systemIsDark.value = query.matches;
});

type Theme = "" | "light" | "dark";

/** Theme that the reader chose; "" follows the system. */
const chosenTheme = signal((storedText("theme") ?? "") as Theme);
if (chosenTheme.value) document.documentElement.dataset.theme = chosenTheme.value;

export const isDark = computed(() =>
  chosenTheme.value === "" ? systemIsDark.value : chosenTheme.value === "dark",
);
export const palette = computed(() => (isDark.value ? DARK : LIGHT));

export function chooseTheme(theme: Theme): void {
  chosenTheme.value = theme;
  document.documentElement.dataset.theme = theme;
  storeText("theme", theme);
}

/** Converts #rrggbb to an opaque canvas pixel: red is first in memory. */
export function pixelOf(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

/** Mixes `share` of one colour over another. */
export function mix(over: string, under: string, share: number): string {
  const part = (at: number) => {
    const [a, b] = [
      Number.parseInt(over.slice(at, at + 2), 16),
      Number.parseInt(under.slice(at, at + 2), 16),
    ];
    return Math.round(a * share + b * (1 - share))
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}
