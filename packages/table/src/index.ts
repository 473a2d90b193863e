export { type BodyField, isJson } from "./cells.ts";
export { separatorNames } from "./csv.ts";
export { filterByName, foldedFields, isContained } from "./equality.ts";
export {
  type CellPlace,
  fieldNamed,
  type FieldNamed,
  readTable,
  type Table,
  type TableFault,
  type TableRow,
} from "./table.ts";
export { textOf, type TextFault } from "./text.ts";
