import type { Translate } from '../../base/i18n/translate.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { isTimeZone, toLocal } from '../../base/time/time-zone.ts'

export interface InstructionContext {
  readonly name: string
  readonly zone: string
  /** UTC. */
  readonly now: DateTime
}

/** Instructions for assistants: name of the site, current time and time zone. */
export function buildInstructions({ name, zone, now }: InstructionContext, translate: Translate): string {
  const local = isTimeZone(zone) ? `${toLocal(now, zone)} (${zone})` : `${now} (UTC)`
  return translate('mcp.instructions', { name, now: local })
}
