import type { LocalFrame } from "terrace/client";

const kept = new WeakMap<LocalFrame, Map<string, Int32Array>>();

/** Place of every suburb by a column, equal values sharing one; -1 without data. */
function placesBy(frame: LocalFrame, key: string): Int32Array {
  const known = kept.get(frame) ?? new Map<string, Int32Array>();
  kept.set(frame, known);
  let places = known.get(key);
  if (places !== undefined) return places;
  places = new Int32Array(frame.size).fill(-1);
  if (key === "name" || key === "state" || key === "postcode") {
    const { salNames, stateCodes, postcodes } = frame.index;
    const texts = key === "name" ? salNames : key === "state" ? stateCodes : postcodes;
    const order = Uint32Array.from(texts.keys()).sort((a, b) =>
      texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : 0,
    );
    order.forEach((row, i) => {
      const before = i > 0 ? order[i - 1] : -1;
      places![row] =
        texts[row] === "" ? -1 : before >= 0 && texts[before] === texts[row] ? places![before] : i;
    });
  } else {
    const { rows, count } = frame.order(key);
    const { values } = frame.column(key);
    for (let i = 0; i < count; i++) {
      places[rows[i]] = i > 0 && values[rows[i - 1]] === values[rows[i]] ? places[rows[i - 1]] : i;
    }
  }
  known.set(key, places);
  return places;
}

/** Positions in the order of several keys; a minus sorts downwards, and suburbs without data come last either way. */
export function sortedRows(frame: LocalFrame, words: Uint32Array, sort: readonly string[]): Uint32Array {
  const orders = sort
    .map((key) => ({ key: key.replace(/^-/, ""), sign: key.startsWith("-") ? -1 : 1 }))
    .filter(({ key }) => ["name", "state", "postcode"].includes(key) || frame.has(key))
    .map(({ key, sign }) => ({ places: placesBy(frame, key), sign }));
  return frame.positions(words).sort((a, b) => {
    for (const { places, sign } of orders) {
      const [left, right] = [places[a], places[b]];
      if (left === right) continue;
      if (left < 0) return 1;
      if (right < 0) return -1;
      return (left - right) * sign;
    }
    return a - b;
  });
}
