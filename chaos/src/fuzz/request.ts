import * as fc from "fast-check";
import { type Operation, operations } from "./document.ts";
import {
  isMembers,
  mapped,
  type Members,
  type Picked,
  raw,
  type Tree,
  textOfTree,
} from "./json-tree.ts";
import type { Memory } from "./memory.ts";
import { type Mutation, mutated, mutations } from "./mutations.ts";
import { bodyOf } from "./values.ts";
import type { Sent } from "./wire.ts";
import {
  bytesTricks,
  headerTricks,
  pathTricks,
  queries,
  type RequestForm,
  withTricks,
} from "./spelling.ts";

/** A generated request. The records that it names are looked up when it is sent. */
export interface GeneratedRequest {
  readonly operation: Operation;
  readonly id: Tree;
  readonly body: Tree;
  /** Picks a known record to send back, with some of the body's members in it. */
  readonly echo: number | undefined;
  readonly mutations: readonly Mutation[];
  readonly form: RequestForm;
}

const pathId: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 8, arbitrary: pickKnown("MaterialItem.id") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("0", "-1", "1e3", "01", "1.0", "99999999999", "9999999999", "x"),
  },
);

function pickKnown(what: string): fc.Arbitrary<Tree> {
  return fc.nat(399).map((nth): Picked => ({ pick: what, nth, otherwise: raw("1") }));
}

const seldom = <T>(weight: number, otherwise: T, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(otherwise) }, { weight, arbitrary });

function anyRequestTo(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const { body, resource, isPaged, path } = operation;
  const echoes = path.includes("{id}") ? 80 : path.endsWith("Upsert") ? 30 : 0;
  const empty: Tree = { members: [] };
  return fc.record({
    operation: fc.constant(operation),
    id: pathId,
    body: body
      ? fc.oneof(
          { weight: 3, arbitrary: bodyOf(body, resource, false) },
          { weight: 1, arbitrary: bodyOf(body, resource, true) },
        )
      : fc.constant(empty),
    echo: seldom<number | undefined>(echoes, undefined, fc.nat(399)),
    mutations: seldom<readonly Mutation[]>(30, [], mutations),
    form: fc.record({
      query: seldom(isPaged ? 60 : 3, "", queries),
      path: seldom(3, 0, fc.nat(pathTricks.length - 1)),
      bytes: seldom(6, 0, fc.nat(bytesTricks.length - 1)),
      headers: seldom<readonly number[]>(
        12,
        [],
        fc.array(fc.nat(headerTricks.length - 1), { maxLength: 2 }),
      ),
      method: seldom(
        2,
        operation.method,
        fc.constantFrom(
          "GET",
          "HEAD",
          "POST",
          "PUT",
          "DELETE",
          "PATCH",
          "OPTIONS",
          "TRACE",
          "QUERY",
        ),
      ),
      role: seldom(
        5,
        "admin",
        fc.constantFrom("viewer", "operator", "stores", "quality", "engineer"),
      ),
      idempotency: seldom<number | undefined>(8, undefined, fc.nat(20)),
      nth: fc.nat(999),
    }),
  });
}

/** Returns the weight of an operation. Verbs on material occur more often than reference data. */
const weightOf = ({ id }: Operation) =>
  /^build(?:Build|Remove)$/.test(id)
    ? 12
    : /^(?:materialItem|worksOrder|bom|product[A-Z])/.test(id)
      ? 5
      : 1;

/** Generates any request to any operation. */
export const anyRequest: fc.Arbitrary<GeneratedRequest> = fc.oneof(
  ...operations.map((operation) => ({
    weight: weightOf(operation),
    arbitrary: anyRequestTo(operation),
  })),
);

/** Makes the request to send, with known values from earlier responses. */
export function requestToSend(
  generated: GeneratedRequest,
  memory: Memory,
  keys: Readonly<Record<string, string>>,
): Sent {
  const { operation, form } = generated;
  const known = (tree: Tree) =>
    mapped(tree, (node) =>
      typeof node === "object" && node !== null && "pick" in node
        ? (memory.recall(node.pick, node.nth) ?? node.otherwise)
        : node,
    );
  const whole = mutated(echoed(generated, known(generated.body), memory), generated.mutations);
  const id = encodeURIComponent(textOfTree(idIn(whole) ?? known(generated.id)).toWellFormed());
  const body = operation.body ? Buffer.from(textOfTree(whole)) : undefined;
  return withTricks(
    {
      operation,
      method: form.method,
      path: operation.path.replace("{id}", id),
      headers: [],
      body,
    },
    form,
    keys,
  );
}

function echoed({ operation, echo }: GeneratedRequest, body: Tree, memory: Memory): Tree {
  const record = echo === undefined ? undefined : memory.recall(operation.resource, echo);
  if (!record || !isMembers(record) || !isMembers(body)) return body;
  const own = new Map(body.members.filter(([key]) => !/^(?:id|revNo)$/i.test(key)).slice(0, 3));
  return {
    members: record.members.map(([key, value]) => [key, own.get(key) ?? value]),
  } satisfies Members;
}

/** Returns the id in a body. The path of an update names the same item. */
const idIn = (body: Tree): Tree | undefined =>
  isMembers(body) ? body.members.find(([key]) => key === "id")?.[1] : undefined;
