/** Where a PostgreSQL database lies, by what the server tells of itself: a restore or a promotion changes a part of it. */

/** Runs a query that yields one text. */
export type QueryText = (query: string) => Promise<string | null | undefined>

/**
 * The cluster; its timeline, which every promotion and point-in-time recovery advances; the database; and the log's table,
 * which a restored dump makes anew. A standby cannot tell its timeline. Managed servers may refuse some of the functions.
 */
const PLACE_EXPRESSIONS = [
  '(select system_identifier::text from pg_control_system())',
  `(select case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end)`,
  '(select oid::text from pg_database where datname = current_database())',
  `coalesce(to_regclass('changes')::oid::text, '')`,
]

/** Builds the expression of what this server answers, each part asked for outside of transactions, which a refusal ends. */
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
