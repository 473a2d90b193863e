import * as z from "zod";
import { schema } from "./schema.ts";

export const Evidence = schema(
  "Evidence",
  "Compulsory evidence of a slot: in the design, an active candidate (`bom`); of what was built, " +
    "material that fills the slot (`build`).",
  () => z.enum(["bom", "build"]),
);
