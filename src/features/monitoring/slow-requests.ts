/** Logs slow requests with their stages, their slowest statements and the plans of these. */
import type { Logger } from 'pino'
import type { ObservedRequest } from '../../http/request-observer.ts'
import type { ObservedStatement } from '../../storage/statement-monitor.ts'
import type { Database } from '../../storage/types.ts'

export interface SlowRequestOptions {
  /** Requests that take longer are logged. */
  readonly milliseconds: number
  readonly explain: Database['explain']
  readonly logger: Pick<Logger, 'warn'>
}

const MAX_STATEMENTS = 3
const MAX_SQL_LENGTH = 2000
/** Explaining takes time of the database, of which there is least when many requests are slow. */
const EXPLAIN_INTERVAL_MILLISECONDS = 1000

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

/** The log contains the text of statements, but not their parameters, which can be personal data. */
export function createSlowRequestLog({ milliseconds, explain, logger }: SlowRequestOptions) {
  let nextExplain = 0

  async function describe(statement: ObservedStatement, isExplained: boolean) {
    const plan = isExplained ? await explain(statement).catch(() => undefined) : undefined
    return { ms: round(statement.milliseconds), sql: statement.sql.slice(0, MAX_SQL_LENGTH), ...(plan && { plan }) }
  }

  async function log({ method, path, route, status, stages, ...request }: ObservedRequest): Promise<void> {
    const now = performance.now()
    const isExplained = now >= nextExplain
    if (isExplained) nextExplain = now + EXPLAIN_INTERVAL_MILLISECONDS
    const slowest = [...request.statements].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, MAX_STATEMENTS)
    const statements = []
    for (const statement of slowest) statements.push(await describe(statement, isExplained))
    const times = Object.fromEntries(stages.map((stage) => [stage.name, round(stage.milliseconds)]))
    const total = { count: request.statements.length, ms: round(sumTimes(request.statements)) }
    const description = { reqId: request.id, method, path, route, status, ms: round(request.milliseconds) }
    logger.warn({ ...description, stages: times, database: total, statements }, 'slow request')
  }

  return (request: ObservedRequest): void => {
    if (request.milliseconds > milliseconds && !request.isLive) void log(request)
  }
}

const sumTimes = (statements: readonly ObservedStatement[]): number =>
  statements.reduce((sum, statement) => sum + statement.milliseconds, 0)
