import type { ProblemKind } from "./problem-kind.ts";

/** The codes that are about who sends a request. */
export const senderProblems = {
  unauthorized: {
    status: 401,
    title: "No valid key",
    explanation:
      "The request has no key in `Authorization: Bearer`, or its key is unknown, revoked or " +
      "expired. Get a key from an administrator. Of a request with a cookie, the session is " +
      "unknown, or has ended: sign in again.",
  },
  forbidden: {
    status: 403,
    title: "The key's role does not permit this",
    explanation:
      "The key is valid, but its role, or each role of its user, does not include this operation. " +
      "`detail` names the built-in roles that do.",
  },
  pin_refused: {
    status: 403,
    title: "The badge or the PIN is not right",
    explanation:
      "No active user has this badge and this PIN. Nothing changed, and the guess is counted. Type " +
      "the PIN again. An administrator gives a new one.",
  },
  pin_temporary: {
    status: 403,
    title: "The PIN must be changed first",
    explanation:
      "The PIN is right, but an administrator chose it. Nothing changed. Set your own PIN with " +
      "User/SetPin.",
  },
  sign_in_again: {
    status: 403,
    title: "A fresh sign-in is needed",
    explanation:
      "The request needs the PIN, or a fresh sign-in of the user. To set a PIN, it is at most 10 " +
      "minutes old: a key that is not bound, or a session of it. To sign a record, it is a session of " +
      "at most 5 minutes. Nothing changed. `detail` says which is missing.",
  },
  cross_site: {
    status: 403,
    title: "The request does not come from a page of the service",
    explanation:
      "A request with a session's cookie needs `Sec-Fetch-Site: same-origin`, which a browser sends " +
      "from a page of the service itself, over https or at localhost. Nothing changed. A program " +
      "sends its key in `Authorization` and no cookie.",
  },
  other_user: {
    status: 403,
    title: "The request was meant for another user",
    explanation:
      "`Asbuilt-User` names another user than the one whose session or key sent the request: somebody " +
      "else has signed in with this browser meanwhile. Nothing changed. Send it as that user.",
  },
  key_bound: {
    status: 403,
    title: "The key is bound to other requests",
    explanation:
      "The key is valid, but an administrator bound it to addresses, external systems or " +
      "operations, and the request is outside of these. `detail` says what it is bound to. " +
      "Nothing changed. Use another key.",
  },
} as const satisfies Record<string, ProblemKind>;
