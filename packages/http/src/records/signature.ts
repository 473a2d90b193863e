import type { SignatureRecord } from "@asbuilt/contract";
import type { Signature } from "@asbuilt/core";
import { wireTime } from "./wire.ts";

/** Returns a signature in wire form. */
export const toSignatureRecord = (signature: Signature): SignatureRecord => ({
  id: signature.id,
  revNo: signature.revNo,
  // Only this service writes the table, and it uses no other names.
  entity: signature.entity as SignatureRecord["entity"],
  recordID: signature.entityId,
  recordRevNo: signature.signedRevNo,
  digest: signature.digest,
  meaningID: signature.meaningId,
  meaning: signature.meaning,
  userID: signature.userId,
  user: signature.signer,
  roles: [...signature.roles],
  method: signature.method,
  at: wireTime(signature.at),
  comment: signature.comment,
  covers: signature.covers,
});
