import { STATES } from "../../../dataset/states.ts";

const rows = STATES.map((state) => `('${state.code.toLowerCase()}', '${state.name}')`).join(", ");

/** SQL query of the eight states: `code` in lower case, `name`. */
export const STATE_NAMES = `SELECT code, name FROM (VALUES ${rows}) AS states(code, name)`;
