export { listSignatures, type SignatureFilter } from "./list.ts";
export { signRecord, type SignInput } from "./sign.ts";
export { type Signature, type SignedEntity } from "./signature.ts";
