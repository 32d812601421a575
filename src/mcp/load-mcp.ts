import { optionalPackage } from "../runtime/node/optional-package.ts";

export const loadMcp = () =>
  optionalPackage<typeof import("@modelcontextprotocol/server")>(
    "@modelcontextprotocol/server",
    "the Model Context Protocol",
  );
