import { contradiction, isChanged, type ReferenceFaults } from "../rules/id-and-name.ts";
import { formatVersion } from "./bom.ts";

/** The levels of a place: a product, a BoM of it, and a version of that. */
const levels = ["product", "bom", "version"] as const;
type Level = (typeof levels)[number];

/** An id and a name for each level. A version's name is its number. */
type Names<Value> = { readonly [Of in Level]: Value };
export interface PlaceNamed {
  readonly ids: Names<number | null | undefined>;
  readonly names: Names<string | null | undefined>;
}

/** A place that a request names, next to the stored one. */
export interface PlaceRequest {
  /** The stored place; undefined for a new record. */
  readonly stored: PlaceNamed | undefined;
  /** The place as the request has it. */
  readonly sent: PlaceNamed;
  readonly isSameName: (left: string, right: string) => boolean;
  /** The fields of the body, by level. */
  readonly fields: { readonly ids: Names<string>; readonly names: Names<string> };
}

/** Returns the text of a version's number, if there is one. */
export const versionName = (
  version: { readonly major: number | null; readonly minor: number | null } | undefined,
): string | null | undefined => {
  if (version === undefined) return undefined;
  const { major, minor } = version;
  return major === null || minor === null ? null : formatVersion({ major, minor });
};

const isNewName = ({ stored, sent, isSameName }: PlaceRequest, level: Level): boolean => {
  const [name, before] = [sent.names[level], stored?.names[level]];
  return isChanged(name, before) && !(name != null && before != null && isSameName(name, before));
};

const isNewId = ({ stored, sent }: PlaceRequest, level: Level): boolean =>
  isChanged(sent.ids[level], stored?.ids[level]);

/**
 * Returns the pointer of the field that is at fault for a level. If an id changes, that is the
 * deepest such id up to the level, else the one below it. Otherwise it is the deepest name that is
 * sent.
 */
export function pointerOfLevel(request: PlaceRequest, level: Level): string {
  const { sent, fields } = request;
  const upTo = levels.slice(0, levels.indexOf(level) + 1);
  const isNew = (of: Level) => isNewId(request, of);
  const byId = upTo.findLast(isNew) ?? levels.find(isNew);
  if (byId) return `/${fields.ids[byId]}`;
  const byName = upTo.findLast((of) => sent.names[of] !== undefined);
  return `/${fields.names[byName ?? level]}`;
}

/**
 * Returns the names of the place that a request wants. An id that changes stands for its level and
 * those above it. Where no id changes, the names count. Unknown ids are added to the faults.
 */
export function wantedNames(
  request: PlaceRequest,
  places: readonly PlaceNamed[],
  { missing }: ReferenceFaults,
): Names<string | undefined> {
  const { stored, sent, fields } = request;
  const wanted: Partial<Record<Level, string>> = {};
  for (const level of levels.toReversed()) {
    if (!isNewId(request, level)) continue;
    const found = places.find(({ ids }) => ids[level] === sent.ids[level]);
    if (!found) {
      const detail = `No ${nouns[level]} has the id ${sent.ids[level]}.`;
      missing.push({ pointer: `/${fields.ids[level]}`, detail });
      continue;
    }
    for (const above of levels.slice(0, levels.indexOf(level) + 1)) {
      wanted[above] ??= found.names[above]!;
    }
  }
  const nameAt = (level: Level) =>
    wanted[level] ?? sent.names[level] ?? stored?.names[level] ?? undefined;
  return { product: nameAt("product"), bom: nameAt("bom"), version: nameAt("version") };
}

const nouns: Names<string> = { product: "product", bom: "BoM", version: "BoM version" };

/** Adds the changed ids and names that are not those of the place that was found to the faults. */
export function checkPlace(
  request: PlaceRequest,
  found: PlaceNamed,
  { contradictions }: ReferenceFaults,
): void {
  const { sent, isSameName, fields } = request;
  const deepest = levels.findLast((level) => isNewId(request, level));
  // Without a new id, the place was found by its names.
  if (deepest === undefined) return;
  const counting = { pointer: `/${fields.ids[deepest]}`, value: sent.ids[deepest] };
  for (const level of levels) {
    if (isNewId(request, level) && sent.ids[level] !== found.ids[level]) {
      const other = { pointer: `/${fields.ids[level]}`, value: sent.ids[level] };
      contradictions.push(...contradiction(counting, other));
    }
    if (isNewName(request, level) && !isSameName(sent.names[level]!, found.names[level]!)) {
      const other = { pointer: `/${fields.names[level]}`, value: sent.names[level] };
      contradictions.push(...contradiction(counting, other));
    }
  }
}
