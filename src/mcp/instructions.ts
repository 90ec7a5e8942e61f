import type { DateTime } from '../text/dates.ts'
import type { Say } from '../text/say.ts'
import { isTimeZone, toLocal } from '../text/zone.ts'

export interface About {
  readonly name: string
  readonly zone: string
  /** UTC. */
  readonly now: DateTime
}

/** What an assistant has to know before it uses a tool. */
export function instructionsOf({ name, zone, now }: About, say: Say): string {
  const local = isTimeZone(zone) ? `${toLocal(now, zone)} (${zone})` : `${now} (UTC)`
  return say('mcp.instructions', { name, now: local })
}
