/** Tells editors about submitted records, and authors about returned and published ones, by mail. */

import { LANGUAGES, type Language } from '../../base/i18n/language.ts'
import { translate } from '../../base/i18n/translate.ts'
import { addDays } from '../../base/time/parse-date.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import { COLLECTION_NAMES, pageUrl, type Urls } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import { listUsers } from '../../calendar/users/user-store.ts'
import type { Channel } from '../../kernel/change-record.ts'
import type { Mailer } from '../../kernel/mailer.ts'
import { POST_KINDS, type Post, type PostKind } from '../../kernel/post.ts'
import { can, type User } from '../../kernel/user.ts'
import { mayEdit } from '../../kernel/visibility.ts'
import { findNewestHistoryId, findStatusChanges, type HistoryEntry } from '../../storage/change-log/history.ts'
import { findSampleEventIds } from '../settings/sample-records.ts'
import { type SubmissionDecision, sendDecision } from '../submissions/submission-mails.ts'
import { findSubmission } from '../submissions/submission-store.ts'
import {
  advanceMailCursor,
  DEFAULT_MAIL_SETTINGS,
  findMailCursor,
  findMailSettings,
  type MailSettings,
} from './mail-store.ts'

/** No mail is sent about older changes, such as those in a restored database. */
const MAX_AGE_DAYS = 1

/** Bulk writes by imports, jobs and commands such as `seed` send no mails. */
const MAILED_CHANNELS: ReadonlySet<Channel> = new Set(['api', 'admin', 'mcp', 'submission'])

type ReviewEvent = 'submitted' | 'returned' | 'approved'

/** Follows the history, so that every way to change a record is covered and no request waits. */
export async function sendReviewMails(services: Services, getUrls: () => Urls): Promise<void> {
  const { database, now } = services
  const from = await findMailCursor(database.read)
  const to = await findNewestHistoryId(database.read)
  if (to <= from) return
  // Only the process that advances the cursor sends the mails.
  if (!(await database.transaction((tx) => advanceMailCursor(tx, { from, to })))) return
  const { mailer } = services
  if (!mailer) return
  const changes = await findStatusChanges(database.read, { from, to, since: addDays(now(), -MAX_AGE_DAYS) })
  const entries = changes.filter(({ channel }) => MAILED_CHANNELS.has(channel))
  const samples = entries.length > 0 ? await findSampleEventIds(database.read) : new Set<number>()
  for (const entry of entries) {
    if (entry.kind === 'event' && entry.action === 'create' && samples.has(entry.recordId)) continue
    await mailSubmitter({ ...services, mailer }, getUrls(), entry)
    await mailChange({ ...services, mailer }, getUrls(), entry)
  }
}

type MailServices = Services & { readonly mailer: Mailer }

async function mailChange(services: MailServices, urls: Urls, entry: HistoryEntry): Promise<void> {
  const { read } = services.database
  const kind = POST_KINDS.find((one) => one === entry.kind)
  const post: Post | undefined = kind && (await findPost(read, kind, entry.recordId))
  const event = classifyEntry(entry)
  if (!kind || !post || !event || isPartOfSubmission(entry)) return
  const users = await listUsers(read)
  const settings = await findMailSettings(read)
  const recipients = users.filter(
    (user) => !user.isDisabled && user.id !== entry.userId && mayReceive(user, post, event),
  )
  const actor = users.find(({ id }) => id === entry.userId) ?? (await findSubmission(read, entry.recordId))
  for (const user of recipients) {
    const own = settings.get(user.id) ?? DEFAULT_MAIL_SETTINGS
    if (!own.isEnabled) continue
    const language = findMailLanguage(own, services.site.languages)
    const text = createText({ event, kind, post, actor, reason: readReason(entry) }, urls, language)
    await services.mailer.send({ to: user.email, ...text }).catch(services.reportError)
  }
}

/** A venue or organizer that was created with an event is reviewed with it. */
const isPartOfSubmission = ({ channel, kind }: HistoryEntry): boolean => channel === 'submission' && kind !== 'event'

/** Tells the visitor who has submitted an event about the decision. */
async function mailSubmitter(services: MailServices, urls: Urls, entry: HistoryEntry): Promise<void> {
  const decision = classifyDecision(entry)
  const post = decision && (await findPost(services.database.read, 'event', entry.recordId))
  if (!decision || !post) return
  await sendDecision(services, {
    ...{ eventId: post.id, title: post.title, decision, reason: readReason(entry), site: urls.site },
    eventUrl: decision === 'approved' && post.status === 'publish' ? pageUrl(urls, 'event', post) : undefined,
  })
}

/** Submitters need no mail about what they did themselves. */
function classifyDecision(entry: HistoryEntry): SubmissionDecision | undefined {
  if (entry.kind !== 'event' || entry.channel === 'submission') return undefined
  const event = classifyEntry(entry)
  if (event === 'returned' || event === 'approved') return event
  const [before, after] = entry.fields['status'] ?? []
  return after === 'trash' && (before === 'pending' || before === 'draft') ? 'rejected' : undefined
}

function classifyEntry({ action, fields }: HistoryEntry): ReviewEvent | undefined {
  if (action === 'return') return 'returned'
  const [before, after] = fields['status'] ?? []
  if (after === 'pending') return 'submitted'
  return before === 'pending' && (after === 'publish' || after === 'future') ? 'approved' : undefined
}

function readReason({ fields }: HistoryEntry): string {
  const [, reason] = fields['review_note'] ?? []
  return typeof reason === 'string' ? reason : ''
}

/** Editors learn about submissions, authors about decisions on their records. */
const mayReceive = (user: User, post: Post, event: ReviewEvent): boolean =>
  event === 'submitted' ? can(user, 'edit_others_posts') && mayEdit(user, post) : user.id === post.author

const findMailLanguage = ({ language }: MailSettings, siteLanguages: readonly Language[]): Language =>
  LANGUAGES.find((one) => one === language) ?? siteLanguages[0] ?? 'en'

interface MailedChange {
  readonly event: ReviewEvent
  readonly kind: PostKind
  readonly post: Post
  readonly actor: { readonly name: string; readonly login?: string } | undefined
  readonly reason: string
}

function createText({ event, kind, post, actor, reason }: MailedChange, urls: Urls, language: Language) {
  const isPublic = event === 'approved' && post.status === 'publish'
  const url = isPublic ? pageUrl(urls, kind, post) : `${urls.home}/admin/${COLLECTION_NAMES[kind]}/${post.id}`
  const name = actor?.name || actor?.login || '?'
  const values = { title: post.title, name, reason }
  const parts = [
    translate(language, `mail.review_${event}_text`, values),
    ...(reason === '' ? [] : [reason]),
    url,
    translate(language, 'mail.review_end', { url: `${urls.home}/admin/review` }),
  ]
  return { subject: translate(language, `mail.review_${event}_subject`, values), text: `${parts.join('\n\n')}\n` }
}
