import type * as z from "zod";
import { type FieldError, jsonPointer } from "./field-error.ts";

/** Converts the issues of zod into field errors. The contract has the sentence of each rule. */
export const schemaErrors = ({ issues }: z.ZodError): FieldError[] =>
  issues.map(({ path, message }) => ({ pointer: jsonPointer(path.map(String)), detail: message }));
