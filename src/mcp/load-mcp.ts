import { optionalPackage } from "../runtime/node/optional-package.ts";

/** The MCP package, an optional dependency. */
export const loadMcp = () =>
  optionalPackage<typeof import("@modelcontextprotocol/server")>(
    "@modelcontextprotocol/server",
    "the Model Context Protocol",
  );
