import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import type { DescMessage } from "@bufbuild/protobuf";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { ITEM_LABELS } from "../../../src/domains/politicians/items.ts";
import * as notes from "../../../src/domains/politicians/notes.ts";
import { PoliticiansService } from "../../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { ExplorerService } from "../../../src/gen/terrace/v1/explorer_pb.ts";
import { goldenCountry } from "../../support/country/shared-country.ts";
import type { CsvRow } from "../../support/data/read-csv.ts";
import { plainNorm } from "../../support/plain/plain-funding.ts";
import { goldenCases, goldenMethods } from "../../support/wire/golden-cases.ts";
import { startGoldenServer } from "../../support/wire/golden-server.ts";

const SENTENCES: readonly string[] = Object.values(notes);

/** Tables whose strings a response may repeat. */
const TABLES = [
  "politicians",
  "politician_terms",
  "register_documents",
  "register_holdings",
  "aec_party_returns",
  "aec_receipts",
  "aec_mp_returns",
  "aec_candidate_returns",
  "aec_candidate_donations",
  "companies",
];

/** Words that judge, guess at motives or rank people. */
const JUDGEMENT =
  /\b(suspicious|wealthy|rich|poor|hidden|secret|dark|dubious|questionable|controversial|scandal|corrupt|influence|lobby|bought|buys|biggest|largest|worst|best|highest|lowest|leading|notable|unusual|alarming|concerning|conflicts?|risky?|suspect|cosy|greedy|generous|hypocrit\w*|shady|powerful|elite|very|huge|massive|only just|merely|worth)\b/i;

/** Generated strings of responses: instants, months, integers, enum names, labels of statements. */
const MADE_BY_RULE =
  /^(\d{4}-\d{2}-\d{2}T[\d:]+Z|\d{4}-\d{2}|-?\d+|(REGISTER|RECEIPT_KIND|DECLARATION_HOLDER)_[A-Z_]+|house|senate|name_exact|curated_alias|ticker_in_text|Statement of interests, (House of Representatives|Senate), \d+(st|nd|rd|th) Parliament)$/;

describe("the tone", () => {
  it("is that of the source: every text of an answer is a cell of the dataset, a heading of the form or a fixed sentence", async () => {
    const { datasetDir } = await goldenCountry();
    const rowsOf = (table: string): CsvRow[] =>
      parse(gunzipSync(readFileSync(join(datasetDir, `${table}.csv.gz`))), { columns: true });
    const known = new Set<string>([...SENTENCES, ...ITEM_LABELS, ""]);
    for (const table of TABLES) {
      for (const row of rowsOf(table)) {
        for (const cell of Object.values(row)) known.add(cell).add(plainNorm(cell));
      }
    }
    const suburbs = rowsOf("suburb_demographics");
    for (const row of suburbs)
      known.add(row.sal_code).add(row.sal_name).add(row.federal_party).add(row.federal_party_ab);
    const methods = goldenMethods().filter((name) =>
      /PoliticiansService|Aggregate(Donations|Declarations)$/.test(name),
    );
    expect(methods.length).toBe(22);
    let texts = 0;
    const server = await startGoldenServer();
    for (const method of methods) {
      const cases = goldenCases(method);
      for (const [name, { status, text: body }] of await server.askAll(method)) {
        if (status !== 200) continue;
        const asked = JSON.stringify(cases.get(name)!.request);
        for (const text of textsOf(JSON.parse(body))) {
          texts++;
          if (known.has(text) || MADE_BY_RULE.test(text) || asked.toUpperCase().includes(text.toUpperCase()))
            continue;
          expect.fail(`${method}/${name}: ${JSON.stringify(text)} is nobody's word`);
        }
      }
    }
    await server.close();
    expect(texts).toBeGreaterThan(5000);
  });

  it("judges nobody in its sentences, nor in what the methods say of themselves", () => {
    for (const sentence of [...SENTENCES, ...ITEM_LABELS]) expect(sentence).not.toMatch(JUDGEMENT);
    const proto = readFileSync(
      resolve(import.meta.dirname, "../../../proto/shorts/v1alpha1/politicians.proto"),
      "utf8",
    );
    const sets = readFileSync(
      resolve(import.meta.dirname, "../../../proto/terrace/v1/explorer.proto"),
      "utf8",
    );
    const [, asked] = /\n {2}\/\/ Sums of receipts(.*?)\n}\n/s.exec(sets)!;
    const [, told] = /\n(\/\/ Kind of a receipt.*)\n\/\/ [^\n]+\nenum HomeBuyer /s.exec(sets)!;
    const comments = [proto, asked, told].flatMap((text) =>
      text.split("\n").filter((line) => line.trim().startsWith("//")),
    );
    expect(comments.length).toBeGreaterThan(400);
    // The largest receipt decides which spelling of a name is shown; that is not a judgement.
    for (const line of comments.filter((one) => !/payer's largest receipt/.test(one)))
      expect(line).not.toMatch(JUDGEMENT);
  });

  const { aggregateDonations, aggregateDeclarations } = ExplorerService.method;
  const { methods } = PoliticiansService;
  const ofRegister = methods.filter(({ name }) => !/Donations|Donors|Funding/.test(name));

  it.each([
    {
      what: "score, rank, ratio or grade, on either data set",
      methods: [...methods, aggregateDonations, aggregateDeclarations],
      words: /score|rank|ratio|grade|rating|percentile|index|risk|conflict|alert|flag/,
      least: 40,
    },
    {
      what: "amount, number of shares, price or score, on the register",
      methods: ofRegister,
      words: /amount|cents|price|shares_|_shares|value|worth|score|rank\b/,
      least: 25,
    },
  ])("has no field for a $what", ({ methods: asked, words, least }) => {
    const messages = messagesIn(asked.map(({ output }) => output));
    for (const { name, fields } of messages)
      for (const field of fields) expect(field.name, name).not.toMatch(words);
    expect(messages.size).toBeGreaterThan(least);
    expect(ofRegister.length).toBe(16);
  });
});

function messagesIn(messages: readonly DescMessage[], seen = new Set<DescMessage>()): Set<DescMessage> {
  for (const message of messages) {
    if (seen.has(message)) continue;
    seen.add(message);
    const inner = message.fields.flatMap((field) => field.message ?? []);
    messagesIn(inner, seen);
  }
  return seen;
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const member of Object.values(value)) yield* textsOf(member);
}
