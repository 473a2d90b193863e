import { Refused } from "./world.ts";

/** Returns the expected body of a response, from the ids in it that the model can't know. */
export type Answered = (body: Made) => unknown;
export interface Made {
  readonly id: number;
  readonly child: { readonly id: number };
  readonly items: readonly { readonly id: number }[];
  readonly parts: readonly { readonly id: number }[];
  readonly results: readonly { readonly answer?: Made }[];
  readonly bomID: number;
  readonly bomVersionID: number;
}

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: object;
  /** Applies the request to the world. Throws if a rule refuses it. */
  readonly perform: () => Answered;
}

type Performed = Pick<Request, "perform">;

/** The expected response to a request: its status, and its code or body. */
export type Outcome =
  | { readonly status: 200; readonly answer: Answered }
  | { readonly status: number; readonly refusal: Refused };

const statuses: Readonly<Record<string, number>> = {
  validation_failed: 400,
  forbidden: 403,
  not_found: 404,
};

/** Applies a request to the world, or returns the refusal that the service must give. */
export function outcomeOf({ perform }: Performed, isAllowed: boolean): Outcome {
  try {
    if (!isAllowed) throw new Refused("forbidden");
    return { status: 200, answer: perform() };
  } catch (refusal) {
    if (!(refusal instanceof Refused)) throw refusal;
    return { status: statuses[refusal.code] ?? 409, refusal };
  }
}
