import { faultOf } from "./faults.ts";
import type { LibsqlServer } from "./libsql-server.ts";

/**
 * Returns whether a server is a replica, which lags behind the primary. A stream is one connection to
 * SQLite. A replica reads on one of its own, and passes everything else on to a connection of its
 * primary: so a setting that was made is not seen. Nothing is locked or written. A replica that has
 * not caught up since its start also passes reads on, and is not found.
 */
export async function isReplica(server: LibsqlServer): Promise<boolean> {
  const session = server.session();
  const setting = async () => {
    const { rows } = await session.execute("select foreign_keys from pragma_foreign_keys");
    return rows[0]?.[0];
  };
  try {
    const before = await setting();
    await session.execute(`pragma foreign_keys = ${before === 1 ? "off" : "on"}`);
    return (await setting()) === before;
  } catch (error) {
    // A server that refuses these statements does not tell.
    if (faultOf(error) === "defect") return false;
    throw error;
  } finally {
    session.close();
  }
}
