import type { FastifyInstance } from 'fastify'

/** Longest wait for requests under way once the service is to stop. */
const PATIENCE_MILLISECONDS = 10_000
/** A connection this long without a request under way is one that was opened ahead of need. */
const QUIET_MILLISECONDS = 500
const LOOK_MILLISECONDS = 25

/** Ends a server: no new connections, requests under way answered, then every connection closed. */
export type Close = () => Promise<void>

/**
 * Node alone would wait for ever for a connection that was opened and never used, as clients that connect ahead of
 * need do; so once nothing has been under way for a while, what is still open is closed.
 */
export function closingOf(app: FastifyInstance): Close {
  let underWay = 0
  let lastEnd = 0
  // Some are answered before the application hears of them.
  app.server.on('request', (_request, response) => {
    underWay++
    response.once('close', () => {
      underWay--
      lastEnd = Date.now()
    })
  })
  return async () => {
    const started = Date.now()
    const closed = app.close()
    const timer = setInterval(() => {
      const isQuiet = underWay === 0 && Date.now() - Math.max(lastEnd, started) > QUIET_MILLISECONDS
      if (isQuiet || Date.now() - started > PATIENCE_MILLISECONDS) app.server.closeAllConnections()
    }, LOOK_MILLISECONDS)
    await closed
    clearInterval(timer)
  }
}
