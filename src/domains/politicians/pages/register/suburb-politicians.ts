import { create } from "@bufbuild/protobuf";
import { ListSuburbPoliticiansResponseSchema } from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { encodeElement, pageSet } from "../../../../snapshot/pages/page-set.ts";
import { REAL_ESTATE } from "../../items.ts";
import { REGISTER_LICENCE_TEXT } from "../../notes.ts";
import { interestsOf, PEOPLE, readInterests, readPeople } from "../register-rows.ts";
import { byKey, declaration } from "./stock-politicians.ts";

/** Who declares real estate in each suburb that is declared. */
export const SUBURB_POLITICIAN_PAGES = pageSet({
  name: "suburb_politicians",
  queries: { ...PEOPLE, ...interestsOf("sal_code", `item_no = ${REAL_ESTATE}`) },
  documents: async function* (results) {
    const people = new Map((await readPeople(results)).map((person) => [person.id, person]));
    const properties = readInterests(results);
    for await (const [salCode, rows] of byKey(properties, (row) => row.message.salCode)) {
      const answer = create(ListSuburbPoliticiansResponseSchema, {
        salCode,
        suburbName: rows[0].message.suburbName,
        stateCode: rows[0].message.propertyState,
        declaringMemberCount: new Set(rows.map((row) => row.politicianId)).size,
        properties: rows.map((row) => declaration(row, people)),
        sourceLicence: REGISTER_LICENCE_TEXT,
      });
      yield { key: salCode, elements: [encodeElement(ListSuburbPoliticiansResponseSchema, answer)] };
    }
  },
});
