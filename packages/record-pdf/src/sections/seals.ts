import type { Facts } from "../facts.ts";
import type { Paper } from "../paper.ts";

/** The seals that cover the changes. */
export function writeSeals(paper: Paper, { record, time }: Facts): void {
  const { seals, changes } = record;
  const unsealed = changes.filter(({ sealID }) => sealID === null).length;
  paper.heading("Seals");
  paper.paragraph(
    seals.length === 0
      ? "No seal covers the changes yet."
      : "A seal is a signed hash over rows of the change log and the seal before. " +
          (unsealed === 0
            ? "Seals cover all changes."
            : `No seal covers ${unsealed} of the changes yet.`),
  );
  if (seals.length === 0) return;
  paper.table(
    [
      { name: "Seal", share: 0.8, isNumber: true },
      { name: "Rows", share: 1.6 },
      { name: "Made", share: 2.1 },
      { name: "Hash", share: 3.6 },
      { name: "Signature", share: 5 },
      { name: "Key", share: 3.6 },
    ],
    seals.map((seal) => ({
      cells: [
        String(seal.id),
        `${seal.firstSeq} to ${seal.lastSeq}`,
        time(seal.at),
        seal.hash,
        seal.signature,
        seal.publicKey,
      ],
    })),
  );
}
