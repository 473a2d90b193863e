import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { TargetOptions } from "./commands/with-target.ts";
import type { VerifyOptions } from "./commands/verify.ts";
import type { KeyToCreate } from "./commands/key.ts";
import { findDrizzleOnce } from "./database/drizzle-modules.ts";
import { complain } from "./terminal/print.ts";
import { reasonOf, UserError } from "./terminal/user-error.ts";

findDrizzleOnce();

// Each command loads what it needs as it runs, so that help is there at once.
const program = new Command("asbuilt")
  .description("An open manufacturing execution service: what was built from what.")
  .addHelpText(
    "after",
    "\nThe environment configures it; docs/configuration.md lists the variables.",
  )
  .configureHelp({ showGlobalOptions: true })
  .exitOverride();

program
  .command("serve")
  .description("Migrate the database, seed it if it is empty, and serve until a signal ends it.")
  .addHelpText(
    "after",
    `
Environment:
  HOST, PORT             where to listen (default: 127.0.0.1, 3000; port 0 takes any free one)
  DATABASE_URL           file:PATH, or the address of a libSQL server, with DATABASE_AUTH_TOKEN
  ASBUILT_ADMIN_KEY      the first administrator's key (default: made and printed once)
  ASBUILT_SEAL_KEY       32 bytes as base64, the key that seals the record (default: made at the
                         first start, in a file beside the database)
  ASBUILT_TRUSTED_SEAL_KEYS
                         public keys that sealed before it (default: none)
  ASBUILT_SEED           what an empty database is given: base or demo (default: base)
  ASBUILT_REQUESTS_PER_KEY, ASBUILT_REQUESTS_PER_ADDRESS
                         requests a minute of one key, from one address (default: no limit)
  ASBUILT_FAILURES_PER_ADDRESS
                         requests a minute from one address with a key that is not valid
                         (default: 20)
  ASBUILT_TRUST_PROXY    proxies whose X-Forwarded-For is believed (default: none)
  ASBUILT_CORS_ORIGINS   origins whose pages may ask from a browser (default: none)
  ASBUILT_WEBHOOK_PRIVATE_TARGETS
                         private addresses or networks that webhooks may call (default: none)
  ASBUILT_EVENT_SOURCE   the URI that events name as their source (default: urn:asbuilt)
  ASBUILT_EPCIS_BASE     what identifiers of EPCIS begin with (default: urn:asbuilt:plant)
  LOG_LEVEL              debug (each request), info, warn, error or silent (default: info)`,
  )
  .action(async () => {
    const { serve } = await import("./commands/serve.ts");
    await serve();
  });

program
  .command("migrate")
  .description("Bring the database to the newest schema.")
  .action(async () => {
    const { migrate } = await import("./commands/migrate.ts");
    await migrate();
  });

program
  .command("backup")
  .description("Copy the database into a new file, while a service may be writing to it.")
  .argument("<file>", "the file to make")
  .action(async (file: string) => {
    const { backup } = await import("./commands/backup.ts");
    await backup(file);
  });

program
  .command("restore")
  .description("Put a copy of a backup, if it is sound, in the place of the database.")
  .argument("<file>", "the backup")
  .option("--force", "replace the database that is there")
  .addHelpText("after", "\nNo service may have the database open.")
  .action(async (file: string, options: { force?: boolean }) => {
    const { restore } = await import("./commands/restore.ts");
    await restore(file, options);
  });

program
  .command("verify")
  .description(
    "Check a database whole: a line for each problem, and exit status 1 if there is one.",
  )
  .argument("[file]", "a database file (default: the configured database)")
  .option("--anchor <file>", "what `asbuilt anchor` printed earlier: it must still be there")
  .action(async (file: string | undefined, options: VerifyOptions) => {
    const { verify } = await import("./commands/verify.ts");
    process.exitCode = await verify(file, options);
  });

const asked = (command: Command) =>
  command
    .option("--url <url>", "a running service, instead of the configured database")
    .option("--key <key>", "a key of that service (default: ASBUILT_ADMIN_KEY)");

asked(program.command("anchor"))
  .description("Print the newest seal of the record as JSON, to be kept where nobody can edit it.")
  .action(async (options: TargetOptions) => {
    const { anchor } = await import("./commands/anchor.ts");
    process.exitCode = await anchor(options);
  });

asked(program.command("import"))
  .description("Send each row of files named <Resource>.<Operation>.csv or .ndjson as a request.")
  .argument("<paths...>", "files, or folders of them; other files in a folder are ignored")
  .addHelpText(
    "after",
    `
A row is loaded once, however often its file is imported within 7 days in the same way: under keys of
another user, or with --url what was loaded without, it is loaded again. A row that is refused is
printed as FILE:LINE: reason, and the exit status is then 1. An empty database is set up first.`,
  )
  .action(async (paths: string[], options: TargetOptions) => {
    const { importPaths } = await import("./commands/import.ts");
    process.exitCode = await importPaths(paths, options);
  });

const key = program.command("key").description("Manage the keys of the service.");

asked(key.command("create"))
  .description("Create a key and print it, this once.")
  .requiredOption("--user <name>", "the user that it is bound to")
  .addOption(
    new Option("--role <role>", "what it may do")
      .choices(["viewer", "operator", "engineer", "admin"])
      .makeOptionMandatory(),
  )
  .requiredOption("--name <name>", "what it is for")
  .option("--expires <time>", "when it expires, RFC 3339 (default: never)")
  .action(async (options: KeyToCreate & TargetOptions) => {
    const { createKey } = await import("./commands/key.ts");
    process.exitCode = await createKey(options);
  });

asked(key.command("list"))
  .description("List the keys, without the keys themselves.")
  .action(async (options: TargetOptions) => {
    const { listKeys } = await import("./commands/key.ts");
    process.exitCode = await listKeys(options);
  });

asked(key.command("revoke"))
  .description("Revoke a key: it is refused from the next request on.")
  .argument("<id>", "its id, as `key list` prints it", keyId)
  .action(async (id: number, options: TargetOptions) => {
    const { revokeKey } = await import("./commands/key.ts");
    process.exitCode = await revokeKey(id, options);
  });

function keyId(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("A number, as `asbuilt key list` prints it.");
}

/** The exit status for what went wrong, which is told: a defect with where it is. */
function statusOf(error: unknown): number {
  // The parser has told already what it did not understand, or has printed the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserError) {
    for (const line of error.lines) complain(line);
    return error.status;
  }
  console.error(error);
  return 1;
}

// What is asked for can't be told. A service does not end for that: `serve` has its own.
process.stdout.on("error", (error) => {
  complain(`standard output: ${reasonOf(error)}`);
  process.exit(1);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = statusOf(error);
}
