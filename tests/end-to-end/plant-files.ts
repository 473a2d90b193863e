import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyPlant } from "./processes.ts";

const products = `\uFEFFProduct Type,SUID,Name,Description,version,Default Ownership,Default_Cost_Per_Unit,Default Currency,base-unit,Receipt Profile,Default Batch Size,Inventory Decimal Places,Location,Is Active,Is Planning Constraint
Gen%,00,Pump,"Two lines
and a ""quote"", with a comma",1,Internal,440.00000,EUR,each,Standard,+1.,0,Main,TRUE,false
General,0815,Seal,,007,Internal,.5,EUR,each,Standard,1,0,Main,true,False

General,,Oil,,1,Internal,00012,EUR,litre,Standard,1,3,Main,true,false
`;

const items = `productName,visualSerialNo,qty,batchNo,expiryDate
Seal,Seal lot 1,440.00000,00,
Seal,"Seal lot 3
",12,1e3,2099-12-31
Seal,Seal lot 2,12,,
Oil,Can 1,2.125,,
`;

const lines = (...records: object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

const slot = (description: string, product: string, qty: number) => ({
  ParentProductName: "Pump",
  bom: "PUMP",
  version: "1.0",
  description,
  buildSlotType: "Assembly",
  isActive: true,
  isRequired: true,
  edhrBomRequired: 0,
  edhrBuildRequired: 0,
  candidates: [{ product, isActive: true, qty, minQty: qty, isDefault: true }],
});

/** A small plant in files to import, and some files that an import ignores. */
export const plantFiles = {
  "Product.Upsert.csv": products.replaceAll("\n", "\r\n"),
  "Bom.Upsert.ndjson": lines({
    parentProductName: "Pump",
    name: "PUMP",
    versions: [{ version: "1.0", status: "Released" }],
  }),
  "BomSlot.Upsert.ndjson": `\n${lines(slot("Seals", "Seal", 2), slot("Oil", "Oil", 0.5))}`,
  "WorksOrder.Upsert.csv": "order no,productName,bom,version,qty\n1001,Pump,PUMP,1.0,2\n",
  "WorksOrder.Start.ndjson": lines({ orderNo: "1001" }),
  "MaterialItem.Receive.csv": items,
  "Build.Build.csv": `parentSerialNo,childSerialNo,builtQty,receiveAtPointOfConsumption
1001-1,Seal lot 1,1,false
1001-1,Seal lot 1,1,false
1001-1,Can 1,0.25,false
`,
  "Product.List.csv": "Name\nPump\n",
  "Product.Upsert.csv.bak": "nonsense",
  "README.md": "# Not rows",
};

/** The number of rows that are loaded from them. */
export const plantRows = 3 + 1 + 2 + 1 + 1 + 4 + 3;

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/** Returns functions for imports into databases in a folder. */
export function importsIn(path: string) {
  let made = 0;
  /** Returns the path of a database that an import makes. */
  const newDatabase = () => join(path, `${++made}.db`);
  return {
    newDatabase,
    /** Returns the path of a plant with base data, which an import need not make first. */
    newPlant: (): string => {
      const database = newDatabase();
      copyPlant({ DATABASE_URL: `file:${database}` });
      return database;
    },
    /** Makes a new folder with these files. */
    folderOf: (files: Readonly<Record<string, string>>): string => {
      const folder = join(path, `files-${++made}`);
      mkdirSync(folder);
      writeFiles(folder, files);
      return folder;
    },
  };
}
