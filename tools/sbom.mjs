// `npm run sbom [-- FILE]` writes the packages that asbuilt runs on, with versions and licences, as
// CycloneDX JSON. Without a file it writes to standard output.
import { pnpm } from "./pnpm.mjs";

const [file] = process.argv.slice(2);
const kind = ["--prod", "--sbom-format=cyclonedx", "--sbom-type=application"];
const { status } = pnpm(["sbom", ...kind, ...(file ? ["--out", file] : [])], { stdio: "inherit" });
process.exitCode = status ?? 1;
