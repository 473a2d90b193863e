export { bundleAsbuilt as default } from "@asbuilt/tests/bundle";
