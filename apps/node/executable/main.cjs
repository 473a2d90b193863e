// The main script of the executable. It unpacks the package that the executable contains, and runs it:
// a native binding, threads and modules are loaded from files. They lie in a folder of the user's
// cache, which no other user may write to, and are compared with their digests at each start.
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const { createRequire } = require("node:module");
const { homedir } = require("node:os");
const path = require("node:path");
const { getAsset, getRawAsset } = require("node:sea");
const { zstdDecompressSync } = require("node:zlib");

const { digest, files } = JSON.parse(getAsset("index.json", "utf8"));

/** The folder of the user's own files that can be made again. systemd names it for a service. */
function cacheFolder() {
  const { CACHE_DIRECTORY, XDG_CACHE_HOME } = process.env;
  return CACHE_DIRECTORY ?? path.join(XDG_CACHE_HOME || path.join(homedir(), ".cache"), "asbuilt");
}

/** Throws if another user could put files into a folder, which would then run as this user. */
function requireOwn(folder) {
  const found = fs.lstatSync(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is no folder`);
  if (found.uid !== process.getuid() || (found.mode & 0o022) !== 0) {
    throw new Error(`other users can write to ${folder}`);
  }
}

const digestOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

function isWhole(folder) {
  if (!fs.existsSync(folder)) return false;
  requireOwn(folder);
  return files.every(({ path: name, digest: expected }) => {
    try {
      return digestOf(fs.readFileSync(path.join(folder, name))) === expected;
    } catch {
      return false;
    }
  });
}

/** Unpacks into a folder of its own, which then gets the name: others never find a part. */
function unpackTo(folder) {
  const part = fs.mkdtempSync(`${folder}.`);
  const bytes = zstdDecompressSync(Buffer.from(getRawAsset("files")));
  let at = 0;
  for (const { path: name, size } of files) {
    const file = path.join(part, name);
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, bytes.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
  const damaged = `${part}.damaged`;
  // Another process can have been first.
  if (!isWhole(folder)) {
    if (fs.existsSync(folder)) fs.renameSync(folder, damaged);
    fs.renameSync(part, folder);
  }
  for (const rest of [part, damaged]) fs.rmSync(rest, { recursive: true, force: true });
}

function unpacked() {
  const cache = cacheFolder();
  fs.mkdirSync(cache, { recursive: true, mode: 0o700 });
  requireOwn(cache);
  const folder = path.join(cache, digest);
  if (!isWhole(folder)) unpackTo(folder);
  return folder;
}

try {
  // A script in a file can import modules of files. This one can't.
  const requireFile = createRequire(path.join(unpacked(), "main.cjs"));
  requireFile("./main.cjs");
} catch (error) {
  console.error(
    `asbuilt can't unpack its files: ${error.message}. XDG_CACHE_HOME names another folder for them.`,
  );
  process.exitCode = 1;
}
