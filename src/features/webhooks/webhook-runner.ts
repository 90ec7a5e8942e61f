/** Runs the deliveries of all webhooks, each of them independent of the others. */
import { createQueue } from '../../base/concurrency/queue.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { Urls } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import { type DeliveryContext, deliverDue } from './deliver.ts'
import { queueNextChanges } from './queue-changes.ts'
import {
  claimWebhook,
  findWebhookCursor,
  findWebhooksWithWork,
  releaseWebhook,
  resetWebhookCursor,
  type WebhookClaim,
} from './webhook-states.ts'
import { findWebhook } from './webhook-store.ts'

/** A process that does not extend its claim for this time has ended. */
const CLAIM_SECONDS = 30
const EXTEND_MILLISECONDS = 8000
/** Requests of a process at the same time. */
const MAX_REQUESTS = 64

export interface WebhookRunner {
  /** Starts the deliveries of webhooks that have work, and does not wait for them. */
  readonly run: (services: Services, signal: AbortSignal) => Promise<void>
  /** Resolves when the deliveries that were started are done. */
  readonly settle: () => Promise<void>
}

export function createWebhookRunner(getUrls: () => Urls): WebhookRunner {
  const running = new Map<number, Promise<void>>()
  const queue = createQueue({ concurrency: MAX_REQUESTS })
  return {
    run: async (services, signal) => {
      const { database, now, reportError } = services
      const ids = await findWebhooksWithWork(database.read, database.bus.current(), now())
      for (const id of ids) {
        if (running.has(id)) continue
        const delivering = deliverExclusively({ services, getUrls, run: queue.run, signal }, id)
        running.set(
          id,
          delivering.catch(reportError).finally(() => running.delete(id)),
        )
      }
    },
    settle: async () => {
      await Promise.all(running.values())
    },
  }
}

/** Delivers until nothing is due, unless another process does. */
async function deliverExclusively(context: DeliveryContext, webhookId: number): Promise<void> {
  const { database, now, random } = context.services
  const claim: WebhookClaim = { webhookId, holder: random(8) }
  const extend = () =>
    database.transaction((tx) => {
      const until = addSeconds(now(), CLAIM_SECONDS)
      return claimWebhook(tx, claim, { now: now(), until })
    })
  await createMissingState(context.services, webhookId)
  if (!(await extend())) return
  const lost = new AbortController()
  const timer = setInterval(() => {
    extend().then(
      (isHeld) => isHeld || lost.abort(),
      () => undefined,
    )
  }, EXTEND_MILLISECONDS)
  try {
    await deliverAll({ ...context, signal: AbortSignal.any([context.signal, lost.signal]) }, claim)
  } finally {
    clearInterval(timer)
    await database.transaction((tx) => releaseWebhook(tx, claim))
  }
}

/** A restored or copied database has none: its webhooks continue with its next change. */
async function createMissingState({ database }: Services, webhookId: number): Promise<void> {
  if (await findWebhookCursor(database.read, webhookId)) return
  await database.transaction(async (tx) => {
    const isMissing = (await findWebhookCursor(tx, webhookId)) === undefined
    if (isMissing && (await findWebhook(tx, webhookId))) await resetWebhookCursor(tx, webhookId, database.bus.current())
  })
}

async function deliverAll(context: DeliveryContext, claim: WebhookClaim): Promise<void> {
  const { services, signal } = context
  for (let isDone = false; !isDone && !signal.aborted; ) {
    // Read again, because administrators may change it at any time.
    const webhook = await findWebhook(services.database.read, claim.webhookId)
    if (!webhook?.isEnabled) return
    const isQueued = await queueNextChanges(services, webhook, claim)
    isDone = !(await deliverDue(context, webhook)) && !isQueued
  }
}
