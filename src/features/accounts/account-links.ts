/**
 * Links with which users set their password: invitations and resets. A link is valid once and for a limited time; only
 * the digest of its token is stored. The token is in the fragment of the URL, which browsers do not send to servers.
 */
import { createKeyedQueue } from '../../base/concurrency/queue.ts'
import type { Language } from '../../base/i18n/language.ts'
import { translate } from '../../base/i18n/translate.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import { ACCOUNT_PATHS } from '../../calendar/posts/urls.ts'
import { type ProcessServices, type Services, withCurrentSite } from '../../calendar/services.ts'
import type { LinkPurpose } from '../../calendar/users/account-fields.ts'
import { createAttemptLimiter, createLimitKey, WINDOW_POLICY } from '../../calendar/users/attempt-limiter.ts'
import { digestToken } from '../../calendar/users/session.ts'
import { deleteUserSessions } from '../../calendar/users/session-store.ts'
import { findUser, updateUser } from '../../calendar/users/user-store.ts'
import { problem } from '../../kernel/problem.ts'
import type { User } from '../../kernel/user.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import { deleteAccountLinks, type FoundLink, findAccountLink, insertAccountLink } from './account-link-store.ts'
import { createMethodLimit } from './attempts.ts'

const LIFETIME_HOURS = { invitation: 7 * 24, reset: 1 } as const satisfies Record<LinkPurpose, number>

const TOKEN_BYTES = 32
/** Mails to one user in 15 minutes. */
export const MAX_RESET_MAILS = 3

export interface LinkRequest {
  readonly purpose: LinkPurpose
  /** URL of the pages, in the language of the mail. */
  readonly home: string
  readonly language: Language
}

export interface SentLink {
  /** Undefined when the link was mailed. */
  readonly url: string | undefined
  /** UTC. */
  readonly expires: DateTime
}

/** Creates a link, which replaces earlier ones of the user, and mails it if a mail server is configured and accepts it. */
export async function sendAccountLink(services: Services, user: User, request: LinkRequest): Promise<SentLink> {
  const { database, now, random, mailer, reportError } = services
  const { purpose, home } = request
  const token = random(TOKEN_BYTES)
  const expires = addSeconds(now(), LIFETIME_HOURS[purpose] * 3600)
  const row = { digest: digestToken(token), user_id: user.id, purpose, expires_utc: expires }
  await database.transaction((tx) => insertAccountLink(tx, row, now()))
  const url = `${home}${ACCOUNT_PATHS[purpose]}#${token}`
  if (!mailer) return { url, expires }
  try {
    await mailer.send({ to: user.email, ...createMailText(services, user, request, url) })
    return { url: undefined, expires }
  } catch (error) {
    reportError(error)
    return { url, expires }
  }
}

function createMailText({ site }: Services, { login, name }: User, { purpose, language }: LinkRequest, url: string) {
  const hours = String(LIFETIME_HOURS[purpose])
  const values = { site: site.name, login, name, url, hours }
  return {
    subject: translate(language, `mail.${purpose}_subject`, values),
    text: `${translate(language, 'mail.greeting', values)}\n\n${translate(language, `mail.${purpose}_text`, values)}\n\n${url}\n\n${translate(language, `mail.${purpose}_end`, values)}\n`,
  }
}

/** Mails a reset link to a user, if there is one who may sign in and has not got too many mails. */
function createResetMailer(services: ProcessServices) {
  const limiter = createAttemptLimiter(services, WINDOW_POLICY)
  // Mails to one user are serialized, so that the newest mail has the link that is valid.
  const queue = createKeyedQueue({ concurrency: 1 })
  return async (login: string, request: LinkRequest): Promise<void> => {
    const user = await findUser(services.database.read, login)
    if (!user || user.isDisabled) return
    await queue(String(user.id), async () => {
      const key = createLimitKey(`reset mail user ${user.id}`)
      const { wait } = await limiter.countAttempt([{ key, maxFailures: MAX_RESET_MAILS }])
      if (wait === 0) await sendAccountLink(withCurrentSite(services), user, request)
    })
  }
}

/** `maxFailures` in 15 minutes per client, for wrong links and for requests of a reset; 0 disables the limits. */
export function createAccountLinks(services: ProcessServices, maxFailures: number) {
  const { database, now, passwords, mailer, reportError } = services
  const linkLimit = createMethodLimit(services, 'account link', maxFailures)
  const resetLimit = createMethodLimit(services, 'password reset', maxFailures)
  const mailReset = createResetMailer(services)
  const pendingMails = new Set<Promise<void>>()

  async function requireLink(token: string, ip: string): Promise<FoundLink> {
    await linkLimit.countAttempt(ip)
    const found = await findAccountLink(database.read, digestToken(token), now())
    if (!found) throw problem('account_link_invalid')
    await linkLimit.refundAttempt(ip)
    return found
  }

  return {
    /** The user and the purpose of a link. Throws `account_link_invalid` or `too_many_sign_ins`. */
    describe: requireLink,
    /** Sets the password and ends the sessions of the user. Throws like `describe`. */
    redeem: async (token: string, password: string, ip: string): Promise<FoundLink> => {
      const found = await requireLink(token, ip)
      const password_hash = await passwords.hash(password)
      await database.transaction(async (tx) => {
        const { id } = found.user
        // Another request may have used the link meanwhile.
        if (!(await findAccountLink(tx, digestToken(token), now()))) throw problem('account_link_invalid')
        await deleteAccountLinks(tx, id)
        await updateUser(tx, id, { password_hash })
        await deleteUserSessions(tx, id)
        await recordChange(tx, {
          ...{ kind: 'user', id, op: 'update', at: now() },
          ...{ action: 'change-password', fields: {} },
        })
      })
      return found
    },
    /**
     * Mails a reset link in the background, so that neither the result nor its time reveals whether the user exists.
     * Throws `mail_unavailable` or `too_many_sign_ins`.
     */
    requestReset: async (login: string, request: Omit<LinkRequest, 'purpose'>, ip: string): Promise<void> => {
      if (!mailer) throw problem('mail_unavailable')
      await resetLimit.countAttempt(ip)
      const mailing = mailReset(login, { ...request, purpose: 'reset' })
        .catch(reportError)
        .finally(() => pendingMails.delete(mailing))
      pendingMails.add(mailing)
    },
    /** Resolves once all mails are sent. */
    settle: async () => {
      await Promise.all(pendingMails)
    },
  }
}
