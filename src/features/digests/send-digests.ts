/**
 * Sends the weekly digests. A process claims subscriptions in batches and stores the result of each mail at once, so a
 * digest is sent once on all nodes and continues after a restart. If a process is killed between the acceptance of a mail
 * and the storage of its result, the mail is repeated with the same `Message-ID`.
 */
import { createQueue } from '../../base/concurrency/queue.ts'
import { runTogether } from '../../base/concurrency/run-together.ts'
import { isLanguage, type Language } from '../../base/i18n/language.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addDays, addSeconds } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { digestToken } from '../../calendar/users/session.ts'
import { describeMailFailure, type Mail, type Mailer } from '../../kernel/mailer.ts'
import {
  claimDueDigests,
  type DigestResult,
  type DueDigests,
  prepareDigest,
  recordDigest,
  releaseDigests,
} from './delivery-store.ts'
import { DIGEST_PATHS, type DigestContent, type DigestMailLinks, type DigestOptions } from './digest-renderer.ts'
import { computeDigestDelay, findDigestPeriod } from './digest-schedule.ts'
import type { DigestSubscription } from './subscription-store.ts'

/** Later, the events of the digest would be over. */
const WINDOW_DAYS = 2
/** After a change of the schedule, nobody gets two digests in a short time. */
const MIN_DAYS_BETWEEN = 4
const BATCH_SIZE = 40
/** Connections to the mail server at the same time. */
const CONCURRENCY = 4
/** Another process continues with a subscription this long after its process was killed. */
const CLAIM_SECONDS = 15 * 60
const TOKEN_BYTES = 32
/** Lifetime of the links in a mail. */
const LINK_DAYS = 180
/** Consecutive digests that may be rejected before a subscription is deactivated. */
const MAX_BOUNCES = 3

/** The digest that is due now; undefined outside of the two days after a scheduled time. */
export function findDueDigests(
  { now, site }: Pick<Services, 'now' | 'site'>,
  { schedule }: Pick<DigestOptions, 'schedule'>,
): DueDigests | undefined {
  const time = now()
  const period = findDigestPeriod(time, site.zone, schedule)
  if (addDays(period, WINDOW_DAYS) <= time) return undefined
  return { period, previousUntil: addDays(period, -MIN_DAYS_BETWEEN), now: time }
}

type MailServices = Services & { readonly mailer: Mailer }

interface DigestBatch {
  readonly services: MailServices
  readonly options: DigestOptions
  readonly holder: string
  readonly period: DateTime
}

/** Sends the next digests that are due. Returns their number; 0 if none is due. */
export async function sendDueDigests(
  services: Services,
  options: DigestOptions,
  signal?: AbortSignal,
): Promise<number> {
  const { database, mailer, now, random } = services
  const due = mailer && findDueDigests(services, options)
  if (!due) return 0
  const holder = random(8)
  const claim = { holder, until: addSeconds(now(), CLAIM_SECONDS), limit: BATCH_SIZE }
  const claimed = await database.transaction((tx) => claimDueDigests(tx, due, claim))
  if (claimed.length === 0) return 0
  const batch: DigestBatch = { services: { ...services, mailer }, options, holder, period: due.period }
  const render = createContentReader(batch)
  const { run } = createQueue({ concurrency: CONCURRENCY })
  let isStopped = false
  const send = async (subscription: ClaimedDigest): Promise<void> => {
    if (isStopped || signal?.aborted) return
    isStopped = (await sendDigest(batch, subscription, render)) === 'unavailable' || isStopped
  }
  try {
    await runTogether(claimed.map((subscription) => run(() => send(subscription))))
  } finally {
    await database.transaction((tx) => releaseDigests(tx, holder))
  }
  return claimed.length
}

type ClaimedDigest = DigestSubscription & { readonly attempts: number }
type ContentReader = (subscription: DigestSubscription) => Promise<DigestContent | undefined>

/** Subscribers to the same scope in the same language share the content. */
function createContentReader({ services, options }: DigestBatch): ContentReader {
  const contents = new Map<string, Promise<DigestContent | undefined>>()
  return ({ scope, language: name }) => {
    const language = findDigestLanguage(services, name)
    const key = `${language} ${scope}`
    const locale = { language, urls: options.getUrls(language) }
    const content = contents.get(key) ?? options.renderer.renderMail(services, locale, scope)
    contents.set(key, content)
    return content
  }
}

/** The site may not have the language of the subscription any more. */
export const findDigestLanguage = ({ site }: Pick<Services, 'site'>, name: string): Language =>
  isLanguage(name) && site.languages.includes(name) ? name : site.languages[0]

/** `unavailable` if the mail server cannot be reached, so that further mails would fail too. */
async function sendDigest(
  { services, options, holder, period }: DigestBatch,
  subscription: ClaimedDigest,
  render: ContentReader,
): Promise<'done' | 'unavailable'> {
  const { database, mailer, now, random, digestCounters, reportError } = services
  const { id, attempts } = subscription
  const record = (result: DigestResult) => database.transaction((tx) => recordDigest(tx, { id, holder }, result))
  const content = await render(subscription)
  if (!content) {
    await record({ kind: 'empty', period })
    return 'done'
  }
  const token = random(TOKEN_BYTES)
  const link = { digest: digestToken(token), purpose: 'manage', expires: addDays(now(), LINK_DAYS) } as const
  const isHeld = await database.transaction((tx) =>
    prepareDigest(tx, { id, holder }, { ...link, until: addSeconds(now(), CLAIM_SECONDS) }),
  )
  if (!isHeld) return 'done'
  const { home } = options.getUrls(findDigestLanguage(services, subscription.language))
  try {
    await mailer.send(createDigestMail(content, subscription, { home, token, period }))
    digestCounters.count('sent')
    await record({ kind: 'sent', period, at: now() })
    return 'done'
  } catch (error) {
    const failure = describeMailFailure(error)
    digestCounters.count(failure.isRejected ? 'rejected' : 'failed')
    if (failure.isRejected) {
      await record({ kind: 'rejected', period, maxBounces: MAX_BOUNCES })
      return 'done'
    }
    // Responses of mail servers contain the address, which logs must not.
    reportError(new Error(`the digest for subscription ${id} could not be sent: ${failure.code}`))
    await record({ kind: 'failed', nextAttempt: addSeconds(now(), computeDigestDelay(attempts + 1)) })
    return failure.isUnavailable ? 'unavailable' : 'done'
  }
}

export const createDigestLinks = (home: string, token: string): DigestMailLinks => ({
  manage: `${home}${DIGEST_PATHS.manage}?token=${token}`,
  unsubscribe: `${home}${DIGEST_PATHS.unsubscribe}?token=${token}`,
})

interface DigestMailInput {
  readonly home: string
  readonly token: string
  readonly period: DateTime
}

/** With unsubscription by one click (RFC 2369, RFC 8058). */
function createDigestMail(
  { subject, render }: DigestContent,
  { id, email }: DigestSubscription,
  { home, token, period }: DigestMailInput,
): Mail {
  const links = createDigestLinks(home, token)
  const { hostname } = new URL(home)
  return {
    to: email,
    subject,
    ...render(links),
    messageId: `<digest-${id}-${period.replace(/\D/g, '')}@${hostname}>`,
    headers: {
      'List-Id': `<digest.${hostname}>`,
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
