import { expect } from "vitest";
import { catalogNames } from "@asbuilt/contract";
import type { Requests } from "../plants/requests.ts";
import { asbuilt, type Served, serveAsbuilt } from "./processes.ts";

const resources = [
  ...catalogNames,
  "BatchHold",
  "Product",
  "Bom",
  "BomSlot",
  "WorkCentreGroup",
  "WorksOrder",
];

/** Drops ids, revisions and times, which differ between plants. Keeps whether there is a time. */
function withoutChance(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutChance);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (/^(?:id|ID|revNo|lastEditDT|since)$|[a-z]IDs?$/.test(name)) return [];
      return [[name, /^(?:start|end)DT$/.test(name) ? inner !== null : withoutChance(inner)]];
    }),
  );
}

/** Returns all lists of a plant, and what is in each item. */
export async function listsOf(requests: Requests) {
  const lists: Record<string, unknown> = {};
  for (const resource of resources) {
    lists[resource] = withoutChance(await requests.done("post", `/api/${resource}/List`, {}));
  }
  // Units are made before receipts: the order is that of the ids.
  const items = await requests.done("post", "/api/MaterialItem/Search", {
    order: "visualSerialNo",
  });
  lists["MaterialItem"] = withoutChance(items);
  for (const { visualSerialNo } of items) {
    const built = await requests.done("post", "/api/Genealogy/AsBuilt", { visualSerialNo });
    lists[visualSerialNo] = built.map((child: { visualSerialNo: string; qty: number }) => [
      child.visualSerialNo,
      child.qty,
    ]);
  }
  return lists;
}

/** Exports a plant to a folder, imports it into an empty database, and serves that. */
export async function copyOf(
  { address, key }: Served,
  folder: string,
  location: { readonly DATABASE_URL: string },
): Promise<Served> {
  const exported = await asbuilt(["export", "--to", folder, "--url", address, "--key", key]);
  expect(exported).toMatchObject({ status: 0, stderr: "" });
  const commands = exported.stdout.match(/(?<=^Load it with: asbuilt ).*/gm) ?? [];
  for (const command of commands) {
    const imported = await asbuilt(command.split(" "), location);
    expect(imported).toMatchObject({ status: 0, stderr: "" });
  }
  return serveAsbuilt(location);
}
