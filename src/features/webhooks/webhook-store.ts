/** Webhooks as administrators define them. */

import { parseJsonList } from '../../calendar/posts/row-mapping.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { DISABLED_REASONS, WEBHOOK_KINDS, WEBHOOK_VIEWS, type Webhook } from './webhook.ts'
import { parseWebhookFilters } from './webhook-fields.ts'

type WebhookColumns = Omit<Tables['webhooks'], 'id'>

const toColumns = (webhook: Omit<Webhook, 'id'>): WebhookColumns => ({
  name: webhook.name,
  url: webhook.url,
  kinds: JSON.stringify(webhook.kinds),
  filters: JSON.stringify(webhook.filters),
  view: webhook.view,
  enabled: webhook.isEnabled ? 1 : 0,
  disabled_reason: webhook.disabledReason,
  secret: webhook.secret,
  previous_secret: webhook.previousSecret,
  previous_secret_until: webhook.previousSecretUntil,
  created_utc: webhook.created,
  modified_utc: webhook.modified,
})

function toWebhook({ id, ...row }: WebhookColumns & { readonly id: number }): Webhook {
  const kinds = parseJsonList(row.kinds)
  const filters = parseWebhookFilters(JSON.parse(row.filters))
  // Without a filter that only a later version has, more would be sent than intended.
  const hasKnownFilters = 'value' in filters
  return {
    ...{ id, name: row.name, url: row.url },
    kinds: WEBHOOK_KINDS.filter((kind) => kinds.includes(kind)),
    filters: hasKnownFilters ? filters.value : {},
    view: WEBHOOK_VIEWS.find((view) => view === row.view) ?? 'public',
    isEnabled: hasKnownFilters && row.enabled === 1,
    disabledReason: DISABLED_REASONS.find((reason) => reason === row.disabled_reason) ?? '',
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretUntil: row.previous_secret_until,
    created: row.created_utc,
    modified: row.modified_utc,
  }
}

/** The oldest first. */
export async function listWebhooks(db: Reader): Promise<Webhook[]> {
  return (await db.selectFrom('webhooks').selectAll().orderBy('id').execute()).map(toWebhook)
}

export async function findWebhook(db: Reader, id: number): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

export async function insertWebhook(tx: Writer, webhook: Omit<Webhook, 'id'>): Promise<number> {
  const { id } = await tx.insertInto('webhooks').values(toColumns(webhook)).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateWebhook(tx: Writer, { id, ...webhook }: Webhook): Promise<void> {
  await tx.updateTable('webhooks').set(toColumns(webhook)).where('id', '=', id).execute()
}

/** Also deletes its deliveries. */
export async function deleteWebhook(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}
