/** Every place of a value and what is there, sorted: `states[].suburbs: number`. Names in `maps` have keys of data. */
export function shapeOf(value: unknown, maps: readonly string[] = []): string[] {
  const shape = new Set<string>();
  const walk = (at: string, part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) walk(`${at}[]`, item);
    else if (part !== null && typeof part === "object") {
      for (const [key, inner] of Object.entries(part)) {
        walk(maps.includes(at) ? `${at}.*` : at === "" ? key : `${at}.${key}`, inner);
      }
    } else shape.add(`${at}: ${part === null ? "null" : typeof part}`);
  };
  walk("", value);
  return [...shape].sort();
}
