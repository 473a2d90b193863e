export { prepareRun as default } from "@asbuilt/tests/prepare-run";
