import type { Listed } from "../import/list.ts";
import { type Own, Refused } from "./own.ts";
import type { Following, References } from "./references.ts";
import { changeOf, digestOf, fieldsThatDiffer, only, rowOf, without } from "./row.ts";
import { keepSlots, type VersionPair } from "./slots.ts";
import type { KeptRecord } from "./state.ts";

export const bomKey = (id: number): string => `Bom/${id}`;
const versionKey = ({ id }: Listed) => `BomVersion/${id}`;

const nameOf = ({ name, parentProductName }: Listed) => `Bom ${name} of ${parentProductName}`;

/**
 * Makes a BoM equal to the owner's, with its versions and slots. A version is a draft until all its
 * slots are here. Refused parts of it are reported, and the rest is done. Throws Refused if the BoM is.
 */
export async function keepBom(
  following: Following,
  references: References,
  theirs: Listed,
): Promise<void> {
  const { owner, own, state, report } = following;
  const key = bomKey(theirs["id"]);
  const place = { Product: theirs["parentProductName"], Bom: theirs["name"] };
  const theirSlots = await owner.all("BomSlot", place);
  const kept: KeptRecord = state.records[key] ?? { id: 0 };
  const before = await bomHere(following, key, theirs);
  if (before) kept.id = before["id"];
  const ours = await keepHead(following, theirs, before, state.records[key] && kept);
  kept.id = ours["id"];
  kept.digest = digestOfHead(theirs);
  kept.parts ??= {};
  state.records[key] = kept;
  const pairs = pairVersions(theirs["versions"], ours["versions"], kept);
  const lacking = await keepSlots({
    following,
    references,
    kept,
    key,
    pairs,
    theirSlots,
    ourSlots: await own.all("BomSlot", place),
  });
  for (const pair of pairs) {
    const version = `version ${pair.theirs["version"]} of ${nameOf(theirs)}`;
    const isLacking = lacking.has(pair.theirs["id"]);
    const names = { key: `${key} ${versionKey(pair.theirs)}`, version };
    await keepStatus(following, kept, pair, { ...names, isLacking });
  }
  const known = new Set(pairs.map((pair) => pair.ours["id"]));
  for (const { id, version, status } of ours["versions"] as Listed[]) {
    if (known.has(id) || status === "Obsolete") continue;
    const name = `version ${version} of ${nameOf(theirs)}`;
    await report.attempt(`${key} here ${id}`, name, async () => {
      await own.put("Bom", { id: ours["id"], versions: [{ id, status: "Obsolete" }] });
      report.done(name, "retired");
    });
  }
  if (!following.signal.aborted) report.forget(`${key} `);
  await noteVersions(own, kept.id);
  if (!theirs["isActive"]) await retireBom(following, key);
}

/** Notes the revisions of the versions, which the changes of slots have made. */
async function noteVersions(own: Own, id: number): Promise<void> {
  const after = await own.find("Bom", { id });
  for (const version of after?.["versions"] ?? []) {
    own.note("BomVersion", version.id, version.revNo);
  }
}

/** Returns the BoM here that is kept, or else the one of the same name and product. */
async function bomHere(
  { own, state }: Following,
  key: string,
  { name, parentProductName }: Listed,
): Promise<Listed | undefined> {
  const kept = state.records[key];
  const ours = kept && (await own.find("Bom", { id: kept.id }));
  return ours ?? own.find("Bom", { name, parentProductName });
}

/** Makes the fields of a BoM equal, and the numbers of its versions. Returns it as it is then. */
async function keepHead(
  { own, report }: Following,
  theirs: Listed,
  before: Listed | undefined,
  kept: KeptRecord | undefined,
): Promise<Listed> {
  // One that the owner has retired is retired last.
  const isToBeActive = theirs["isActive"] || !before;
  const head = { ...headOf(theirs), ...(isToBeActive && { isActive: true }) };
  const missing = before ? missingVersions(theirs, before, kept) : theirs["versions"];
  const versions = missing.map((theirVersion: Listed) => {
    const { version } = theirVersion;
    const known = keptVersion(theirVersion, kept);
    return known ? { id: known.id, version } : { version, status: "Draft" };
  });
  const fields = before ? fieldsThatDiffer(head, before) : [];
  if (before && fields.length === 0 && versions.length === 0) {
    report.done(nameOf(theirs), "unchanged");
    return before;
  }
  const body = before ? { ...only(head, fields), versions } : { ...head, versions };
  const stored = before && { id: before["id"], revNo: before["revNo"] };
  const after = await own.put("Bom", body, stored);
  const told = fields.concat(versions.map(({ version }: Listed) => `version ${version}`));
  const change = changeOf(kept, digestOfHead(theirs));
  report.done(nameOf(theirs), before ? change : "created", before ? told : []);
  return after;
}

/** The digest of the owner's BoM: its fields, and the numbers of its versions. */
const digestOfHead = (theirs: Listed) =>
  digestOf([headOf(theirs), theirs["versions"].map(({ version }: Listed) => version)]);

/** Returns the fields of a BoM besides its versions, and besides whether it is active. */
const headOf = (theirs: Listed) => without(rowOf("Bom", theirs), ["versions", "isActive"]);

/** The id of a version here, if it is kept. */
const keptVersion = (version: Listed, kept: KeptRecord | undefined) => {
  const part = kept?.parts?.[versionKey(version)];
  return part && { id: part.id };
};

/** Returns the versions of the owner that are not here, or that have another number here. */
function missingVersions(
  { versions }: Listed,
  ours: Listed,
  kept: KeptRecord | undefined,
): Listed[] {
  const ourVersions: Listed[] = ours["versions"];
  return versions.filter((version: Listed) => {
    const same = ourVersions.find((one) => one["version"] === version["version"]);
    const id = keptVersion(version, kept)?.id;
    const isKept = ourVersions.some((one) => one["id"] === id);
    return !same || (isKept && same["id"] !== id);
  });
}

/** Pairs the versions by their numbers, and keeps the pairs. */
function pairVersions(theirs: Listed[], ours: Listed[], kept: KeptRecord): VersionPair[] {
  return theirs.flatMap((version) => {
    const same = ours.find((one) => one["version"] === version["version"]);
    if (!same) return [];
    const key = versionKey(version);
    kept.parts![key] = { ...kept.parts![key], id: same["id"] };
    return { theirs: version, ours: same };
  });
}

/** The names of a version in the state and in lines, and whether a slot of it was refused. */
interface StatusToKeep {
  readonly key: string;
  readonly version: string;
  readonly isLacking: boolean;
}

/** Gives a version the owner's status. One that lacks slots stays as it is here. */
async function keepStatus(
  { own, report }: Following,
  kept: KeptRecord,
  { theirs, ours }: VersionPair,
  { key, version, isLacking }: StatusToKeep,
): Promise<void> {
  const part = kept.parts![versionKey(theirs)]!;
  const { status } = theirs;
  await report.attempt(key, version, async () => {
    if (ours["status"] !== status) {
      if (isLacking && status === "Released") {
        throw new Refused(`It stays ${ours["status"]}: a slot of it was refused.`);
      }
      await own.put("Bom", { id: kept.id, versions: [{ id: ours["id"], status }] });
      // A version that was made here just now is released as a part of that.
      const isNew = part.digest === undefined;
      const change = isNew ? "updated" : changeOf(part, digestOf(status));
      report.done(version, status === "Obsolete" ? "retired" : change, [`status ${status}`]);
    }
    part.digest = digestOf(status);
  });
}

/** Retires a BoM that the owner has retired or deleted. */
export async function retireBom({ own, state, report }: Following, key: string): Promise<void> {
  const kept = state.records[key];
  const ours = kept && (await own.find("Bom", { id: kept.id }));
  if (!ours?.["isActive"]) return;
  const { id, revNo } = ours;
  await report.attempt(key, nameOf(ours), async () => {
    await own.put("Bom", { isActive: false }, { id, revNo });
    report.done(nameOf(ours), "retired");
  });
}
