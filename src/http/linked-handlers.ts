/** What the routes of venues and organizers do: contract 10, 11 and 12. One shape, two kinds. */
import { writeWithPictures } from '../actions/pictures.ts'
import { withRevision } from '../actions/precondition.ts'
import { findById, listLinked, type Reading, readLinked, writtenLinked } from '../actions/read-posts.ts'
import type { PasswordAttempt } from '../actions/record-passwords.ts'
import { transact } from '../actions/transact.ts'
import { createLinked, updateLinked } from '../actions/write-linked.ts'
import { circumstancesOf, currentPost, refuseTrashed } from '../actions/write-post.ts'
import type { Parsed } from '../calendar/field.ts'
import type { LinkedInputOf } from '../calendar/linked-change.ts'
import type { LinkedQuery } from '../calendar/linked-query.ts'
import { planLinked } from '../calendar/plans.ts'
import type { LinkedKind, PostOf } from '../calendar/post.ts'
import { problem } from '../calendar/problem.ts'
import { addressOf } from '../calendar/shared-fields.ts'
import { mayRead } from '../calendar/visibility.ts'
import { echoLinked } from '../present/echo.ts'
import { JsonText } from '../present/json-text.ts'
import { restUrl } from '../present/urls.ts'
import { defaultStatus, listContext, listTextReply } from './lists.ts'
import type { passwordArgument } from './path-arguments.ts'
import { type Call, created, ok, pictureWrite, type Reply } from './route.ts'

const CODES = {
  venue: { notFound: 'venue-archive-page-not-found', closed: 'venue-not-accessible' },
  organizer: { notFound: 'organizer-archive-page-not-found', closed: 'organizer-not-accessible' },
} as const

type LinkedCall<K extends LinkedKind, Args> = Call<PostOf[K], Args>
type WithPassword = Parsed<typeof passwordArgument>

/** The handlers of one kind. Existing records are named by the path, so `target` is there when one runs. */
export function linkedHandlers<K extends LinkedKind>(kind: K) {
  type One<Args> = LinkedCall<K, Args>

  const reading = ({ services, urls, viewer }: One<unknown>, attempt?: PasswordAttempt): Reading => ({
    services,
    setting: { urls, currency: services.site.currency },
    sight: { viewer, attempt },
  })

  const whole = async (call: One<unknown>, post: PostOf[K]): Promise<JsonText> =>
    new JsonText(await writtenLinked<K>(reading(call), kind, post))

  async function list(call: One<LinkedQuery & WithPassword>): Promise<Reply> {
    const { args, found, viewer, urls } = call
    const seen = reading(call, call.passwordAttempt(args.password))
    const plan = planLinked(args, found, await listContext(call, seen))
    const { records, total } = await listLinked(seen, kind, plan)
    if (plan.page > 1 && records.length === 0) throw problem(CODES[kind].notFound)
    const echo = echoLinked(args, { ...plan, defaultStatus: defaultStatus(viewer) })
    const { page, perPage, until } = plan
    const facts = { kind, total, page, perPage, echo, isPageShown: true }
    return { ...listTextReply(facts, records, urls), until }
  }

  async function create(call: One<LinkedInputOf[K]>): Promise<Reply> {
    const { services, args, urls } = call
    const pictures = pictureWrite(call, addressOf('image', args.image))
    const post = await writeWithPictures(services, pictures, (tx, circumstances) =>
      createLinked<K>(tx, kind, args, circumstances),
    )
    // One of the same name may be somebody else's, and protected.
    const text = await readLinked<K>(reading(call), kind, post, 'open')
    return created(new JsonText(text), restUrl(urls, kind, post.id))
  }

  async function read(call: One<WithPassword>): Promise<Reply> {
    const { services, viewer, args } = call
    const { database } = services
    const found = existing(call)
    const { record, revision } = await withRevision(database.read, kind, found.id, () =>
      findById(database, kind, { id: String(found.id) }),
    )
    const post = record ?? found
    if (!mayRead(viewer, post)) throw problem(CODES[kind].closed)
    const text = await readLinked<K>(reading(call, call.passwordAttempt(args.password)), kind, post, 'full')
    return { ...ok(new JsonText(text)), revision }
  }

  async function update(call: One<LinkedInputOf[K]>): Promise<Reply> {
    const { services, args, viewer } = call
    const pictures = pictureWrite(call, addressOf('image', args.image))
    const post = await writeWithPictures(services, pictures, async (tx, circumstances) =>
      updateLinked<K>(tx, kind, await currentPost<K>(tx, kind, existing(call), viewer), args, circumstances),
    )
    return ok(await whole(call, post))
  }

  async function trash(call: One<unknown>): Promise<Reply> {
    const { services, viewer } = call
    const post = await transact(services, async (tx) => {
      const current = await currentPost<K>(tx, kind, existing(call), viewer)
      refuseTrashed(kind, current)
      const trashed = { status: 'trash' } as LinkedInputOf[K]
      return updateLinked<K>(tx, kind, current, trashed, circumstancesOf(services, viewer))
    })
    return ok(await whole(call, post))
  }

  return { list, create, read, update, trash, whole }
}

function existing<K extends LinkedKind>({ target }: LinkedCall<K, unknown>): PostOf[K] {
  if (!target) throw new Error('a path that names nothing was let through')
  return target
}
