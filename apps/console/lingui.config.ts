import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de"],
  catalogs: [{ path: "<rootDir>/src/app/messages/{locale}", include: ["<rootDir>/src"] }],
  // Without line numbers, a catalogue changes only when a text does.
  format: formatter({ lineNumbers: false }),
});
