/** Turns changes of the change log into deliveries of a webhook. */
import { createHash } from 'node:crypto'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { MAX_INTEGER } from '../../kernel/field.ts'
import { findHistorySince } from '../../storage/change-log/history.ts'
import { findTimedChanges, type SeqRange, type TimedChange } from '../../storage/change-log/timed-changes.ts'
import type { Reader } from '../../storage/types.ts'
import { classifyChange } from './announce-change.ts'
import type { NewDelivery } from './delivery.ts'
import { cancelDeliveries, queueDeliveries } from './delivery-store.ts'
import { readRecordStates, resolveRule } from './record-states.ts'
import { RETRY_SECONDS } from './retry-schedule.ts'
import { traceStates } from './trace-states.ts'
import { WEBHOOK_KINDS, type Webhook, type WebhookKind } from './webhook.ts'
import { advanceWebhookCursor, findWebhookCursor, type WebhookClaim } from './webhook-states.ts'

/** Changes per transaction. */
const BATCH_SIZE = 200

interface WebhookChange extends TimedChange {
  readonly kind: WebhookKind
}

const isOfKinds = (change: TimedChange, kinds: readonly WebhookKind[]): change is WebhookChange =>
  kinds.some((kind) => kind === change.kind)

/** Depends on nothing but the change, so a replay has the same ID. The time distinguishes changes after a restore. */
function createMessageId(webhookId: number, { seq, kind, id, op, at }: TimedChange): string {
  const digest = createHash('sha256').update(`${webhookId} ${seq} ${kind} ${id} ${op} ${at}`).digest('hex')
  return `msg_${digest.slice(0, 32)}`
}

/** The deliveries of the changes that the webhook announces, in their order. */
async function createDeliveries(
  db: Reader,
  webhook: Webhook,
  changes: readonly TimedChange[],
): Promise<readonly NewDelivery[]> {
  const rule = await resolveRule(db, webhook)
  const deliveries: NewDelivery[] = []
  for (const kind of WEBHOOK_KINDS.filter((name) => webhook.kinds.includes(name))) {
    const own = changes.filter((change) => isOfKinds(change, [kind]))
    const findStates = await traceRecords(db, kind, own)
    for (const change of own) {
      const action = classifyChange(rule, kind, findStates(change))
      const { id: recordId, seq: revision, at: changed } = change
      const messageId = createMessageId(webhook.id, change)
      if (action) deliveries.push({ messageId, kind, recordId, revision, action, changed })
    }
  }
  return deliveries.sort((a, b) => a.revision - b.revision)
}

/**
 * Current states are read before the history: a write between both is then reverted to the values that the state has
 * already.
 */
async function traceRecords(db: Reader, kind: WebhookKind, changes: readonly TimedChange[]) {
  const ids = [...new Set(changes.map(({ id }) => id))]
  const [first] = changes
  const states = await readRecordStates(db, kind, ids)
  const entries = first ? await findHistorySince(db, { kind, ids, revision: first.seq }) : []
  const listEntries = (id: number) => entries.filter(({ recordId }) => recordId === id)
  const tracers = new Map(ids.map((id) => [id, traceStates(states.get(id), listEntries(id))]))
  return ({ id, seq }: TimedChange) => tracers.get(id)?.(seq) ?? { before: undefined, after: undefined }
}

/**
 * Queues the deliveries of the next changes after the cursor of a webhook. Returns false if there are none, or if another
 * process delivers now.
 */
export async function queueNextChanges(services: Services, webhook: Webhook, claim: WebhookClaim): Promise<boolean> {
  const { database, now } = services
  const state = await findWebhookCursor(database.read, webhook.id)
  if (!state) return false
  const { epoch } = database.bus.current()
  const range = { first: state.cursor + 1, last: MAX_INTEGER }
  const changes = await findTimedChanges(database.read, range, BATCH_SIZE)
  const hasMoved = state.epoch !== epoch
  if (changes.length === 0 && !hasMoved) return false
  // After a failover, the log and the cursor continue together. A copy of an old file must not send what is long past.
  const oldest = addSeconds(now(), -RETRY_SECONDS)
  const recent = changes.filter(({ at }) => at >= oldest)
  const deliveries = await createDeliveries(database.read, webhook, recent)
  return database.transaction(async (tx) => {
    const seq = changes.at(-1)?.seq ?? state.cursor
    if (!(await advanceWebhookCursor(tx, claim, { epoch, seq }))) return false
    if (hasMoved) await cancelDeliveries(tx, webhook.id, oldest)
    await queueDeliveries(tx, webhook.id, deliveries, now())
    return true
  })
}

/** Queues the deliveries of a range of changes again. Returns their number. */
export async function queueRange(services: Services, webhook: Webhook, { first, last }: SeqRange): Promise<number> {
  const { database, now } = services
  let queued = 0
  for (let next = first; next <= last; ) {
    const changes = await findTimedChanges(database.read, { first: next, last }, BATCH_SIZE)
    const deliveries = await createDeliveries(database.read, webhook, changes)
    await database.transaction((tx) => queueDeliveries(tx, webhook.id, deliveries, now()))
    queued += deliveries.length
    next = changes.length < BATCH_SIZE ? last + 1 : (changes.at(-1)?.seq ?? last) + 1
  }
  return queued
}
