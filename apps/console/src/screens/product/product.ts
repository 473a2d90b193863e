import type { Answer } from "@asbuilt/client";

/** A product, as the service shows it. */
export type Product = Answer<"productList">[number];
