/**
 * Subscriptions of visitors to digests, with double opt-in. Only the digests of tokens are stored. Requests have the same
 * result for every address, and mails are sent in the background, so nothing reveals who has subscribed.
 */

import type { Language } from '../../base/i18n/language.ts'
import { translate } from '../../base/i18n/translate.ts'
import { getClientNetwork } from '../../base/net/client-network.ts'
import { addDays, addSeconds } from '../../base/time/parse-date.ts'
import type { ProcessServices, Services } from '../../calendar/services.ts'
import {
  createAttemptLimiter,
  createLimitKey,
  DAY_POLICY,
  WINDOW_POLICY,
} from '../../calendar/users/attempt-limiter.ts'
import { digestToken } from '../../calendar/users/session.ts'
import type { Mailer } from '../../kernel/mailer.ts'
import { problem } from '../../kernel/problem.ts'
import type { Site } from '../../kernel/site.ts'
import { DIGEST_PATHS } from './digest-renderer.ts'
import {
  confirmDigestSubscription,
  type DigestLinkPurpose,
  type DigestSubscription,
  deleteConfirmLinks,
  deleteDigestSubscription,
  deleteExpiredDigests,
  findDigestSubscription,
  findLinkedSubscription,
  insertDigestLink,
  insertDigestSubscription,
  type NewDigestSubscription,
  renewDigestSubscription,
  updateDigestSubscription,
} from './subscription-store.ts'

const PENDING_HOURS = 48
const BOUNCED_DAYS = 30
const MANAGE_LINK_DAYS = 7
const TOKEN_BYTES = 32
/** Requests of a client in 15 minutes. */
export const MAX_DIGEST_REQUESTS = 30
/** Mails of requests to an address in a day, so that nobody can flood it. */
export const MAX_DIGEST_MAILS = 5

export interface DigestRequest extends NewDigestSubscription {
  readonly language: Language
  /** Description of the contents, in the language of the request. */
  readonly scopeName: string
  /** URL of the pages in the language. */
  readonly home: string
}

export interface DigestSubscriptions {
  /** Mails a link that confirms the subscription, or manages an existing one. Throws `too_many_requests`. */
  readonly request: (request: DigestRequest, ip: string) => Promise<void>
  /** The subscription of a link; undefined for a link that is unknown, expired or used. */
  readonly find: (token: string, purpose: DigestLinkPurpose) => Promise<DigestSubscription | undefined>
  /** Undefined like `find`. */
  readonly confirm: (token: string) => Promise<DigestSubscription | undefined>
  /** Undefined like `find`. */
  readonly change: (
    token: string,
    change: Pick<NewDigestSubscription, 'scope' | 'language'>,
  ) => Promise<DigestSubscription | undefined>
  /** Deletes the subscription. Does nothing for a link that `find` does not find. */
  readonly unsubscribe: (token: string) => Promise<void>
  /** Resolves once the mails of all requests are sent. */
  readonly settle: () => Promise<void>
}

export function createDigestSubscriptions(services: ProcessServices, mailer: Mailer): DigestSubscriptions {
  const { database, now, reportError } = services
  const clients = createAttemptLimiter(services, WINDOW_POLICY)
  const mailRequest = createRequestMailer(services, mailer)
  const pendingMails = new Set<Promise<void>>()
  const find: DigestSubscriptions['find'] = (token, purpose) =>
    findLinkedSubscription(database.read, { digest: digestToken(token), purpose }, now())
  return {
    request: async (request, ip) => {
      const key = createLimitKey(`digest client ${getClientNetwork(ip)}`)
      const { wait } = await clients.countAttempt([{ key, maxFailures: MAX_DIGEST_REQUESTS }])
      if (wait > 0) throw problem('too_many_requests', { retryAfter: wait })
      const mailing = mailRequest(request)
        .catch(reportError)
        .finally(() => pendingMails.delete(mailing))
      pendingMails.add(mailing)
    },
    find,
    confirm: (token) =>
      database.transaction(async (tx) => {
        const link = { digest: digestToken(token), purpose: 'confirm' } as const
        const subscription = await findLinkedSubscription(tx, link, now())
        if (!subscription) return undefined
        await confirmDigestSubscription(tx, subscription.id, now())
        await deleteConfirmLinks(tx, subscription.id)
        return subscription
      }),
    change: (token, change) =>
      database.transaction(async (tx) => {
        const link = { digest: digestToken(token), purpose: 'manage' } as const
        const subscription = await findLinkedSubscription(tx, link, now())
        if (!subscription) return undefined
        await updateDigestSubscription(tx, subscription, change)
        return { ...subscription, ...change }
      }),
    unsubscribe: async (token) => {
      const subscription = await find(token, 'manage')
      if (subscription) await database.transaction((tx) => deleteDigestSubscription(tx, subscription.id))
    },
    settle: async () => {
      await Promise.all(pendingMails)
    },
  }
}

function createRequestMailer(services: ProcessServices, mailer: Mailer): (request: DigestRequest) => Promise<void> {
  const { database, settings, now, random } = services
  const limiter = createAttemptLimiter(services, DAY_POLICY)
  return async (request) => {
    const key = createLimitKey(`digest address ${request.email.toLowerCase()}`)
    const { wait } = await limiter.countAttempt([{ key, maxFailures: MAX_DIGEST_MAILS }])
    if (wait > 0) return
    const token = random(TOKEN_BYTES)
    const purpose = await database.transaction(async (tx) => {
      const existing = await findDigestSubscription(tx, request)
      const purpose: DigestLinkPurpose = existing?.status === 'active' ? 'manage' : 'confirm'
      const subscriptionId = existing?.id ?? (await insertDigestSubscription(tx, request, now()))
      // Earlier links stay valid, because mails may arrive in another order.
      if (purpose === 'confirm') await renewDigestSubscription(tx, subscriptionId, request, now())
      const expires =
        purpose === 'manage' ? addDays(now(), MANAGE_LINK_DAYS) : addSeconds(now(), PENDING_HOURS * 60 * 60)
      await insertDigestLink(tx, { digest: digestToken(token), purpose, subscriptionId, expires })
      return purpose
    })
    await mailer.send({ to: request.email, ...createRequestText(settings.current(), request, { purpose, token }) })
  }
}

/** Plain text: what the address gets if somebody else has entered it must not look like an advertisement. */
function createRequestText(
  { name }: Site,
  { language, home, scopeName }: DigestRequest,
  { purpose, token }: { readonly purpose: DigestLinkPurpose; readonly token: string },
) {
  const values = { site: name, scope: scopeName, hours: String(PENDING_HOURS) }
  const url = `${home}${DIGEST_PATHS[purpose]}?token=${token}`
  return {
    subject: translate(language, `digest.mail_${purpose}_subject`, values),
    text: `${translate(language, `digest.mail_${purpose}_text`, values)}\n\n${url}\n\n${translate(language, `digest.mail_${purpose}_end`, values)}\n`,
  }
}

/** Deletes subscriptions that were not confirmed, addresses that reject mails, and expired links. */
export async function deleteOldDigests({ database, now }: Services): Promise<void> {
  const expired = {
    now: now(),
    pendingSince: addSeconds(now(), -PENDING_HOURS * 60 * 60),
    bouncedSince: addDays(now(), -BOUNCED_DAYS),
  }
  await database.transaction((tx) => deleteExpiredDigests(tx, expired))
}
