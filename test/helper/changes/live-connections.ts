import type { TestService } from '../service.ts'

/** Settings of a service whose live connections are counted. */
export const COUNTED = { METRICS_TOKEN: 'x'.repeat(16) }

/** Number of waiting requests or event streams, from the metrics. */
export async function countLive({ send }: Pick<TestService, 'send'>, kind: 'wait' | 'stream'): Promise<number> {
  const { text } = await send('GET', '//metrics', { headers: { authorization: `Bearer ${COUNTED.METRICS_TOKEN}` } })
  return Number(new RegExp(`calends_http_live_connections\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1])
}
