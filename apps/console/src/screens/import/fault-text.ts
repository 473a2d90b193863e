import { separatorNames, type TableFault, type TextFault } from "@asbuilt/table";
import { useLingui } from "@lingui/react/macro";
import { useFieldLabel } from "../../contract/field-form.tsx";
import type { FieldRule, RowFault } from "./preview.rules.ts";

/** Returns how to say why a file is no text. */
export function useTextFault(): (fault: TextFault) => string {
  const { t } = useLingui();
  return (fault) => {
    if (fault === "archive") return t`The file is a workbook. Save it as CSV UTF-8.`;
    return t`The file is UTF-16, and can't be read. Save it as CSV UTF-8.`;
  };
}

/** Returns how to say what is wrong with a row, with the column that it is about. */
export function useRowFault(): (fault: RowFault) => string {
  const { t } = useLingui();
  const label = useFieldLabel();
  const tableText = useTableFault();
  const ruleText = useFieldRule();
  return (fault) => {
    switch (fault.of) {
      case "field": {
        const [column, rule] = [label(fault.field), ruleText(fault.rule)];
        return `${column}: ${rule}`;
      }
      case "same":
        return t`It names the same record as line ${fault.line}.`;
      case "damaged":
        return t`A character can't be read. Save the file as CSV UTF-8.`;
      default:
        return tableText(fault.fault);
    }
  };
}

function useFieldRule(): (rule: FieldRule) => string {
  const { t } = useLingui();
  return (rule) => {
    switch (rule.code) {
      case "empty":
        return t`Fill this in.`;
      case "no_number":
        return t`${rule.cell} is not a number.`;
      case "no_flag":
        return t`${rule.cell} is neither yes nor no.`;
      case "no_day":
        return t`${rule.cell} is not a date. Write it as 2026-12-31.`;
      case "no_option": {
        const options = rule.options.join(", ");
        return t`${rule.cell} is not one of: ${options}.`;
      }
      case "too_long":
        return t`At most ${rule.lengthMax} characters.`;
      case "not_found":
        return t`No product has the name ${rule.cell}.`;
      default:
        return t`Another item has this serial.`;
    }
  };
}

function useTableFault(): (fault: TableFault) => string {
  const { t } = useLingui();
  return (fault) => {
    switch (fault.code) {
      case "not_csv":
        return t`The row is not CSV. A quotation mark is missing or too many.`;
      case "column_twice":
        return t`The column ${fault.name} occurs twice.`;
      case "separator_unknown":
        return t`${fault.separator} can't separate cells. Use a comma, a semicolon or a tab.`;
      case "cell_outside":
        return t`Cell ${fault.place} is ${fault.cell}, but the header has no column there.`;
      case "row_short":
        return t`The row ends before the column ${fault.name}.`;
      default:
        return t`${fault.name}: ${fault.cell} can be ${fault.asDecimal} or ${fault.asThousands}. Write ${fault.asDecimal}0 or ${fault.asThousands}.`;
    }
  };
}

/** Returns the name of what separates the cells, if a person should know. */
export function useSeparatorName(): (separator: keyof typeof separatorNames) => string {
  const { t } = useLingui();
  const names = { ",": t`commas`, ";": t`semicolons`, "\t": t`tabs`, "|": t`bars` };
  return (separator) => names[separator];
}
