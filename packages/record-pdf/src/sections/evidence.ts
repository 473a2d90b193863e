import { type Facts, textOf } from "../facts.ts";
import type { Paper } from "../paper.ts";

/** Names a record that a signature or a file belongs to. */
function recordName(facts: Facts, entity: string, id: number): string {
  if (entity === "MaterialItem") return facts.item(id)?.visualSerialNo ?? `#${id}`;
  if (entity === "WorksOrder") return facts.order(id) ?? `#${id}`;
  return facts.designOf(entity, id) ?? `${entity} ${id}`;
}

const methods = { pin: "PIN", session: "sign-in" } as const;

/** Who signed which revision, and with which meaning. Names and times are those of then. */
export function writeSignatures(paper: Paper, facts: Facts): void {
  const { signatures = [] } = facts.record;
  paper.heading("Signatures");
  if (signatures.length === 0) {
    paper.paragraph("Nobody has signed the unit, its works orders or its designs.");
    return;
  }
  paper.table(
    [
      { name: "Signed", share: 2.1 },
      { name: "Record", share: 2.6 },
      { name: "Revision", share: 1.2, isNumber: true },
      { name: "Meaning", share: 1.8 },
      { name: "By", share: 2.2 },
      { name: "Shown by", share: 1.2 },
      { name: "Comment", share: 3 },
    ],
    signatures.map(({ at, entity, recordID, recordRevNo, meaning, user, method, comment }) => ({
      cells: [
        facts.time(at),
        recordName(facts, entity, recordID),
        String(recordRevNo),
        meaning,
        user,
        methods[method],
        textOf(comment),
      ],
    })),
  );
}

/** The files of the items and works orders. The record has their digests, not their content. */
export function writeAttachments(paper: Paper, facts: Facts): void {
  const { attachments = [] } = facts.record;
  paper.heading("Attachments");
  if (attachments.length === 0) {
    paper.paragraph("There are no files of the items or the works orders.");
    return;
  }
  paper.table(
    [
      { name: "Attached", share: 2.1 },
      { name: "Record", share: 2.2 },
      { name: "File", share: 3 },
      { name: "What it shows", share: 2.4 },
      { name: "Bytes", share: 1.2, isNumber: true },
      { name: "SHA-256", share: 3.4 },
    ],
    attachments.map(({ createdAt, entity, entityID, fileName, description, size, sha256 }) => ({
      cells: [
        facts.time(createdAt),
        recordName(facts, entity, entityID),
        fileName,
        textOf(description),
        String(size),
        sha256,
      ],
    })),
  );
}
