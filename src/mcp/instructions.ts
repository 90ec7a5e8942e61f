import type { DateTime } from '../datetime/parse-date.ts'
import { isTimeZone, toLocal } from '../datetime/time-zone.ts'
import type { Translate } from '../i18n/translate.ts'

export interface InstructionContext {
  readonly name: string
  readonly zone: string
  /** UTC. */
  readonly now: DateTime
}

/** What an assistant has to know before it uses a tool. */
export function buildInstructions({ name, zone, now }: InstructionContext, translate: Translate): string {
  const local = isTimeZone(zone) ? `${toLocal(now, zone)} (${zone})` : `${now} (UTC)`
  return translate('mcp.instructions', { name, now: local })
}
