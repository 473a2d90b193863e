import type { ComponentType } from "react";

/** The parts of the header on every screen. */
interface HeaderParts {
  /** Finds anything. It takes the room between the name of the console and the signs. */
  readonly find: ComponentType | undefined;
  /** Signs at the end of the header, such as what is not sent yet. */
  readonly signs: readonly ComponentType[];
}

export const headerParts: HeaderParts = { find: undefined, signs: [] };
