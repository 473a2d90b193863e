import { type Listed, readList } from "../import/list.ts";
import type { Target } from "../import/target.ts";

/** The plant that an export reads. */
export interface Plant {
  list(resource: string, filter?: object): AsyncGenerator<Listed>;
  /** The started and completed orders, each with one unit of it that still exists. */
  units(): AsyncGenerator<{ readonly order: Listed; readonly unit: Listed }>;
  /** The items that no order made and that still exist, with the quantity that was received. */
  receipts(): AsyncGenerator<{ readonly item: Listed; readonly qty: number }>;
  /** The items that are built directly into the units, each with its sum. */
  builds(): AsyncGenerator<Build>;
  /** Returns the fields that Receive refuses for a product. */
  hiddenFields(productName: string): Promise<ReadonlySet<string>>;
  /** Returns the SUID of a status, which the service fixes. */
  statusOf(item: Listed): Promise<unknown>;
}

interface Build {
  readonly parent: Listed;
  readonly child: Listed;
  readonly qty: number;
}

const millionths = 1_000_000;
/** Adds quantities as the decimals that they are. */
const sum = (left: number, right: number) => Math.round((left + right) * millionths) / millionths;

/** Returns the plant behind a service. Without builds, a receipt is what is left of it. */
export function newPlant(target: Target, { withBuilds }: { withBuilds: boolean }): Plant {
  const list: Plant["list"] = (resource, filter = {}) =>
    readList(target, `/api/${resource}/List`, JSON.stringify(filter));

  const statuses = once(() => byKey(list("MaterialStatus"), "id", "suid"));
  const profiles = once(() => byKey(list("ReceiptProfile"), "name", "fields"));
  const profileOf = once(() => byKey(list("Product"), "Name", "ReceiptProfile"));
  const statusOf: Plant["statusOf"] = async (item) => (await statuses()).get(item["statusID"]);

  async function* ordersUnits(): ReturnType<Plant["units"]> {
    for await (const order of list("WorksOrder")) {
      if (order["status"] !== "Started" && order["status"] !== "Completed") continue;
      for await (const unit of list("MaterialItem", { orderNo: order["orderNo"] })) {
        if ((await statusOf(unit)) !== "Voided") yield { order, unit };
      }
    }
  }

  async function* builds(): ReturnType<Plant["builds"]> {
    for await (const { unit } of ordersUnits()) {
      const request = JSON.stringify({ id: unit["id"], depth: 1 });
      const children = new Map<number, Build>();
      for await (const child of readList(target, "/api/Genealogy/AsBuilt", request)) {
        const before = children.get(child["id"])?.qty ?? 0;
        children.set(child["id"], { parent: unit, child, qty: sum(before, child["qty"]) });
      }
      yield* children.values();
    }
  }

  const builtQty = once(async () => {
    const built = new Map<unknown, number>();
    if (!withBuilds) return built;
    for await (const { child, qty } of builds()) {
      built.set(child["id"], sum(built.get(child["id"]) ?? 0, qty));
    }
    return built;
  });

  return {
    list,
    statusOf,
    builds,
    async *units() {
      for await (const { order, unit } of ordersUnits()) {
        const isScrapped = (await statusOf(unit)) === "Scrapped";
        if (!isScrapped || (await builtQty()).has(unit["id"])) yield { order, unit };
      }
    },
    async *receipts() {
      for await (const item of list("MaterialItem")) {
        if (item["scheduleID"] !== null) continue;
        const qty = sum(item["actualQty"], (await builtQty()).get(item["id"]) ?? 0);
        if (qty > 0 && (await statusOf(item)) !== "Voided") yield { item, qty };
      }
    },
    async hiddenFields(productName) {
      const rules: object = (await profiles()).get((await profileOf()).get(productName)) ?? {};
      return new Set(
        Object.entries(rules).flatMap(([name, rule]) => (rule === "hidden" ? name : [])),
      );
    },
  };
}

/** Returns a function that does the work when it is first called. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

async function byKey(records: AsyncIterable<Listed>, key: string, value: string) {
  const found = new Map<unknown, Listed[string]>();
  for await (const record of records) found.set(record[key], record[value]);
  return found;
}
