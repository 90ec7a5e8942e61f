/** Bodies of the messages that webhooks send. */
import type { DateTime } from '../../base/time/date-time.ts'
import { formatIsoUtc } from '../../base/time/parse-date.ts'
import { FragmentWriter, type FragmentWriterFn } from '../../calendar/fragments/json-fragment.ts'
import { type ReadContext, readLinked, readVisibleEvents } from '../../calendar/posts/read-posts.ts'
import { createRenderContext } from '../../calendar/posts/render-settings.ts'
import type { Urls } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import { presentTerm } from '../../calendar/terms/present-term.ts'
import { findTerms } from '../../calendar/terms/term-store.ts'
import { loadAncestors } from '../../calendar/terms/write-terms.ts'
import { isAnnounced } from './announce-change.ts'
import type { Delivery } from './delivery.ts'
import { readRecordStates, resolveRule } from './record-states.ts'
import { WEBHOOK_KINDS, WEBHOOK_VIEWERS, type Webhook, type WebhookKind } from './webhook.ts'

/** JSON texts by ID. */
type RecordTexts = ReadonlyMap<number, string>

/**
 * The body of each delivery, by its ID. Messages contain the record as it is now; one that the receiver may no longer see
 * is announced as deleted.
 */
export async function createMessages(
  services: Services,
  webhook: Webhook,
  urls: Urls,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<number, string>> {
  const { database, site } = services
  const context: ReadContext = {
    services,
    renderContext: createRenderContext(urls, site),
    access: { viewer: WEBHOOK_VIEWERS[webhook.view], attempt: undefined },
  }
  const rule = await resolveRule(database.read, webhook)
  const bodies = new Map<number, string>()
  for (const kind of WEBHOOK_KINDS) {
    const own = deliveries.filter((delivery) => delivery.kind === kind)
    const ids = [...new Set(own.filter(({ action }) => action !== 'deleted').map(({ recordId }) => recordId))]
    const states = await readRecordStates(database.read, kind, ids)
    const visibleIds = ids.filter((id) => isAnnounced(rule, kind, states.get(id)))
    const texts = await renderRecords(context, kind, visibleIds)
    for (const delivery of own) bodies.set(delivery.id, formatMessage(delivery, texts.get(delivery.recordId)))
  }
  return bodies
}

/** `record` is a JSON text. */
function formatMessage(
  { kind, recordId: id, revision, action, changed }: Delivery,
  record: string | undefined,
): string {
  const isDeleted = action === 'deleted' || record === undefined
  const type = `${kind}.${isDeleted ? 'deleted' : action}`
  const head = JSON.stringify({ type, timestamp: formatIsoUtc(changed) }).slice(0, -1)
  const data = JSON.stringify({ kind, id, revision }).slice(0, -1)
  return `${head},"data":${data},"record":${isDeleted ? 'null' : record}}}`
}

/** A message that announces no change. */
export const formatPing = (webhookId: number, now: DateTime): string =>
  JSON.stringify({ type: 'ping', timestamp: formatIsoUtc(now), data: { webhook: webhookId } })

async function renderRecords(context: ReadContext, kind: WebhookKind, ids: readonly number[]): Promise<RecordTexts> {
  if (ids.length === 0) return new Map()
  if (kind === 'event') return renderEvents(context, ids)
  if (kind === 'venue' || kind === 'organizer') return renderLinkedRecords(context, kind, ids)
  return renderTerms(context, ids)
}

async function renderEvents(context: ReadContext, ids: readonly number[]): Promise<RecordTexts> {
  const events = await readVisibleEvents(context, ids)
  return new Map(events.map(({ post, fragment }) => [post.id, toText(fragment)]))
}

async function renderLinkedRecords(
  context: ReadContext,
  kind: 'venue' | 'organizer',
  ids: readonly number[],
): Promise<RecordTexts> {
  const texts = new Map<number, string>()
  for (const id of ids) {
    const linked = await readLinked(context, kind, id)
    if (linked) texts.set(id, toText(await linked.present('open')))
  }
  return texts
}

async function renderTerms({ services, renderContext }: ReadContext, ids: readonly number[]): Promise<RecordTexts> {
  const { read } = services.database
  const terms = await loadAncestors(read, await findTerms(read, ids))
  return new Map(terms.map((term) => [term.term.id, JSON.stringify(presentTerm(term, renderContext.urls))]))
}

function toText(write: FragmentWriterFn): string {
  const writer = new FragmentWriter()
  write(writer)
  return writer.toFragment().bytes.toString('utf8')
}
