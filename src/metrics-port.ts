/** Serves `/metrics` on METRICS_PORT. */
import type { Config } from './config.ts'
import { toListenError } from './process/startup-error.ts'

/** Returns the function that closes the server. Does nothing without METRICS_PORT. */
export async function listenForMetrics(
  config: Config,
  format: (() => Promise<string>) | undefined,
): Promise<() => Promise<void>> {
  const { METRICS_PORT, METRICS_TOKEN, HOST } = config
  if (METRICS_PORT === 0 || !format) return async () => {}
  const { startMetricsServer } = await import('./features/monitoring/metrics-server.ts')
  const options = { port: METRICS_PORT, host: HOST, token: METRICS_TOKEN, format }
  const { close } = await startMetricsServer(options).catch((error: unknown) => {
    throw toListenError(error, { HOST, name: 'METRICS_PORT', port: METRICS_PORT })
  })
  return close
}
