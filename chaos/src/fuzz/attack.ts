import { asyncProperty, check, pre } from "fast-check";
import type { Figures, Order } from "../experiment.ts";
import { operations } from "./document.ts";
import { Memory } from "./memory.ts";
import { judge } from "./oracle.ts";
import { anyRequest, type GeneratedRequest, requestToSend } from "./request.ts";
import type { Target } from "./target.ts";
import { Watch } from "./watch.ts";
import { curlOf, type Received, type Sent, Wire } from "./wire.ts";

/** The most variants of a failing request that are sent to find a smaller one. */
const shrinksMax = 400;

/**
 * The most growth of the service's memory from the third quarter of the requests to the last. The
 * minimum of each quarter counts, because garbage comes and goes in workerd. In a long run caches
 * fill in the first half. In `npm test` they fill to the end, and only a leak of 100 kB a request
 * shows.
 */
const grownMiBMax = { long: 12, short: 48 };
/** The least requests of a long run. A leak of 3 kB a request then exceeds the bound. */
const longRoundsMin = 20_000;

/** These count a PIN before it is tried, so that nobody guesses without a limit. */
const countsGuesses = new Set(["sessionActAs", "userSetPin", "signatureSign"]);

/** Sends requests to a service one after the other. Throws at the first wrong response. */
export async function attack(target: Target, order: Order): Promise<Figures> {
  const { seed, rounds } = order;
  const run = new Run(target, order);
  try {
    await run.learnAll();
    const property = asyncProperty(anyRequest, (generated) => run.try(generated));
    const { counterexample, errorInstance } = await check(property, { seed, numRuns: rounds });
    if (counterexample) throw run.failure(counterexample[0], errorInstance);
    // If the key had been lost, the later requests would have tested nothing.
    await run.learnAll();
    order.say(`  ${JSON.stringify(run.tally)}`);
    return run.figures();
  } finally {
    run.close();
  }
}

class Run {
  readonly tally: Record<number, number> = {};
  private readonly target: Target;
  private readonly order: Order;
  private readonly memory = new Memory();
  private readonly wire: Wire;
  private readonly watch: Watch;
  private sent = 0;
  private slowestMs = 0;
  /** The lowest memory in each quarter of the requests. */
  private readonly lowestMiB = [Infinity, Infinity, Infinity, Infinity];
  /** Counts the variants after a failure. */
  private shrinks = 0;

  constructor(target: Target, order: Order) {
    this.target = target;
    this.order = order;
    this.wire = new Wire(target.service.address);
    this.watch = new Watch(target.database);
  }

  /** Learns the existing records from every list. */
  async learnAll(): Promise<void> {
    const headers = [
      ["Authorization", `Bearer ${this.target.keys.admin}`],
      ["Content-Type", "application/json"],
    ] as const;
    for (const operation of operations.filter(({ id }) => id.endsWith("List"))) {
      const { method, path, resource } = operation;
      const body = Buffer.from("{}");
      const answer = await this.wire.send({ operation, method, path, headers, body });
      if (answer.status !== 200) throw new Error(`${path} returned ${answer.text}`);
      this.memory.learn(resource, JSON.parse(answer.text));
    }
    this.watch.accept();
  }

  async try(generated: GeneratedRequest): Promise<void> {
    const isShrinking = this.shrinks > 0;
    if (isShrinking) this.shrinks += 1;
    if (this.shrinks > shrinksMax) return;
    const sent = this.sentOf(generated);
    // fast-check generates another request instead.
    pre(!endsAccess(sent, this.target) && this.target.isReachedBy(sent));
    try {
      const answer = await this.send(sent);
      if (!isShrinking) await this.learn(generated, answer);
    } catch (error) {
      this.shrinks ||= 1;
      throw error;
    }
  }

  private sentOf(generated: GeneratedRequest): Sent {
    return requestToSend(generated, this.memory, this.target.keys);
  }

  private async send(sent: Sent): Promise<Received> {
    const answer = await this.wire.send(sent);
    if (answer.status < 300 && sent.operation.isWrite) this.watch.accept();
    else {
      const isGuess = countsGuesses.has(sent.operation.id);
      const changed = this.watch.changed().filter((table) => !isGuess || table !== "pin_guess");
      if (changed.length > 0) throw new Error(`A refused request changed ${changed.join(", ")}.`);
    }
    judge(sent, answer);
    return answer;
  }

  private async learn(
    { operation }: GeneratedRequest,
    { status, text, ms }: Received,
  ): Promise<void> {
    this.tally[status] = (this.tally[status] ?? 0) + 1;
    this.slowestMs = Math.max(this.slowestMs, ms);
    this.sent += 1;
    await this.weigh();
    if (status === 200 && text.startsWith("{")) {
      this.memory.learn(operation.resource, JSON.parse(text));
    }
  }

  /** Measures the memory at times of the run: it takes longer than a request. */
  private async weigh(): Promise<void> {
    const { rounds } = this.order;
    const timesMax = rounds >= longRoundsMin ? 100 : 12;
    if (this.sent % Math.ceil(rounds / timesMax) > 0) return;
    const memoryMiB = await this.target.memoryMiB();
    const quarter = Math.min(3, Math.floor((4 * this.sent) / rounds));
    this.lowestMiB[quarter] = Math.min(this.lowestMiB[quarter]!, memoryMiB);
    if (this.sent % 2000 === 0) this.order.say(`  ${this.sent}: ${memoryMiB} MiB`);
  }

  failure(generated: GeneratedRequest, reason: unknown): Error {
    const { address } = this.target.service;
    const curl = curlOf(this.sentOf(generated), address);
    const message = reason instanceof Error ? reason.message : String(reason);
    const details = [`The request: ${curl.slice(0, 4000)}`, ...this.loggedOf(message)];
    return new Error([message, ...details].join("\n"), { cause: reason });
  }

  /** Returns the log lines of the service on the request whose id is in a response. */
  private loggedOf(answer: string): string[] {
    const [, requestId] = /"requestId":"([^"]+)"/.exec(answer) ?? [];
    if (requestId === undefined) return [];
    const { stdout, stderr } = this.target.service.process.printed;
    const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.includes(requestId));
    return lines.map((line) => `The service logged: ${line.slice(0, 4000)}`);
  }

  figures(): Figures {
    const [, , warmMiB, endMiB] = this.lowestMiB as [number, number, number, number];
    const growthMax = this.order.rounds >= longRoundsMin ? grownMiBMax.long : grownMiBMax.short;
    if (endMiB - warmMiB > growthMax) {
      throw new Error(`The memory of the service grew from ${warmMiB} MiB to ${endMiB} MiB.`);
    }
    return {
      requests: this.sent,
      done: this.tally[200] ?? 0,
      "slowest (ms)": Math.round(this.slowestMs),
      "MiB in the third quarter": warmMiB,
      "MiB in the last": endMiB,
    };
  }

  close(): void {
    this.wire.close();
    this.watch.close();
  }
}

/** Returns whether a request would revoke the key or the user of all later requests. */
function endsAccess({ operation, body }: Sent, { own }: Target): boolean {
  const isAboutKey = operation.id === "apiKeyRevoke";
  if (!isAboutKey && !/^user(?:Upsert|Delete)$/.test(operation.id)) return false;
  try {
    const values: unknown[] = Object.values(JSON.parse(String(body)));
    return values.includes(isAboutKey ? own.keyId : own.userId);
  } catch {
    // A body that is not JSON is refused.
    return false;
  }
}
