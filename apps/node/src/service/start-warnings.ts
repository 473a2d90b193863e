import { statSync } from "node:fs";
import { BlockList, isIPv6 } from "node:net";
import type { Configuration } from "../configuration.ts";
import { filePathOf, isFile, isWorldReadable } from "../database/location.ts";
import { otherProcessesWith } from "../database/other-processes.ts";
import { keyFileInUse } from "./sealing/key.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** The circumstances of a start that its warnings depend on. */
export interface Start {
  /** The address that the service listens on, without its port. */
  readonly host: string;
  /** The id of the process's user; undefined where there is none. */
  readonly userId: number | undefined;
}

const isLoopback = (host: string): boolean => {
  // An IPv6 address can name its interface after a percent sign.
  const [address = ""] = host.split("%");
  return loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
};

type Warned = Pick<
  Configuration,
  "database" | "sealKey" | "trustedProxies" | "metrics" | "unknownVariables"
>;

/** Returns what the operator should change: each is a fault and its remedy. */
export function startWarnings(configuration: Warned, { host, userId }: Start): string[] {
  const { database, trustedProxies, metrics, unknownVariables } = configuration;
  const warnings = unknownVariables.map(
    ({ name, nearest }) =>
      `${name}: asbuilt has no such variable.${nearest ? ` Did you mean ${nearest}?` : ""}`,
  );
  if (isWorldReadable(database)) {
    warnings.push("Every user can read the database, which contains secrets.");
  }
  for (const id of isFile(database.url) ? otherProcessesWith(filePathOf(database.url)) : []) {
    warnings.push(
      `Process ${id} has the database open too. If it is a second service, stop one of them: they ` +
        "write safely, but each counts limits for itself.",
    );
  }
  const keyFile = keyFileInUse(configuration);
  if (keyFile !== undefined && (statSync(keyFile).mode & 0o044) !== 0) {
    warnings.push(`Other users can read the sealing key: run chmod 600 ${keyFile}`);
  }
  if (trustedProxies === undefined && !isLoopback(host)) {
    warnings.push(
      `HOST: ${host} can be reached from other machines, without TLS. Everybody between can read ` +
        "the keys. Put a proxy that ends TLS in front and name it in ASBUILT_TRUST_PROXY, or set " +
        "HOST to 127.0.0.1.",
    );
  }
  if (metrics && !isLoopback(metrics.host)) {
    warnings.push(
      `ASBUILT_METRICS: other machines can read the metrics at ${metrics.host} without a key. Let ` +
        "a firewall admit only the Prometheus server.",
    );
  }
  if (userId === 0) {
    warnings.push("The service runs as root. Run it as a user that owns only the database.");
  }
  return warnings;
}
