#!/usr/bin/env node
// The package's command. It runs on any Node, to say which one it needs.
const [major] = process.versions.node.split(".");
if (Number(major) < 22) {
  console.error(`asbuilt needs Node 22 or later. This is Node ${process.versions.node}.`);
  process.exit(1);
}

// npm ends on a signal, but the shell between hands none on. So asbuilt ends when npm is gone.
if (process.env.npm_command === "exec") {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

await import("../lib/main.js");
