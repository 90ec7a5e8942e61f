import type { MergeableKind } from '../../calendar/posts/merged-records.ts'
import type { Writer } from '../../storage/types.ts'
import type { WebhookFilters } from '../webhooks/webhook.ts'
import { listWebhooks, updateWebhook } from '../webhooks/webhook-store.ts'

const FILTERS = {
  venue: ['venue'],
  organizer: ['organizer'],
  category: ['categories', 'categories_exclude'],
  tag: ['tags', 'tags_exclude'],
} as const satisfies Record<MergeableKind, readonly (keyof WebhookFilters)[]>

interface FilterMove {
  readonly kind: MergeableKind
  readonly from: readonly number[]
  readonly to: number
}

/** Replaces merged records in the filters of webhooks, which would match nothing otherwise. */
export async function replaceInWebhooks(tx: Writer, { kind, from, to }: FilterMove): Promise<void> {
  for (const webhook of await listWebhooks(tx)) {
    const replaced = FILTERS[kind].flatMap((name) => {
      const ids = webhook.filters[name]
      return ids?.some((id) => from.includes(id))
        ? [[name, [...new Set(ids.map((id) => (from.includes(id) ? to : id)))]] as const]
        : []
    })
    if (replaced.length === 0) continue
    await updateWebhook(tx, { ...webhook, filters: { ...webhook.filters, ...Object.fromEntries(replaced) } })
  }
}
