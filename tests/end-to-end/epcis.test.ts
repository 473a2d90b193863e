import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { factories } from "../scenario/factories.ts";
import { eventsOf, everyKindOfEvent, kindsOf } from "../scenario/traced.ts";
import { serveAsbuilt, stop, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const file = join(process.env["ASBUILT_SHARED"] ?? "", "data/epcis/EPCIS-JSON-Schema.json");
const isThere = process.env["ASBUILT_SHARED"] !== undefined && existsSync(file);

const serving = (name: string, variables = {}) =>
  serveAsbuilt({ DATABASE_URL: `file:${join(temporary.path, name)}`, ...variables });

test("events of every kind match the schema of GS1, alone and together", async (context) => {
  context.skip(!isThere, "ASBUILT_SHARED names no folder with data/epcis/EPCIS-JSON-Schema.json");
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const isValid = ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
  const service = await serving("traced.db");
  const requests = requestsTo(service);
  const plant = { ...requests, ...factories(requests) };
  await everyKindOfEvent(plant);
  const document = await plant.done("post", "/api/Epcis/Query", {});
  await stop(service);
  const { eventList } = document.epcisBody;
  expect(kindsOf(eventList).size).toBeGreaterThan(20);
  for (const event of eventList) {
    const alone = { ...document, epcisBody: { eventList: [event] } };
    expect(isValid(alone), JSON.stringify([event, isValid.errors?.slice(0, 3)])).toBe(true);
  }
  expect(isValid(document)).toBe(true);
  const misspelt = { ...eventList[0], bizStep: "comissioning" };
  expect(isValid({ ...document, epcisBody: { eventList: [misspelt] } })).toBe(false);
});

test("the configuration sets the prefix of identifiers", async () => {
  const service = await serving("based.db", { ASBUILT_EPCIS_BASE: "https://id.plant.example/a/" });
  const requests = requestsTo(service);
  const plant = { ...requests, ...factories(requests) };
  const { Name: productName } = await plant.product();
  await plant.receive({ productName, qty: 1, visualSerialNo: "S 1" });
  const [event] = await eventsOf(plant, { visualSerialNo: "s 1" });
  await stop(service);
  expect(event.epcList).toEqual(["https://id.plant.example/a/item/S%201"]);
});
