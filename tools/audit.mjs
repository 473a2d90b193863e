// `npm run audit`: fails where the lockfile installs anything with a known vulnerability of high
// or critical severity. Where the registry gives no verdict, it says so and does not fail.
import { pnpm } from "./pnpm.mjs";

const { status, stdout, stderr } = pnpm(["audit", "--audit-level", "high"]);
process.stdout.write(stdout);
process.stderr.write(stderr);
if (stderr.includes("ERR_PNPM_AUDIT_BAD_RESPONSE")) {
  const stars = "*".repeat(80);
  console.error(
    `${stars}\nNOT AUDITED: the registry gave no verdict. Nothing is known of vulnerabilities.\n` +
      `Run \`npm run audit\` again where its audit endpoint can be reached.\n${stars}`,
  );
} else {
  process.exitCode = status ?? 1;
}
