import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asbuiltMain, root } from "./processes.ts";

/** Puts the paths of a text below a folder: those in /etc and /var, and the root itself. */
export const below = (folder: string, text: string): string =>
  text.replaceAll(/(?<=[\s:=])\/(?=(?:etc|var)\/|\s|$)/g, `${folder}/`);

/** A machine in a folder, where the steps of docs/how-to/systemd.md are done but for the units. */
export interface Machine {
  readonly folder: string;
  /** The database as the unit names it. */
  readonly database: string;
  /** The folder that has the command `asbuilt`. */
  readonly bin: string;
  /** Writes the environment file. */
  readonly configure: (...lines: readonly string[]) => void;
}

/** Makes such a machine. Its command is that of deploy/systemd, for the user of the test. */
export function machineIn(folder: string): Machine {
  for (const each of ["etc/asbuilt", "var/lib/asbuilt", "var/backups/asbuilt", "bin"]) {
    mkdirSync(join(folder, each), { recursive: true });
  }
  const command = below(folder, readFileSync(join(root, "deploy/systemd/asbuilt"), "utf8"))
    .replace("user=asbuilt", "user=$(id -un)")
    .replace(/\/usr\/bin\/node \S+/, `${process.execPath} ${asbuiltMain()}`);
  const bin = join(folder, "bin");
  writeFileSync(join(bin, "asbuilt"), command);
  chmodSync(join(bin, "asbuilt"), 0o755);
  const configure = (...lines: readonly string[]) =>
    writeFileSync(
      join(folder, "etc/asbuilt/environment"),
      lines.map((line) => `${line}\n`).join(""),
    );
  configure();
  return { folder, database: join(folder, "var/lib/asbuilt/asbuilt.db"), bin, configure };
}
