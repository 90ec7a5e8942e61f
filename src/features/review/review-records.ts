/** Reviews: editors return submitted records with a reason, and everybody involved can write notes. */
import { addDays } from '../../base/time/parse-date.ts'
import { writeEvent } from '../../calendar/events/write-event.ts'
import type { LinkedInputByKind } from '../../calendar/linked/apply-linked-input.ts'
import { updateLinked } from '../../calendar/linked/write-linked.ts'
import type { Precondition } from '../../calendar/optimistic-lock.ts'
import { requireCurrentPost } from '../../calendar/posts/save-post.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import type { Services } from '../../calendar/services.ts'
import { findUsersByIds } from '../../calendar/users/user-store.ts'
import { createWriteContext } from '../../calendar/write-context.ts'
import type { PostKind } from '../../kernel/post.ts'
import { problem } from '../../kernel/problem.ts'
import { can, type User, type Viewer } from '../../kernel/user.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import type { Submission } from '../submissions/submission.ts'
import { findSubmissions } from '../submissions/submission-store.ts'
import { findNotes, findReturnedIds, insertNote, type NewNote, type ReviewNote } from './note-store.ts'
import { findReviewRecords, type ReviewRecord } from './review-store.ts'

/** A note with its author; undefined when the user was removed. */
export interface AttributedNote extends ReviewNote {
  readonly user: User | undefined
}

export async function listNotes(db: Reader, recordId: number): Promise<readonly AttributedNote[]> {
  return attribute(db, await findNotes(db, [recordId]))
}

async function attribute<T extends { readonly author: number }>(db: Reader, records: readonly T[]) {
  const users = await findUsersByIds(db, [...new Set(records.map(({ author }) => author))])
  const byId = new Map(users.map((user) => [user.id, user]))
  return records.map((record) => ({ ...record, user: byId.get(record.author) }))
}

interface NoteRequest {
  readonly viewer: Viewer
  readonly kind: PostKind
  readonly id: number
  readonly text: string
}

export async function addNote(services: Services, { viewer, kind, id, text }: NoteRequest): Promise<AttributedNote> {
  const note: NewNote = { recordId: id, author: viewer.id, action: 'note', text, at: services.now() }
  const noteId = await retryTransaction(services, async (tx) => {
    await requireCurrentPost(tx, kind, { id }, viewer)
    return insertNote(tx, note)
  })
  const [attributed] = await attribute(services.database.read, [{ ...note, id: noteId }])
  if (!attributed) throw new Error('the note is missing')
  return attributed
}

/** Makes a submitted record a draft again; its author sees the reason. Throws `record-not-pending`. */
export async function returnRecord(
  services: Services,
  { viewer, kind, id, text }: NoteRequest,
  precondition: Precondition | undefined,
): Promise<AttributedNote> {
  const at = services.now()
  const note: NewNote = { recordId: id, author: viewer.id, action: 'return', text, at }
  const noteId = await retryTransaction(
    services,
    async (tx) => {
      await writeDraft(tx, services, { viewer, kind, id })
      const fields = { review_note: [null, text] } as const
      await recordChange(tx, { kind, id, op: 'update', at, action: 'return', fields })
      return insertNote(tx, note)
    },
    precondition,
  )
  const [attributed] = await attribute(services.database.read, [{ ...note, id: noteId }])
  if (!attributed) throw new Error('the note is missing')
  return attributed
}

async function writeDraft(
  tx: Writer,
  services: Services,
  { viewer, kind, id }: Omit<NoteRequest, 'text'>,
): Promise<void> {
  const context = createWriteContext(services, viewer)
  const assertPending = ({ status }: { readonly status: string }) => {
    if (status !== 'pending') throw problem('record-not-pending')
  }
  if (kind === 'event') {
    const current = await requireCurrentPost(tx, kind, { id }, viewer)
    assertPending(current)
    await writeEvent(tx, current, { status: 'draft' }, context)
    return
  }
  const current = await requireCurrentPost(tx, kind, { id }, viewer)
  assertPending(current)
  await updateLinked<typeof kind>(tx, { kind, current }, { status: 'draft' } as LinkedInputByKind[typeof kind], context)
}

export interface ReviewItem extends ReviewRecord {
  readonly user: User | undefined
  /** The newest note. */
  readonly note: AttributedNote | undefined
  readonly notes: number
  /** Undefined for records that no visitor has submitted. */
  readonly submission: ReviewedSubmission | undefined
}

export interface ReviewedSubmission extends Submission {
  /** Venues and organizers that were created with the event and are published with it. */
  readonly records: readonly ReviewRecord[]
}

export interface ReviewOverview {
  readonly pending: readonly ReviewItem[]
  /** Drafts that were returned. */
  readonly returned: readonly ReviewItem[]
  /** Published within the period. */
  readonly scheduled: readonly ReviewItem[]
}

/** Maximum number of each kind and list. */
const MAX_RECORDS = 100

/** All records for editors, and their own for others. */
export async function readReview(services: Services, viewer: Viewer, days: number): Promise<ReviewOverview> {
  const { read } = services.database
  const author = can(viewer, 'edit_others_posts') ? 0 : viewer.id
  const until = addDays(services.now(), days)
  const returnedIds = await findReturnedIds(read, MAX_RECORDS)
  const [pending, returned, scheduled] = [
    await findReviewRecords(read, { status: 'pending', author }, MAX_RECORDS),
    returnedIds.length === 0
      ? []
      : await findReviewRecords(read, { status: 'draft', author, ids: returnedIds }, MAX_RECORDS),
    await findReviewRecords(read, { status: 'future', author, until }, MAX_RECORDS),
  ]
  const all = [...pending, ...returned, ...scheduled]
  const ids = all.map(({ id }) => id)
  const notes = await attribute(read, await findNotes(read, ids))
  const submissions = describeSubmissions(await findSubmissions(read, ids), all)
  const parts: ReadonlySet<ReviewRecord | undefined> = new Set(
    [...submissions.values()].flatMap(({ records }) => records),
  )
  const describe = async (records: readonly ReviewRecord[]): Promise<ReviewItem[]> =>
    (await attribute(read, records))
      .filter((_, index) => !parts.has(records[index]))
      .map((record) => {
        const own = notes.filter(({ recordId }) => recordId === record.id)
        return { ...record, note: own.at(-1), notes: own.length, submission: submissions.get(record.id) }
      })
  return { pending: await describe(pending), returned: await describe(returned), scheduled: await describe(scheduled) }
}

function describeSubmissions(
  submissions: ReadonlyMap<number, Submission>,
  records: readonly ReviewRecord[],
): ReadonlyMap<number, ReviewedSubmission> {
  const findParts = ({ venueId, organizerId }: Submission) =>
    [venueId, organizerId].flatMap((part) => records.find(({ id }) => id === part) ?? [])
  return new Map([...submissions].map(([id, one]) => [id, { ...one, records: findParts(one) }]))
}
