import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StepName } from "./tour.rules.ts";

interface StepText {
  readonly title: MessageDescriptor;
  /** Why it is done. */
  readonly purpose: MessageDescriptor;
}

export const stepTexts: Readonly<Record<StepName, StepText>> = {
  start: {
    title: msg`Start a works order`,
    purpose: msg`A works order says how many pumps are built, and names the version of their BoM. Its start gives each pump a serial.`,
  },
  first: {
    title: msg`Build the first part in`,
    purpose: msg`At the station you scan what you fit. The record then says which part is in this pump, who built it in and when.`,
  },
  refusal: {
    title: msg`See a refusal, and what helps`,
    purpose: msg`The service does not record what can't be right. A refusal says why, and what you can do.`,
  },
  fill: {
    title: msg`Fill the other slots`,
    purpose: msg`Seals and bolts come in lots: the record also has the quantity that went into this pump.`,
  },
  complete: {
    title: msg`Complete the pump`,
    purpose: msg`A complete pump has all that its BoM requires. The service refuses one that lacks something, and names the slot.`,
  },
  takeOut: {
    title: msg`Look at the as-built tree, and take a part out`,
    purpose: msg`The tree shows what is in the pump, with its batch, and who built it in. A suspect part comes out again, and the record keeps both.`,
  },
  recall: {
    title: msg`Find where its batch went`,
    purpose: msg`A recall lists everything that contains suspect material, at any level. Then your pump gets another part and is complete again.`,
  },
};
