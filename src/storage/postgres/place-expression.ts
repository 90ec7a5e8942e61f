/** Identifies the location of a PostgreSQL database by values that a restore or a promotion changes. */

/** Runs a query that returns one text. */
export type QueryText = (query: string) => Promise<string | null | undefined>

/**
 * The cluster; its timeline, which every promotion and point-in-time recovery increments; the database; and the table
 * of the change log, which restoring a dump recreates. A standby does not know its timeline, and managed servers may
 * deny some of the functions.
 */
const PLACE_EXPRESSIONS = [
  '(select system_identifier::text from pg_control_system())',
  `(select case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end)`,
  '(select oid::text from pg_database where datname = current_database())',
  `coalesce(to_regclass('changes')::oid::text, '')`,
]

/**
 * Builds the SQL expression from the parts that this server allows. Each part is tested outside of transactions, which
 * an error would abort.
 */
export async function buildPlaceExpression(
  queryText: QueryText,
  isRefusal: (error: unknown) => boolean,
): Promise<string> {
  const parts: string[] = []
  for (const part of PLACE_EXPRESSIONS) {
    try {
      await queryText(`select ${part} as text`)
      parts.push(part)
    } catch (error) {
      if (!isRefusal(error)) throw error
      parts.push(`''`)
    }
  }
  return parts.join(` || ':' || `)
}
