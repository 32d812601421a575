import type { Random } from "../../runtime/random.ts";
import { inventWord } from "../places/names.ts";

const FIRST_NAMES = "Ada Bram Cleo Dov Edda Finn Greta Hugo Isla Jonas Kaia Levi".split(" ");

/** A person who does not exist. */
export function personName(random: Random): string {
  return `${random.pick(FIRST_NAMES)} ${inventWord(random)}`;
}
