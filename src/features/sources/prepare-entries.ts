import { setImmediate } from 'node:timers/promises'
import type { ExternalEntry } from '../imports/external/external-record.ts'

/** Entries after which other work of the process gets a turn, because parsing does not wait for anything. */
const TURN_SIZE = 20

/** Events without a status take place: one that was canceled because it had disappeared is scheduled when it returns. */
export async function* prepareEntries(entries: AsyncIterable<ExternalEntry>): AsyncGenerator<ExternalEntry> {
  let count = 0
  for await (const entry of entries) {
    if (++count % TURN_SIZE === 0) await setImmediate()
    if ('failure' in entry || entry.kind !== 'event') yield entry
    else yield { ...entry, fields: { event_status: 'scheduled', ...entry.fields } }
  }
}
