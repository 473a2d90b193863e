// Files that Vite reads: styles, and catalogues of messages.
declare module "*.css";

declare module "*?lingui" {
  import type { Messages } from "@lingui/core";

  export const messages: Messages;
}
