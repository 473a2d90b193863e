import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { Chance } from "@asbuilt/tests/chance";
import type { Answer } from "@asbuilt/tests/requests";
import { plantOf, serveFile } from "../services.ts";

const resources = ["Location", "Product", "Currency", "Bom", "MaterialItem", "UnitOfMeasure"];
const pageSize = 4096;

/** Spoils all pages of a file except the first, which the service has already read. */
function spoil(path: string, chance: Chance): void {
  const how = chance.pick(["cut", "zeros", "ones"]);
  if (how === "cut") return truncateSync(path, pageSize);
  writeFileSync(path, readFileSync(path).fill(how === "zeros" ? 0 : 0xff, pageSize), {
    flag: "r+",
  });
}

/**
 * Spoils the file of a running service. Throws unless every response is right until the service
 * finds the damage and 503 from then on, with the failure in its log.
 */
export async function spoilWhileServing(path: string, chance: Chance): Promise<void> {
  const service = await serveFile(path);
  try {
    const plant = plantOf(service);
    const list = (resource: string) => plant.post(`/api/${resource}/List`, {});
    const before = await list("User");
    if (before.status !== 200) throw new Error(`A read returned ${shortAnswerText(before)}.`);
    spoil(path, chance);
    let isFound = false;
    for (const resource of [...resources, ...resources]) {
      const answer = await list(resource);
      if (isUnavailable(answer)) isFound = true;
      else if (isFound || answer.status !== 200) {
        throw new Error(`${resource}/List returned ${shortAnswerText(answer)}.`);
      }
    }
    if (!isFound) throw new Error("No read found the damage.");
    const write = await plant.put("/api/Location/Upsert", { name: plant.unique("place") });
    if (!isUnavailable(write)) throw new Error(`A write returned ${shortAnswerText(write)}.`);
    const ready = await plant.get("/readyz");
    if (ready.status !== 503) throw new Error(`/readyz returned ${shortAnswerText(ready)}.`);
  } finally {
    await service.stop();
  }
  const { stdout, stderr } = service.process.printed;
  const isLogged = /"level":(?:50|"error").*malformed/.test(stdout + stderr);
  if (!isLogged) throw new Error(`The log has no error:\n${stdout}${stderr}`);
}

const isUnavailable = ({ status, body, headers }: Answer): boolean =>
  status === 503 && body.code === "unavailable" && headers.get("Retry-After") !== null;

const shortAnswerText = ({ status, body }: Answer) =>
  `${status} ${JSON.stringify(body).slice(0, 200)}`;
