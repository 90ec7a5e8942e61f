/** Categories and tags: contract 13. */

import { withRevision } from '../actions/precondition.ts'
import { clockOf } from '../actions/services.ts'
import {
  changeTerm,
  createTerm,
  findTermByPath,
  listTerms,
  MANAGES,
  placed,
  refuseParent,
  removeTerm,
} from '../actions/terms.ts'
import { transact } from '../actions/transact.ts'
import { optional } from '../calendar/field.ts'
import { paging, planTerms } from '../calendar/plans.ts'
import {
  categoryFields,
  categoryQuery,
  type Taxonomy,
  type Term,
  type TermInput,
  type TermQuery,
  tagFields,
  tagQuery,
} from '../calendar/term.ts'
import { can, type Viewer } from '../calendar/user.ts'
import { echoTerms } from '../present/echo.ts'
import { presentTerm, termLinks } from '../present/term.ts'
import { PLURAL, restUrl } from '../present/urls.ts'
import { listReply } from './lists.ts'
import { idArgument } from './path-arguments.ts'
import { everybody } from './post-access.ts'
import { type Call, CREATES, created, DELETES, endpoint, ok, READS, type Reply, type Route, UPDATES } from './route.ts'

type TermCall<Args> = Call<Term, Args>

const TABLES = {
  category: {
    fields: categoryFields,
    query: categoryQuery,
    list: { operation: 'listCategories', answers: { 200: 'CategoryList' } },
    noun: 'Category',
  },
  tag: {
    fields: tagFields,
    query: tagQuery,
    list: { operation: 'listTags', answers: { 200: 'TagList' } },
    noun: 'Tag',
  },
} as const

async function single(call: TermCall<unknown>, term: Term) {
  const [one = { term, above: [] }] = await placed(call.services.database.read, [term])
  return { ...presentTerm(one, call.urls), _links: termLinks(term, call.urls, call.allow) }
}

async function read(call: TermCall<unknown>): Promise<Reply> {
  const { services, params } = call
  const found = existing(call)
  const { record, revision } = await withRevision(services.database.read, found.taxonomy, found.id, () =>
    findTermByPath(services.database, found.taxonomy, params),
  )
  return { ...ok(await single(call, record ?? found)), revision }
}

function existing({ target }: TermCall<unknown>): Term {
  if (!target) throw new Error('a path that names nothing was let through')
  return target
}

/** The routes of one taxonomy. */
export function termRoutes(taxonomy: Taxonomy): readonly Route<Term>[] {
  const { fields, query, noun, list: listed } = TABLES[taxonomy]
  const manages = (viewer: Viewer): boolean => can(viewer, MANAGES[taxonomy])

  async function list({ services, args, raw, found, urls }: TermCall<TermQuery>): Promise<Reply> {
    const plan = planTerms(taxonomy, args, {
      found,
      clock: clockOf(services),
      paging: paging(args, services.site),
    })
    const { records, total } = await listTerms(services.database.read, plan)
    const shown = records.map((record) => presentTerm(record, urls))
    const { page, perPage } = plan
    const echo = echoTerms(args, raw, plan)
    const facts = { kind: taxonomy, records: shown, total, page, perPage, echo, isPageShown: false }
    return { ...listReply(facts, urls), until: plan.until }
  }

  async function create(call: TermCall<TermInput>): Promise<Reply> {
    refuseParent(taxonomy, call.raw)
    const { services, args } = call
    const term = await transact(services, (tx) => createTerm(tx, taxonomy, args, services.now()))
    return created(await single(call, term), restUrl(call.urls, taxonomy, term.id))
  }

  async function update(call: TermCall<Partial<TermInput>>): Promise<Reply> {
    refuseParent(taxonomy, call.raw)
    return ok(await single(call, await changeTerm(call.services, existing(call), call.args)))
  }

  async function remove(call: TermCall<unknown>): Promise<Reply> {
    const term = existing(call)
    const [one = { term, above: [] }] = await placed(call.services.database.read, [term])
    await removeTerm(call.services, term)
    return ok(presentTerm(one, call.urls))
  }

  const collection = `/${PLURAL[taxonomy]}`
  const item = { path: idArgument, refuses: 'id', answers: { 200: 'Term' } } as const
  return [
    {
      pattern: collection,
      endpoints: [
        endpoint({ ...listed, methods: READS, path: {}, args: query, isQuery: true, access: everybody, handle: list }),
        endpoint({
          operation: `create${noun}`,
          answers: { 201: 'Term' },
          methods: CREATES,
          path: {},
          args: fields,
          access: manages,
          handle: create,
        }),
      ],
    },
    {
      pattern: `${collection}/(?P<id>\\d+)`,
      kind: taxonomy,
      find: ({ database }, params) => findTermByPath(database, taxonomy, params),
      endpoints: [
        endpoint({ ...item, operation: `get${noun}`, methods: READS, args: {}, access: everybody, handle: read }),
        endpoint({
          ...item,
          operation: `update${noun}`,
          methods: UPDATES,
          args: optional(fields),
          access: manages,
          handle: update,
        }),
        endpoint({ ...item, operation: `delete${noun}`, methods: DELETES, args: {}, access: manages, handle: remove }),
      ],
    },
  ]
}
