import { version } from "@asbuilt/contract/version";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import type { ServeOptions } from "./commands/serve.ts";
import type { ExportOptions } from "./commands/export.ts";
import type { FollowOptions } from "./commands/follow.ts";
import type { ImportOptions } from "./commands/import.ts";
import type { TargetOptions } from "./commands/with-target.ts";
import type { BackupsToKeep } from "./commands/keep-backups.ts";
import type { ReadyOptions } from "./commands/ready.ts";
import type { RecallOptions } from "./commands/recall.ts";
import type { RecordOptions } from "./commands/record.ts";
import type { RestoreOptions } from "./commands/restore.ts";
import type { VerifyOptions } from "./commands/verify.ts";
import type { KeyToCreate } from "./commands/key.ts";
import { resolveDrizzleOnce } from "./database/drizzle-modules.ts";
import { complain, errorLineOf, UserError } from "./terminal/messages.ts";

resolveDrizzleOnce();

// Each command loads its modules when it runs, so that help appears immediately.
const program = new Command("asbuilt")
  .description("An open manufacturing execution service: what was built from what.")
  .addHelpText(
    "after",
    "\nEnvironment variables configure it; docs/reference/configuration.md lists them.",
  )
  .version(version, "--version", "print the version")
  .configureHelp({ showGlobalOptions: true })
  .exitOverride();

program
  .command("serve")
  .description("Migrate the database, seed it if it is empty, and serve until a signal stops it.")
  .addHelpText(
    "after",
    `
Environment:
  HOST, PORT             where to listen (default: 127.0.0.1, 3000; port 0 takes any free port)
  DATABASE_URL           file:PATH, or the address of a libSQL server, with DATABASE_AUTH_TOKEN
  ASBUILT_READ_URL       replicas of that server, which may answer reads (default: none)
  ASBUILT_ADMIN_KEY      the first administrator's key (default: created, and
                         printed once or written to <database>.admin-key)
  ASBUILT_ADMIN_KEY_FILE, ASBUILT_OIDC_CLIENT_SECRET_FILE, ASBUILT_SEAL_KEY_FILE,
  DATABASE_AUTH_TOKEN_FILE
                         files that hold these secrets, instead of the variables
  ASBUILT_OIDC_ISSUER    the company's directory, an OpenID Connect provider, with the variables
                         ASBUILT_OIDC_CLIENT_ID, _CLIENT_SECRET, _REDIRECT_URI, _SCOPES,
                         _AUDIENCE, _ROLES, _ROLES_CLAIM, _NAME_CLAIM and _LABEL (default: none)
  ASBUILT_SEAL_KEY       32 bytes as base64, the key that seals the change log (default: created
                         at the first start, in a file next to the database)
  ASBUILT_TRUSTED_SEAL_KEYS
                         public keys of earlier sealing keys (default: none)
  ASBUILT_ANCHOR_LOG     a file to append the newest seal to, every minute (default: none)
  ASBUILT_KEPT_ANCHOR    a file that keeps the newest seal (default: next to a database file)
  ASBUILT_SEED           the data for an empty database: base or demo (default: base)
  ASBUILT_REQUESTS_PER_KEY, ASBUILT_REQUESTS_PER_ADDRESS
                         requests per minute with one key, or from one address (default: no
                         limit)
  ASBUILT_FAILURES_PER_ADDRESS
                         requests per minute from one address with an invalid key (default: 20)
  ASBUILT_CONNECTIONS_PER_ADDRESS
                         connections that one address has open together (default: 256; 0: no
                         limit)
  ASBUILT_TRUST_PROXY    proxies whose X-Forwarded-For is trusted (default: none)
  ASBUILT_CORS_ORIGINS   origins whose pages may send requests from a browser (default: none)
  ASBUILT_WEBHOOK_PRIVATE_TARGETS
                         private addresses or networks that webhooks may call (default: none)
  ASBUILT_EVENT_SOURCE   the URI that events name as their source (default: urn:asbuilt)
  ASBUILT_PLANT          the name of this plant: units sent to another one are refused
  ASBUILT_EPCIS_BASE     the prefix of EPCIS identifiers (default: urn:asbuilt:plant)
  ASBUILT_TIME_ZONE      the time zone of the plant, such as Europe/Berlin (default: UTC)
  ASBUILT_BACKDATING_HOURS
                         how many hours an operator can date back what happened (default: 72)
  ASBUILT_DATABASE_MB    the most megabytes that the database can have (default: none)
  ASBUILT_KEY_DAYS       the days after which a key without its own expiry expires (default: none)
  ASBUILT_SESSION_IDLE_MINUTES
                         the minutes without a request after which a session ends (default: 30)
  ASBUILT_SESSION_HOURS  the hours after which a session ends anyway (default: 12)
  ASBUILT_ACT_MINUTES    the minutes for which a person acts at a station (default: 15)
  ASBUILT_ACCESS_LOG     1 logs each request, with its operation, status and time (default: 0)
  ASBUILT_READ_LOG       1 logs each read, with who sent it and what it names (default: 0)
  ASBUILT_METRICS        a port of 127.0.0.1, or ADDRESS:PORT, for /metrics (default: none)
  LOG_LEVEL              debug (each request), info, warn, error or silent (default: info)`,
  )
  .option("--demo", "load a small plant into an empty database, as ASBUILT_SEED=demo does")
  .action(async (options: ServeOptions) => {
    const { serve } = await import("./commands/serve.ts");
    await serve(options);
  });

program
  .command("ready")
  .description("Ask the service whether it can do its work: exit with status 1 if it can't.")
  .option("--url <url>", "the service (default: where HOST and PORT say)")
  .action(async (options: ReadyOptions) => {
    const { ready } = await import("./commands/ready.ts");
    process.exitCode = await ready(options);
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
  .description("Copy the database into a new file. A service can keep writing to it.")
  .argument("<file>", "the file to create")
  .action(async (file: string) => {
    const { backup } = await import("./commands/backup.ts");
    await backup(file);
  });

program
  .command("checkpoint")
  .description("Empty the write-ahead log of the database file, as before Litestream starts.")
  .action(async () => {
    const { checkpoint } = await import("./commands/checkpoint.ts");
    await checkpoint();
  });

program
  .command("keep-backups")
  .description("Make a backup in a folder, verify it, and delete those that are too old.")
  .argument("<folder>", "the folder of the backups; other files in it are left alone")
  .option("--days <days>", "how many days a backup is kept", positiveNumber, 30)
  .option(
    "--every <hours>",
    "the hours between two backups (default: make one, and end)",
    positiveNumber,
  )
  .action(async (folder: string, options: BackupsToKeep) => {
    const { keepBackups } = await import("./commands/keep-backups.ts");
    process.exitCode = await keepBackups(folder, options);
  });

program
  .command("restore")
  .description("Replace the database with a copy of a backup, if the backup is sound.")
  .argument("<file>", "the backup")
  .option("--force", "replace an existing database")
  .option("--anchor <file>", "the backup must contain each seal in this file, as for `verify`")
  .option(
    "--reason <text>",
    "restore a backup that ends before the newest seal that was kept: the record says why",
  )
  .option("--force-unsealed", "restore a record without seals in place of a sealed one")
  .addHelpText("after", "\nStop the service first: no process may have the database open.")
  .action(async (file: string, options: RestoreOptions) => {
    const { restore } = await import("./commands/restore.ts");
    await restore(file, options);
  });

program
  .command("verify")
  .description(
    "Check a whole database: print a line for each problem, and exit with status 1 for any.",
  )
  .argument("[file]", "a database file (default: the configured database)")
  .option(
    "--anchor <file>",
    "earlier output of `asbuilt anchor`, or an anchor log: the database must still contain each seal",
  )
  .option("--record <file>", "check this device history record instead, without a database")
  .action(async (file: string | undefined, options: VerifyOptions & { record?: string }) => {
    if (options.record === undefined) {
      const { verify } = await import("./commands/verify.ts");
      process.exitCode = await verify(file, options);
      return;
    }
    if (file !== undefined) throw new UserError("Give a database file or --record, not both.", 2);
    const { verifyRecord } = await import("./commands/verify-record.ts");
    process.exitCode = await verifyRecord(options.record, options);
  });

const withTargetOptions = (command: Command) =>
  command
    .option("--url <url>", "a running service, instead of the configured database")
    .option("--key <key>", "a key of that service (default: ASBUILT_ADMIN_KEY)");

withTargetOptions(program.command("anchor"))
  .description(
    "Print the newest seal of the change log as JSON. Store it where nobody can edit it.",
  )
  .action(async (options: TargetOptions) => {
    const { anchor } = await import("./commands/anchor.ts");
    process.exitCode = await anchor(options);
  });

withTargetOptions(program.command("record"))
  .description("Print the device history record of a unit as JSON, with its proof.")
  .argument("<serial>", "the serial of the unit")
  .option("--at <time>", "its state at this time: an RFC 3339 time, or the end of a day")
  .option("--known-at <time>", "as the record knew it at this time")
  .option("--to <file>", "write it to a new file")
  .option("--pdf <file>", "write it to a new file as PDF/A-3b, with the JSON attached")
  .action(async (serial: string, options: RecordOptions) => {
    const { record } = await import("./commands/record.ts");
    process.exitCode = await record(serial, options);
  });

withTargetOptions(program.command("take-over"))
  .description("Accept a record that does not follow the newest seal that was kept, with a reason.")
  .requiredOption("--reason <text>", "why the record is accepted as it is")
  .action(async (options: TargetOptions & { reason: string }) => {
    const { runTakeOver } = await import("./commands/take-over.ts");
    process.exitCode = await runTakeOver(options);
  });

withTargetOptions(program.command("import"))
  .description("Send each row of files named <Resource>.<Operation>.csv or .ndjson as a request.")
  .argument("[paths...]", "files, or folders of them; other files in a folder are ignored")
  .option("--update", "change the records that rows of Upsert name, instead of refusing the rows")
  .option(
    "--columns <resource>",
    "load nothing, but print the files of a resource and their columns, such as Product",
  )
  .addHelpText(
    "after",
    `
A row is loaded once, even if its file is imported several times within 7 days. It is loaded again
under a key of another user, or with --url if it was first loaded without. A refused row is printed
as FILE:LINE: reason, with the column that is at fault, and the exit status is then 1. At most 1,000
refused rows are printed. An empty database is set up first.`,
  )
  .action(async (paths: string[], options: ImportOptions) => {
    const { importPaths } = await import("./commands/import.ts");
    process.exitCode = await importPaths(paths, options);
  });

withTargetOptions(program.command("export"))
  .description("Write the records of a plant as CSV files that `import` loads.")
  .argument("[resources...]", "what to export, such as Product (default: all)")
  .requiredOption("--to <folder>", "a new or empty folder for the files")
  .addHelpText(
    "after",
    `
It holds what the plant has now: its records, stock, started orders and what is built. It holds no
history, no keys and no webhooks. A backup holds everything.`,
  )
  .action(async (resources: string[], options: ExportOptions) => {
    const { exportResources } = await import("./commands/export.ts");
    process.exitCode = await exportResources(resources, options);
  });

withTargetOptions(program.command("follow"))
  .description("Keep the products and BoMs of another plant that owns them.")
  .requiredOption("--from <url>", "the service of the plant that owns them")
  .option("--types <types>", "what is followed, between commas", "product,bom")
  .option("--once", "end when all is equal, with status 1 if something was refused")
  .option("--state <file>", "what was followed so far (default: next to the database file)")
  .option("--location <name>", "where new products are kept whose location is not here", "Main")
  .addHelpText(
    "after",
    `
ASBUILT_FROM_KEY, or ASBUILT_FROM_KEY_FILE with its file, is a key of the service at --from. The key of a
viewer is enough. A record that was changed here is set back, and a line says so. A record that is
refused here is a line with the reason, and the others continue.`,
  )
  .action(async (options: FollowOptions) => {
    const { follow } = await import("./commands/follow.ts");
    process.exitCode = await follow(options);
  });

program
  .command("recall")
  .description("Find the affected items in several plants: everything that a batch went into.")
  .requiredOption("--plants <file>", "the plants: a JSON array of name, address and keyFile")
  .option("--batch <batch>", "items that have, or had, this batch")
  .option("--serial <serial>", "items that have, or had, this serial")
  .option("--delivery <delivery>", "items that came with this delivery")
  .option("--product <name>", "items of this product")
  .option("--include-removed", "also items that contained a match and contain none any more")
  .option("--json", "print all as JSON")
  .option("--csv", "print the items as CSV")
  .addHelpText(
    "after",
    `
All filters that are given must match. A unit that was sent from one plant to another is followed there, by
its origin and serial. The exit status is 1 if items can be missing: a plant did not answer, or does not
know that it sent a unit. Standard error says which.`,
  )
  .action(async (options: RecallOptions) => {
    const { recall } = await import("./commands/recall.ts");
    process.exitCode = await recall(options);
  });

const keyCommand = program.command("key").description("Manage the keys of the service.");

withTargetOptions(keyCommand.command("create"))
  .description("Create a key and print it. It is never shown again.")
  .requiredOption("--user <name>", "the user that the key belongs to")
  .requiredOption(
    "--role <role>",
    "viewer, operator, stores, quality, engineer, admin, or a role of the plant",
  )
  .requiredOption("--name <name>", "the purpose of the key")
  .option(
    "--expires <time>",
    "when it expires: an RFC 3339 time, or its last day (default: ASBUILT_KEY_DAYS, or never)",
  )
  .option("--addresses <networks...>", "the addresses and networks that it can be used from")
  .option("--systems <names...>", "the external systems whose references it can send")
  .option("--operations <ids...>", "the operations that it can be used for, by operationId")
  .action(async (options: KeyToCreate & TargetOptions) => {
    const { runKeyCreate } = await import("./commands/key.ts");
    process.exitCode = await runKeyCreate(options);
  });

withTargetOptions(keyCommand.command("list"))
  .description("List the keys without their secrets.")
  .action(async (options: TargetOptions) => {
    const { runKeyList } = await import("./commands/key.ts");
    process.exitCode = await runKeyList(options);
  });

withTargetOptions(keyCommand.command("revoke"))
  .description("Revoke a key: it is refused from the next request on.")
  .argument("<id>", "its id, as printed by `key list`", keyId)
  .action(async (id: number, options: TargetOptions) => {
    const { runKeyRevoke } = await import("./commands/key.ts");
    process.exitCode = await runKeyRevoke(id, options);
  });

function keyId(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("A number, as printed by `asbuilt key list`.");
}

function positiveNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("A whole number from 1 to 9999.");
}

/** Prints an error and returns the exit status. A defect is printed with its stack. */
function exitStatusOf(error: unknown): number {
  // The parser has already printed its error, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserError) {
    for (const line of error.lines) complain(line);
    return error.status;
  }
  console.error(error);
  return 1;
}

// Without its output a command is useless. A service is not: `serve` has its own listener.
process.stdout.on("error", (error) => {
  complain(`standard output: ${errorLineOf(error)}`);
  process.exit(1);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitStatusOf(error);
}
