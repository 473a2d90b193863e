import { expect, test } from "vitest";
import {
  idsOfRow,
  loggedRequestId,
  newOperationId,
  newRequestId,
  operationIdsOf,
  operationOfRequest,
} from "../../src/engine/ids.ts";

test("the first operation of a new request has its UUID, and the log keeps one of both", () => {
  const requestId = newRequestId();
  const next = operationIdsOf(requestId);
  const [first, second] = [next(), next()];
  const uuid = requestId.slice("asbuilt-".length);
  const logged = loggedRequestId(requestId, first);
  expect(logged).toBe("~");
  expect(idsOfRow({ operationId: first, requestId: logged })).toEqual({
    operationId: uuid,
    requestId,
  });
  expect(second).not.toBe(first);
  expect(loggedRequestId(requestId, second)).toBe(requestId);
});

test("the id of another system's request is kept as it is", () => {
  const id = newOperationId();
  for (const requestId of ["ERP-1", "asbuilt-", "asbuilt-1", "start", "~1"]) {
    expect(operationOfRequest(requestId)).toBeUndefined();
    expect(loggedRequestId(requestId, id)).toBe(requestId);
    expect(idsOfRow({ operationId: id, requestId }).requestId).toBe(requestId);
    const next = operationIdsOf(requestId);
    expect(next()).not.toBe(next());
  }
});

test("a row of an earlier asbuilt is read as it is", () => {
  const row = { operationId: "01900000-0000-7000-8000-000000000001", requestId: null };
  expect(idsOfRow(row)).toEqual(row);
  const asked = { ...row, requestId: "asbuilt-01900000-0000-7000-8000-000000000002" };
  expect(idsOfRow(asked)).toEqual(asked);
});
