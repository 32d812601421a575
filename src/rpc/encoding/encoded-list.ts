import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import type { EncodedAnswer } from "../unary-method.ts";
import { answerOf, withoutLastComma } from "./assembled-answer.ts";
import { unpooledBytes } from "./unpooled-bytes.ts";
import { elementField } from "./wire-bytes.ts";

/** A list whose elements are encoded once, in each form on its first use; answers are joined from the pieces. */
export interface EncodedList<Response extends DescMessage> {
  /** The response with the elements at these places, in this order, and the fields behind the list. */
  answer(places: readonly number[], rest?: MessageInitShape<Response>): EncodedAnswer;
}

/** Pieces that lie one behind the other: piece i ends where piece i + 1 begins. */
export interface Pieces {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Elements encoded in one stretch: a few milliseconds of work. */
const STRETCH = 200;

/** Pieces of a list of `count` elements, joined. */
export function joinPieces(count: number, pieceAt: (place: number) => Uint8Array): Pieces {
  const pieces = Array.from({ length: count }, (_, place) => pieceAt(place));
  const starts = new Uint32Array(count + 1);
  pieces.forEach((piece, place) => {
    starts[place + 1] = starts[place] + piece.byteLength;
  });
  return { bytes: unpooledBytes(Buffer.concat(pieces)), starts };
}

/** The same in stretches, between which other calls and their deadlines have their turn. */
async function joinInStretches(count: number, pieceAt: (place: number) => Uint8Array): Promise<Pieces> {
  const pieces: Uint8Array[] = [];
  while (pieces.length < count) {
    const end = Math.min(count, pieces.length + STRETCH);
    while (pieces.length < end) pieces.push(pieceAt(pieces.length));
    await nextTurn();
  }
  return joinPieces(count, (place) => pieces[place]);
}

/** The bytes of the pieces at the places; neighbours are taken in one run, so a whole list is one copy. */
function runsOf({ bytes, starts }: Pieces, places: readonly number[]): Uint8Array[] {
  const runs: Uint8Array[] = [];
  for (let i = 0; i < places.length; ) {
    let end = i + 1;
    while (end < places.length && places[end] === places[end - 1] + 1) end++;
    runs.push(bytes.subarray(starts[places[i]], starts[places[end - 1] + 1]));
    i = end;
  }
  return runs;
}

/** Pieces that are made once, when they are first needed. */
class LazyPieces {
  readonly #make: [count: number, pieceAt: (place: number) => Uint8Array];
  #pieces: Pieces | undefined;
  #preparing: Promise<void> | undefined;

  constructor(count: number, pieceAt: (place: number) => Uint8Array) {
    this.#make = [count, pieceAt];
  }

  get(): Pieces {
    this.#pieces ??= joinPieces(...this.#make);
    return this.#pieces;
  }

  prepare(): Promise<void> | undefined {
    if (this.#pieces !== undefined) return undefined;
    this.#preparing ??= joinInStretches(...this.#make).then((pieces) => {
      this.#pieces ??= pieces;
    });
    return this.#preparing;
  }
}

/** A list for a response whose first field is `repeated Element <jsonName> = 1`. */
export function encodedList<Response extends DescMessage, Element extends DescMessage>(
  response: Response,
  element: Element,
  count: number,
  elementAt: (place: number) => MessageShape<Element>,
): EncodedList<Response> {
  const field = response.fields[0];
  const binary = new LazyPieces(count, (place) =>
    elementField(field.number, toBinary(element, elementAt(place))),
  );
  const json = new LazyPieces(count, (place) => Buffer.from(`${toJsonString(element, elementAt(place))},`));
  return {
    answer: (places, rest) => ({
      ...answerOf(
        response,
        [
          {
            field,
            binary: () => runsOf(binary.get(), places),
            json: () => withoutLastComma(runsOf(json.get(), places)),
          },
        ],
        { after: rest },
      ),
      prepare: (form) => (form === "json" ? json : binary).prepare(),
    }),
  };
}
