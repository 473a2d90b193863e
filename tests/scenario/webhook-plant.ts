import {
  deliverDue,
  type DeliveryOptions,
  type Outgoing,
  type Send,
  type SendResult,
} from "@asbuilt/http";
import { afterEach } from "vitest";
import type { Plant } from "../plants/plant.ts";

export const hour = 3_600_000;
export const start = Date.UTC(2030, 0, 1);
export const ofMaterial = { types: ["asbuilt.material.*"] };

/** An event as a receiver gets it. */
export interface Event {
  readonly id: string;
  readonly subject: string;
  readonly type: string;
  readonly data: { readonly operationID: string };
}

export const subjects = (events: readonly Event[]) => events.map(({ subject }) => subject);

/** Returns a receiver that keeps its calls, and the events that it has accepted. */
export function receiver(answer: (event: Event) => SendResult = () => ({ status: 204 })) {
  const taken: Event[] = [];
  const calls: Outgoing[] = [];
  return {
    taken,
    calls,
    send: (outgoing: Outgoing): Promise<SendResult> => {
      calls.push(outgoing);
      // This service has made it.
      const event = JSON.parse(outgoing.body) as Event;
      const outcome = answer(event);
      if ("status" in outcome && outcome.status < 300) taken.push(event);
      return Promise.resolve(outcome);
    },
  };
}

/** Returns the ways to make webhooks and deliver to them. After each test its webhooks are deleted. */
export function webhooksOf(plant: Plant) {
  const { executor } = plant.database;
  const made: number[] = [];
  const upsert = async (fields: object) => {
    const body = await plant.done("put", "/api/Webhook/Upsert", fields);
    if (!made.includes(body.id)) made.push(body.id);
    return body;
  };
  afterEach(async () => {
    plant.now = undefined;
    for (const id of made.splice(0)) await plant.delete("/api/Webhook/Delete", { id });
  });
  return {
    upsert,
    create: (fields: object = {}) => upsert({ url: "https://erp.example/hook", ...fields }),
    listed: async (id: number) => (await plant.post("/api/Webhook/List", { id })).body[0],
    deadLetters: async (id: number) => (await plant.post("/api/Webhook/DeadLetters", { id })).body,
    /** Delivers everything that is due by the plant's clock. */
    deliver: async (send: Send, options: Partial<DeliveryOptions> = {}) => {
      const now = () => plant.now ?? Date.now();
      const log = (entry: (typeof plant.log)[number]) => plant.log.push(entry);
      const all = { executor, now, log, send, chance: () => 0.5, ...options };
      await (
        await deliverDue(all)
      ).done;
    },
    /** Makes an item, with a function that changes it. */
    newItem: async () => {
      const { Name: productName } = await plant.product();
      const { id } = await plant.receive({ productName, qty: 10 });
      const adjust = () =>
        plant.done("post", "/api/MaterialItem/ItemAdjust", {
          materialitemid: id,
          adjustqty: 1,
          reasonSUID: "COUNT",
        });
      return { subject: `MaterialItem/${id}`, adjust };
    },
  };
}
