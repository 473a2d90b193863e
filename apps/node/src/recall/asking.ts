import { type Client, type components, ProblemError } from "@asbuilt/client";
import { errorLineOf, UserError } from "../terminal/messages.ts";

type Schemas = components["schemas"];
export type RecallQuestion = Schemas["RecallRequest"];
type Recalled = Schemas["RecalledItem"];

/** A plant, and its service. */
export interface AskedPlant {
  readonly name: string;
  readonly address: string;
  readonly client: Pick<Client, "genealogyRecall" | "materialItemHistory">;
}

/** How plants are asked. One that has not answered once is not asked again. */
export interface Asking {
  /** Returns the affected items of a plant; undefined if it does not answer. */
  ask(plant: AskedPlant, question: RecallQuestion): Promise<readonly Recalled[] | undefined>;
  /**
   * Returns the serial under which a plant received an item. Undefined for one that came from another
   * item there, by Split, and without an answer.
   */
  receivedAs(plant: AskedPlant, item: { readonly id: number }): Promise<string | undefined>;
  /** Returns the plants that did not answer. */
  unanswered(): { plant: string; address: string; reason: string }[];
}

/** Returns how plants are asked. Each question is asked once. */
export function askOf(plants: readonly AskedPlant[]): Asking {
  const reasons = new Map<string, string>();
  const answers = new Map<string, Promise<Recalled[] | undefined>>();
  /** Asks a plant, unless it did not answer before. Returns undefined if it does not. */
  const answerOf = async <Result>({ name }: AskedPlant, ask: () => Promise<Result>) => {
    if (reasons.has(name)) return undefined;
    try {
      return await ask();
    } catch (error) {
      if (!isOfPlant(error)) throw error;
      reasons.set(name, errorLineOf(error));
      return undefined;
    }
  };
  const recalled = async ({ client }: AskedPlant, body: RecallQuestion) => {
    const items: Recalled[] = [];
    const pages = client.genealogyRecall.pages({ body, query: { limit: 1000 } });
    for await (const page of pages) items.push(...page);
    return items;
  };
  return {
    ask: (plant, question) => {
      const key = JSON.stringify([plant.name, question]);
      const asked = answers.get(key) ?? answerOf(plant, () => recalled(plant, question));
      answers.set(key, asked);
      return asked;
    },
    receivedAs: (plant, { id }) =>
      answerOf(plant, async () => {
        const call = { body: { id }, query: { limit: 1 } };
        const [first] = await plant.client.materialItemHistory(call);
        const serial = first?.action === "received" ? first.after?.["visualSerialNo"] : undefined;
        return typeof serial === "string" ? serial : undefined;
      }),
    unanswered: () =>
      plants.flatMap(({ name, address }) => {
        const reason = reasons.get(name);
        return reason === undefined ? [] : { plant: name, address, reason };
      }),
  };
}

/** Whether an error says that a plant can't answer. Another one is a defect. */
const isOfPlant = (error: unknown): boolean =>
  error instanceof UserError || error instanceof ProblemError;
