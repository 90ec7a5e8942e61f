/** Venues and organizers: contract 10, 11 and 12. One shape, two kinds. */
import { findById, findBySlug, listLinked, type Seen, see } from '../actions/read-posts.ts'
import { clockOf } from '../actions/services.ts'
import { createLinked, updateLinked } from '../actions/write-linked.ts'
import { changePost, circumstancesOf, refuseTrashed } from '../actions/write-post.ts'
import { type Fields, optional, type Parsed } from '../calendar/field.ts'
import type { LinkedInputOf } from '../calendar/linked-change.ts'
import { type LinkedQuery, linkedQuery } from '../calendar/linked-query.ts'
import { organizerFields } from '../calendar/organizer.ts'
import { paging, planLinked } from '../calendar/plans.ts'
import type { LinkedKind, PostOf } from '../calendar/post.ts'
import { problem } from '../calendar/problem.ts'
import { venueFields } from '../calendar/venue.ts'
import { mayRead } from '../calendar/visibility.ts'
import { echoLinked } from '../present/echo.ts'
import { presentLinked } from '../present/linked.ts'
import { PLURAL, restUrl } from '../present/urls.ts'
import { defaultStatus, listReply } from './lists.ts'
import { idArgument, passwordArgument, slugArgument } from './path-arguments.ts'
import { everybody, mayChange, mayCreate } from './post-access.ts'
import { type Call, CREATES, created, DELETES, endpoint, ok, READS, type Reply, type Route, UPDATES } from './route.ts'

/** What tells the two kinds apart here: their fields and their codes. */
const KINDS = {
  venue: {
    noun: 'Venue',
    fields: venueFields,
    notFound: 'venue-archive-page-not-found',
    closed: 'venue-not-accessible',
  },
  organizer: {
    noun: 'Organizer',
    fields: organizerFields,
    notFound: 'organizer-archive-page-not-found',
    closed: 'organizer-not-accessible',
  },
} as const

type LinkedCall<K extends LinkedKind, Args> = Call<PostOf[K], Args>

type By = '' | 'BySlug'

/** What the documents call the operations, and what those answer. */
function operationsOf(noun: 'Venue' | 'Organizer') {
  const answers = { 200: noun } as const
  return {
    list: { methods: READS, operation: `list${noun}s`, answers: { 200: `${noun}List`, 404: 'Error' } },
    create: { methods: CREATES, operation: `create${noun}`, answers: { 201: noun } },
    get: (by: By) => ({ methods: READS, operation: `get${noun}${by}`, answers }) as const,
    update: (by: By) => ({ methods: UPDATES, operation: `update${noun}${by}`, answers }) as const,
    delete: (by: By) =>
      ({ methods: DELETES, operation: `delete${noun}${by}`, answers: { ...answers, 410: 'Error' } }) as const,
  } as const
}

const queryWithPassword = { ...linkedQuery, ...passwordArgument }

/** The routes of one kind. Existing records are named by the path, so `target` is there when a handler runs. */
export function linkedRoutes<K extends LinkedKind>(kind: K): readonly Route<PostOf[K]>[] {
  type One<Args> = LinkedCall<K, Args>
  const facts = KINDS[kind]
  const fields: Fields = facts.fields
  const operations = operationsOf(facts.noun)

  const present = ({ urls }: One<unknown>, seen: Seen<PostOf[K]>, withJsonLd = false) =>
    presentLinked<K>(kind, seen, urls, withJsonLd)

  const whole = (call: One<unknown>, post: PostOf[K]) => present(call, { post, isClosed: false })

  async function list(call: One<LinkedQuery & Parsed<typeof passwordArgument>>): Promise<Reply> {
    const { services, args, found, viewer, urls, passwordHeader } = call
    const plan = planLinked(args, found, { viewer, clock: clockOf(services), paging: paging(args, services.site) })
    const sight = { viewer, password: args.password ?? passwordHeader }
    const { records, total } = await listLinked<K>(services.database.read, kind, plan, sight)
    if (plan.page > 1 && records.length === 0) throw problem(facts.notFound)
    const echo = echoLinked(args, { perPage: plan.perPage, defaultStatus: defaultStatus(viewer) })
    const shown = records.map((record) => present(call, record))
    const { page, perPage } = plan
    return listReply({ kind, records: shown, total, page, perPage, echo, isPageShown: true }, urls)
  }

  async function create(call: One<LinkedInputOf[K]>): Promise<Reply> {
    const { services, args, viewer, urls } = call
    const post = await services.database.transaction((tx) =>
      createLinked<K>(tx, kind, args, circumstancesOf(services, viewer)),
    )
    return created(whole(call, post), restUrl(urls, kind, post.id))
  }

  async function read(call: One<Parsed<typeof passwordArgument>>): Promise<Reply> {
    const { viewer, args, passwordHeader } = call
    const post = existing(call)
    if (!mayRead(viewer, post)) throw problem(facts.closed)
    return ok(present(call, see(post, { viewer, password: args.password ?? passwordHeader }), true))
  }

  async function update(call: One<LinkedInputOf[K]>): Promise<Reply> {
    const { services, args, viewer } = call
    const post = await changePost(services, kind, existing(call), viewer, (tx, current) =>
      updateLinked<K>(tx, kind, current, args, circumstancesOf(services, viewer)),
    )
    return ok(whole(call, post))
  }

  async function trash(call: One<unknown>): Promise<Reply> {
    const { services, viewer } = call
    const post = await changePost(services, kind, existing(call), viewer, (tx, current) => {
      refuseTrashed(kind, current)
      return updateLinked<K>(
        tx,
        kind,
        current,
        { status: 'trash' } as LinkedInputOf[K],
        circumstancesOf(services, viewer),
      )
    })
    return ok(whole(call, post))
  }

  const items = (path: Fields, refuses: string, by: By): Route<PostOf[K]>['endpoints'] => [
    endpoint({ ...operations.get(by), path, args: passwordArgument, refuses, access: everybody, handle: read }),
    endpoint({ ...operations.delete(by), path, args: {}, refuses, access: mayChange, handle: trash }),
    endpoint({
      ...operations.update(by),
      path,
      args: optional(fields),
      refuses,
      access: mayChange,
      handle: update as never,
    }),
  ]

  const collection = `/${PLURAL[kind]}`
  return [
    {
      pattern: collection,
      endpoints: [
        endpoint({
          ...operations.list,
          path: {},
          args: queryWithPassword,
          isQuery: true,
          access: everybody,
          handle: list,
        }),
        endpoint({ ...operations.create, path: {}, args: fields, access: mayCreate, handle: create as never }),
      ],
    },
    {
      pattern: `${collection}/(?P<id>\\d+)`,
      find: ({ database }, params) => findById(database, kind, params),
      endpoints: items(idArgument, 'id', ''),
    },
    {
      pattern: `${collection}/by-slug/(?P<slug>[^/]+)`,
      find: ({ database }, params) => findBySlug(database, kind, params),
      endpoints: items(slugArgument, 'slug', 'BySlug'),
    },
  ]
}

function existing<K extends LinkedKind>({ target }: LinkedCall<K, unknown>): PostOf[K] {
  if (!target) throw new Error('a path that names nothing was let through')
  return target
}
