import type { Column } from "./virtual-grid.tsx";
import "../ui/print.css";

interface PrintedTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => number | string;
}

/** All rows at the same time, for paper. A grid on the screen has only those in sight. */
export const PrintedTable = <Row,>({ label, columns, rows, keyOf }: PrintedTableProps<Row>) => (
  <table className="printed" aria-label={label}>
    <thead>
      <tr>
        {columns.map(({ name, isNumber }) => (
          <th key={name} scope="col" className={isNumber ? "number" : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ name, show, isNumber }) => (
            <td key={name} className={isNumber ? "number" : undefined}>
              {show(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
