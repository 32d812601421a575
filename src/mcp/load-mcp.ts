import { optionalPackage } from "../runtime/node/optional-package.ts";

/** The package of the protocol, which a program that serves no assistants does without. */
export const loadMcp = () =>
  optionalPackage<typeof import("@modelcontextprotocol/server")>(
    "@modelcontextprotocol/server",
    "the Model Context Protocol",
  );
