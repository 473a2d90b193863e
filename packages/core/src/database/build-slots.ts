import { type SQL, sql } from "drizzle-orm";

// A move of a build keeps where it was: before its first move that a state does not have.
const wasIn = (column: string, isLater: SQL): SQL<number> =>
  sql<number>`(select ${sql.raw(`build_move.from_${column}`)} from build_move
    where build_move.build_id = build.id and ${isLater} order by build_move.id limit 1)`;

/**
 * The slot and the candidate of a `build` before those of its moves that meet a condition: by
 * default before all of them.
 */
export const placeBefore = (isLater: SQL = sql`true`) => ({
  bomSlotId: sql<number>`coalesce(${wasIn("slot_id", isLater)}, build.bom_slot_id)`,
  candidateId: sql<number>`coalesce(${wasIn("candidate_id", isLater)}, build.candidate_id)`,
});
