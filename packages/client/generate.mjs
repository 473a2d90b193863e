// Writes the types of the document and the table of its operations for the client.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const source = new URL(import.meta.resolve("@asbuilt/contract/openapi.json"));
const document = JSON.parse(readFileSync(source, "utf8"));

const header = "// Generated from the contract's openapi.json by `pnpm generate`. Do not edit.\n";
const types = astToString(await openapiTS(source));
writeFileSync(new URL("src/schema.gen.ts", import.meta.url), header + types);

const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses }]) => ({
    operationId,
    responses,
    method,
    path,
  })),
);
const operations = described
  .filter(({ operationId }) => operationId)
  .map(({ operationId, responses, method, path }) => {
    const isStream = responses[200].content["text/event-stream"] !== undefined;
    // A report says how the service is, also with the status 503.
    const isReport = responses[503]?.content["application/json"] !== undefined;
    const isFile = responses[200]?.content["application/octet-stream"] !== undefined;
    const kind = isStream ? ["stream"] : isReport ? ["report"] : isFile ? ["file"] : [];
    // The console loads this table before its first scan: most names follow from their paths.
    const [, group = "", verb = ""] = /^\/api\/(\w+)\/(\w+)/.exec(path) ?? [];
    const isNamed = operationId !== group.charAt(0).toLowerCase() + group.slice(1) + verb;
    const named = isNamed ? [...(kind.length > 0 ? [] : ["json"]), operationId] : [];
    return `  "${[method, path, ...kind, ...named].join(" ")}",\n`;
  });
writeFileSync(
  new URL("src/operations.gen.ts", import.meta.url),
  `${header}export const operationTable = [\n${operations.join("")}];\n`,
);
