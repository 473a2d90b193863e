import { Command, CommanderError, InvalidArgumentError } from "commander";
import { ConfigurationError, readConfiguration } from "./configuration.ts";
import { importPaths } from "./commands/import.ts";
import { createKey, listKeys, revokeKey } from "./commands/key.ts";
import { serve } from "./commands/serve.ts";
import { migrateDatabase } from "./database.ts";
import { UnknownFile } from "./import/files.ts";
import type { TargetOptions } from "./commands/with-target.ts";

const program = new Command("asbuilt")
  .description("An open manufacturing execution service: what was built from what.")
  .addHelpText("after", "\nThe environment configures it; README.md lists the variables.");

program
  .command("serve")
  .description("Migrate the database, seed it if it is empty, and serve.")
  .action(serve);

program
  .command("migrate")
  .description("Bring the database to the newest schema.")
  .action(async () => {
    await migrateDatabase(readConfiguration(process.env).database);
    process.stdout.write("The database has the newest schema.\n");
  });

const asked = (command: Command) =>
  command
    .option("--url <url>", "a running service, instead of the configured database")
    .option("--key <key>", "a key of that service (default: ASBUILT_ADMIN_KEY)");

asked(program.command("import"))
  .description("Send each row of files named <Resource>.<Operation>.csv or .ndjson as a request.")
  .argument("<paths...>", "files, or folders of them; other files in a folder are ignored")
  .action(async (paths: string[], options: TargetOptions) => {
    process.exitCode = await importPaths(paths, options);
  });

const key = program.command("key").description("Manage the keys of the service.");

asked(key.command("create"))
  .description("Create a key and print it, this once.")
  .requiredOption("--user <name>", "the user that it is bound to")
  .requiredOption("--role <role>", "viewer, operator, engineer or admin")
  .requiredOption("--name <name>", "what it is for")
  .option("--expires <time>", "when it expires, RFC 3339 (default: never)")
  .action(async (options: Parameters<typeof createKey>[0]) => {
    process.exitCode = await createKey(options);
  });

asked(key.command("list"))
  .description("List the keys, without the keys themselves.")
  .action(async (options: TargetOptions) => {
    process.exitCode = await listKeys(options);
  });

asked(key.command("revoke"))
  .description("Revoke a key.")
  .argument("<id>", "its id, as `key list` prints it", keyId)
  .action(async (id: number, options: TargetOptions) => {
    process.exitCode = await revokeKey(id, options);
  });

function keyId(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("A number, as `asbuilt key list` prints it.");
}

/** Tells a mistake of the user in one line, and a defect with where it is. */
function tell(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof UnknownFile) return error.message;
  if (!(error instanceof Error)) return String(error);
  const isSystem = "code" in error && typeof error.code === "string";
  return isSystem ? error.message : (error.stack ?? error.message);
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.stderr.write(`${tell(error)}\n`);
  process.exitCode = 1;
}
