import type { Answer } from "@asbuilt/client";

export type LabelTemplate = Answer<"labelTemplateList">[number];
