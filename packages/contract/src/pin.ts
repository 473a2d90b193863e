import * as z from "zod";
import { filledBytes, id, notCaseSensitive, record } from "./fields.ts";
import { body, okResponse, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

/**
 * The fields of requests that hold a PIN. No hash of a body covers them: one of a few digits could be
 * found by trying them all.
 */
export const secretFields: ReadonlySet<string> = new Set(["pin", "currentPin"]);

const form = "6 to 12 digits.";
const secret = { format: "password", writeOnly: true } as const;

/** A PIN that is tried. */
export const sentPin = () =>
  filledBytes(12)
    .regex(/^\d{6,12}$/, { error: form })
    .meta(secret);

/** The number of digits of the pattern that a PIN may not repeat. */
const repeatedMax = 3;

/** Whether a PIN is among those that are tried first: 000000, 123456, 987654, 121212, 123123. */
export function isTrivial(pin: string): boolean {
  const steps = Array.from(
    pin.slice(1),
    (digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10,
  );
  if (steps.every((step) => step === steps[0]! && [0, 1, 9].includes(step))) return true;
  for (let length = 2; length <= repeatedMax; length++) {
    if (pin.startsWith(pin.slice(length))) return true;
  }
  return false;
}

const trivialRule =
  "No digit that is repeated, no digits that count up or down, and no two or three digits that are " +
  "repeated.";

/** A PIN that is set. */
const newPin = () =>
  sentPin()
    .refine((pin) => !isTrivial(pin), { error: trivialRule })
    .meta({
      ...secret,
      description: "The new PIN.",
      [ruleText]: `${form} ${trivialRule} It is not in the badge or the SUID of the user.`,
    });

/** The badge of a person, as a scanner reads it. */
export const sentBadge = () =>
  filledBytes(250).meta({ description: "The badge of the person.", ...notCaseSensitive });

const PinSetting = schema("PinSetting", "A PIN to set: one's own.", () =>
  z
    .strictObject({
      pin: newPin(),
      currentPin: sentPin()
        .optional()
        .meta({
          ...secret,
          description:
            "The PIN until now. Without it, the request is sent with a key of the user that is not " +
            "bound, or with a session of it that began at most 5 minutes ago.",
        }),
      badge: sentBadge()
        .optional()
        .meta({
          description:
            "The badge of the person, at a station. It needs `currentPin`. Without it, the PIN is that " +
            "of the caller's user.",
        }),
    })
    .refine(({ badge, currentPin }) => badge === undefined || currentPin !== undefined, {
      path: ["currentPin"],
      error: "Required with badge.",
    }),
);

const user = () => id().meta({ description: "The id of the user." });

const PinReset = schema(
  "PinReset",
  "The PIN that a user gets from an administrator: it is only good for setting another one.",
  () => z.strictObject({ userID: user(), pin: newPin() }),
);

const PinClearing = schema("PinClearing", "The user whose PIN to take away.", () =>
  z.strictObject({ userID: user() }),
);

const UserPin = schema("UserPin", "The PIN of a user, without the PIN itself.", () =>
  z.object({
    userID: record.id().meta({ description: "The id of the user." }),
    user: record.text().meta({ description: "The name of the user." }),
    pinSetAt: record.time().nullable().meta({
      description: "When the PIN was set. Null if the user has none.",
    }),
    isTemporary: record.flag().meta({
      description: "Whether an administrator chose it, so that it must be changed first.",
    }),
  }),
);

export type UserPinRecord = Infer<typeof UserPin>;

const example = {
  userID: 7,
  user: "Operator of the morning shift",
  pinSetAt: "2026-02-03T06:00:00.000Z",
  isTemporary: false,
};

const tags = ["Keys"];

export const pinRoutes = {
  set: writeRoute({
    operationId: "userSetPin",
    method: "put",
    path: "/api/User/SetPin",
    roles: rolesFor.reading,
    importStage: null,
    tags,
    summary: "Set one's own PIN",
    request: () => ({
      body: body(PinSetting(), { badge: "B-4711", currentPin: "480217", pin: "739105" }),
    }),
    responses: () => ({
      200: okResponse(UserPin(), "The PIN is set.", example),
      ...problemsOfWrite("pin_refused", "pin_locked", "sign_in_again", "not_found", "inactive"),
    }),
  }),
  reset: writeRoute({
    operationId: "userResetPin",
    method: "put",
    path: "/api/User/ResetPin",
    roles: rolesFor.administration,
    importStage: null,
    tags,
    summary: "Give a user a PIN that must be changed first",
    request: () => ({ body: body(PinReset(), { userID: 7, pin: "480217" }) }),
    responses: () => ({
      200: okResponse(UserPin(), "The PIN is set.", { ...example, isTemporary: true }),
      ...problemsOfWrite("not_found", "inactive"),
    }),
  }),
  clear: writeRoute({
    operationId: "userClearPin",
    method: "delete",
    path: "/api/User/ClearPin",
    roles: rolesFor.administration,
    importStage: null,
    tags,
    summary: "Take the PIN of a user away",
    request: () => ({ body: body(PinClearing(), { userID: 7 }) }),
    responses: () => ({
      200: okResponse(UserPin(), "The user has no PIN.", { ...example, pinSetAt: null }),
      ...problemsOfWrite("not_found"),
    }),
  }),
};
