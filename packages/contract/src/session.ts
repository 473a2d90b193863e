import * as z from "zod";
import { record } from "./fields.ts";
import { body, okResponse, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { type Infer, schema } from "./schema.ts";
import { version } from "./version.ts";

const SessionFilter = schema("SessionFilter", "An empty object.", () => z.strictObject({}));

const Session = schema(
  "Session",
  "The caller: the key of the request, its user, and what the key can be used for.",
  () =>
    z.object({
      user: record.text().meta({ description: "The name of the owner of the key." }),
      userID: record.id().meta({ description: "The id of the owner of the key." }),
      role: record.text(),
      keyID: record.id().meta({ description: "The id of the key." }),
      keyName: record.text().meta({ description: "The purpose of the key." }),
      expiresAt: record.time().nullable(),
      operations: z.array(record.text()).meta({
        description:
          "The operations that the key can be used for, by `operationId`: those of its role and of the roles of its user, " +
          "without those that the key is not bound to.",
      }),
      externalSystems: z.array(record.text()).nullable().meta({
        description:
          "The systems that an `externalRef` sent with the key can name. Null means all.",
      }),
      timeZone: record.text().meta({
        description: "The IANA name of the plant's time zone. It decides when a day begins.",
      }),
      version: record.text().meta({ description: "The version of the service." }),
    }),
);

export type SessionRecord = Infer<typeof Session>;

const sessionExample = {
  user: "Administrator",
  userID: 1,
  role: "operator",
  keyID: 2,
  keyName: "Terminal of line 4",
  expiresAt: null,
  operations: ["buildBuild", "buildRemove", "materialItemList"],
  externalSystems: null,
  timeZone: "Europe/Berlin",
  version,
};

/** The operation that each valid key can be used for, whatever other operations it is bound to. */
export const sessionOperation = "sessionGet";

export const sessionRoutes = {
  get: route({
    operationId: sessionOperation,
    method: "post",
    path: "/api/Session/Get",
    roles: rolesFor.reading,
    tags: ["Keys"],
    summary: "Return the caller: its user, its role and its operations",
    request: () => ({ body: body(SessionFilter(), {}) }),
    responses: () => ({
      200: okResponse(Session(), "The caller.", sessionExample),
      ...problemsOfRead(),
    }),
  }),
};
