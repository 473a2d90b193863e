// Writes the OpenAPI document of the routes.
import { writeFileSync } from "node:fs";
import { openApiDocument } from "./src/document.ts";

const target = new URL("openapi.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
