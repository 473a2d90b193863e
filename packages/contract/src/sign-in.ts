import * as z from "zod";
import { record } from "./fields.ts";
import { okResponse } from "./responses.ts";
import { type Infer, memoized, schema } from "./schema.ts";

const OpenIDConnect = schema(
  "OpenIDConnectSignIn",
  "Sign-in at the company's directory, an OpenID Connect provider.",
  () =>
    z.object({
      label: record.text().meta({ description: "The name of the directory, for a button." }),
      startURL: record.text().meta({
        description:
          "The path where a browser begins. `to` in its query names the path of the console's screen " +
          "that opens afterwards.",
      }),
      signOutURL: record.text().meta({
        description:
          "The path where a browser signs out of the directory, too. First end the session with " +
          "Session/Delete.",
      }),
    }),
);

const SignInWays = schema("SignInWays", "The ways to sign in besides a key.", () =>
  z.object({
    openIDConnect: OpenIDConnect()
      .nullable()
      .meta({ description: "Sign-in at the directory. Null if none is configured." }),
  }),
);

export type SignInWaysRecord = Infer<typeof SignInWays>;

/** The ways to sign in, for a page that nobody is signed in to. It needs no key. */
export const signInRoute = {
  operationId: "signInWays",
  method: "get" as const,
  path: "/sign-in",
  tags: ["Keys"],
  summary: "The ways to sign in besides a key",
  description: "Needs no key.",
  responses: memoized(() => ({
    200: okResponse(SignInWays(), "The ways.", {
      openIDConnect: {
        label: "Example Ltd",
        startURL: "/sign-in/start",
        signOutURL: "/sign-in/out",
      },
    }),
    400: { description: "The request is not valid HTTP. The response has no body." },
  })),
};
