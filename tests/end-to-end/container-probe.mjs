// Prints what a program in the container can do: container.test.ts runs it there.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { rootCertificates } from "node:tls";

const status = readFileSync("/proc/self/status", "utf8");

function written(path) {
  try {
    writeFileSync(path, "");
    return true;
  } catch (error) {
    return error.code;
  }
}

console.log(
  JSON.stringify({
    user: `${process.getuid()}:${process.getgid()}`,
    name: userInfo().username,
    capabilities: [...status.matchAll(/^Cap\w+:\s+(\w+)$/gm)].map(([, bits]) => Number(bits)),
    gainsNone: /^NoNewPrivs:\s+1$/m.test(status),
    root: written("/file"),
    program: written(process.execPath),
    data: written("/data/file"),
    hasShell: existsSync("/bin/sh"),
    zone: new Date(0).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" }),
    hasAuthorities: rootCertificates.length > 100,
  }),
);
