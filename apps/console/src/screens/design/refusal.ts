import { ProblemError } from "@asbuilt/client";

const problem = {
  type: "/problems/not_found",
  title: "There is no such record",
  status: 404,
  detail: "There is no item with the serial PUMP-0009.",
  code: "not_found",
  requestId: "asbuilt-01a21c28-fc24-78a3-b48d-820f2bcc83d2",
  errors: [{ pointer: "/visualSerialNo", detail: "No item has this serial." }],
};

/** A refusal as the service sends it. */
export const refusal = new ProblemError(problem, new Response(undefined, { status: 404 }));
