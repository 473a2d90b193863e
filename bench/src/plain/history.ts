import type { Native, Row } from "./statements.ts";

const history = `
  select change_log.*, user.name, material_reason.suid from change_log
  left join user on user.id = user_id left join material_reason on material_reason.id = reason_id
  where (entity = 'MaterialItem' and entity_id = (select id from material_item where serial_key = ?))
  or (entity = 'CaseData' and entity_id in (select id from case_data where material_item_id = (
    select id from material_item where serial_key = ?)))
  order by seq`;

/** Returns the history of an item from the engine alone, with one statement. */
export function plainHistory(database: Native) {
  const statement = database.prepare(history).raw();
  return {
    ofItem: (serial: string) => {
      const key = serial.toLowerCase();
      return statement.all(key, key) as Row[];
    },
  };
}
