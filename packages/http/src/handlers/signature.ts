import type { signatureRoutes } from "@asbuilt/contract";
import { listSignatures, signRecord } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { toSignatureRecord } from "../records/signature.ts";
import { respond, respondList } from "../response/respond.ts";

/** Returns the handlers of electronic signatures. */
export const signatureHandlers = ({ sha256 }: AppSettings): Handlers<typeof signatureRoutes> => ({
  sign: async (c) => {
    const signed = await signRecord(c.get("context"), c.req.valid("json"), sha256);
    return respond(c, toSignatureRecord(signed));
  },
  list: (c) =>
    respondList(
      c,
      listSignatures(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toSignatureRecord,
    ),
});
