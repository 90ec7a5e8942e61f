/** `wp/v2/tribe_events_cat` and `wp/v2/tags`, with the permissions and errors of WordPress itself. */
import { withRevision } from '../actions/precondition.ts'
import {
  changeTerm,
  createTerm,
  findTermByPath,
  listTerms,
  MANAGES,
  type PlacedTerm,
  placed,
  refuseParent,
} from '../actions/terms.ts'
import { transact } from '../actions/transact.ts'
import { optional, type Parsed } from '../calendar/field.ts'
import { paging } from '../calendar/plans.ts'
import { type Problem, problem } from '../calendar/problem.ts'
import type { Taxonomy, Term } from '../calendar/term.ts'
import { can, forbidden, type Viewer } from '../calendar/user.ts'
import {
  contextField,
  planWordpressTerms,
  type WordpressTermInput,
  type WordpressTermQuery,
  wordpressCategoryQuery,
  wordpressTagQuery,
  wordpressTermFields,
} from '../calendar/wordpress-term.ts'
import { presentWordpressTerm, WORDPRESS_COLLECTION, wordpressTermsUrl } from '../present/wordpress-term.ts'
import { addressOf } from './input.ts'
import { idArgument } from './path-arguments.ts'
import { everybody } from './post-access.ts'
import { type Call, CREATES, created, endpoint, ok, READS, type Reply, type Route, UPDATES } from './route.ts'

type TermCall<Args> = Call<Term, Args>
type InContext = Parsed<typeof contextField>

const TABLES = {
  category: { query: wordpressCategoryQuery, list: 'listCategories', noun: 'Category' },
  tag: { query: wordpressTagQuery, list: 'listTags', noun: 'Tag' },
} as const

const PAGE_SIZES = { perPage: 10, maxPerPage: 100 }

/** Everyone who writes posts may add tags to the site; categories are for those who manage them. */
const mayCreateTerms = (taxonomy: Taxonomy, viewer: Viewer): boolean =>
  can(viewer, taxonomy === 'tag' ? 'edit_posts' : MANAGES.category)

const mayEditTerms = (taxonomy: Taxonomy, viewer: Viewer): boolean => can(viewer, MANAGES[taxonomy])

function assertContext({ viewer, args }: TermCall<InContext>, taxonomy: Taxonomy): void {
  if (args.context === 'edit' && !mayEditTerms(taxonomy, viewer)) throw forbidden(viewer, 'rest_forbidden_context')
}

const missingTerm = (): Problem => problem('rest_term_invalid')

async function show(call: TermCall<InContext>, term: Term) {
  const [one = { term, above: [] }] = await placed(call.services.database.read, [term])
  return presentWordpressTerm({ placed: one, context: call.args.context ?? 'view', allow: call.allow }, call.urls)
}

/** The reference has a code of its own for a parent that does not exist. */
async function assertParent({ services, raw, args }: TermCall<Partial<WordpressTermInput>>, taxonomy: Taxonomy) {
  refuseParent(taxonomy, raw)
  const { parent = 0 } = args
  if (parent === 0 || (await findTermByPath(services.database, 'category', { id: String(parent) }))) return
  throw problem('rest_term_invalid', { status: 400, message: 'error.parent_term_missing' })
}

function listRoute(taxonomy: Taxonomy): Route<Term> {
  const { query, list, noun } = TABLES[taxonomy]
  return {
    pattern: `/${WORDPRESS_COLLECTION[taxonomy]}`,
    endpoints: [
      endpoint({
        operation: list,
        answers: {},
        methods: READS,
        path: {},
        args: query,
        isQuery: true,
        access: everybody,
        handle: (call: TermCall<WordpressTermQuery>) => answerList(call, taxonomy),
      }),
      endpoint({
        operation: `create${noun}`,
        answers: {},
        methods: CREATES,
        path: {},
        args: wordpressTermFields,
        access: (viewer) => mayCreateTerms(taxonomy, viewer),
        refusal: 'rest_cannot_create',
        refusalMessage: 'error.rest_cannot_create.term',
        handle: async (call: TermCall<WordpressTermInput>): Promise<Reply> => {
          await assertParent(call, taxonomy)
          const { services, args, urls } = call
          const term = await transact(services, (tx) => createTerm(tx, taxonomy, args, services.now()))
          const shown = await show({ ...call, args: { context: 'edit' } }, term)
          return created(shown, `${wordpressTermsUrl(urls, taxonomy)}/${term.id}`)
        },
      }),
    ],
  }
}

async function answerList(call: TermCall<WordpressTermQuery>, taxonomy: Taxonomy): Promise<Reply> {
  assertContext(call, taxonomy)
  const { services, args, found, urls } = call
  const plan = planWordpressTerms(taxonomy, args, { found, paging: paging(args, PAGE_SIZES) })
  const { records, total } = await listTerms(services.database.read, plan)
  const context = args.context ?? 'view'
  const present = (one: PlacedTerm) => presentWordpressTerm({ placed: one, context, allow: undefined }, urls)
  return ok(records.map(present), totalsOf(call, taxonomy, { total, ...plan }))
}

interface Totals {
  readonly total: number
  readonly page: number
  readonly perPage: number
}

function totalsOf({ raw, urls }: TermCall<unknown>, taxonomy: Taxonomy, { total, page, perPage }: Totals) {
  const pages = Math.ceil(total / perPage)
  const at = (number: number) =>
    addressOf(wordpressTermsUrl(urls, taxonomy), { ...raw, page: String(number) }, TABLES[taxonomy].query)
  const links = [
    ...(page > 1 ? [`<${at(Math.min(page - 1, Math.max(pages, 1)))}>; rel="prev"`] : []),
    ...(page < pages ? [`<${at(page + 1)}>; rel="next"`] : []),
  ]
  return {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(pages),
    ...(links.length > 0 && { link: links.join(', ') }),
  }
}

function itemRoute(taxonomy: Taxonomy): Route<Term> {
  const { noun } = TABLES[taxonomy]
  return {
    pattern: `/${WORDPRESS_COLLECTION[taxonomy]}/(?P<id>[\\d]+)`,
    kind: taxonomy,
    find: ({ database }, params) => findTermByPath(database, taxonomy, params),
    endpoints: [
      endpoint({
        operation: `get${noun}`,
        answers: {},
        methods: READS,
        path: idArgument,
        args: contextField,
        isQuery: true,
        access: everybody,
        handle: (call: TermCall<InContext>) => answerTerm(call, taxonomy),
      }),
      endpoint({
        operation: `update${noun}`,
        answers: {},
        methods: UPDATES,
        path: idArgument,
        args: optional(wordpressTermFields),
        // The handler answers 404 for a term that does not exist, before permissions count.
        access: (viewer, term) => term === undefined || mayEditTerms(taxonomy, viewer),
        refusal: 'rest_cannot_update',
        handle: async (call: TermCall<Partial<WordpressTermInput>>): Promise<Reply> => {
          if (!call.target) throw missingTerm()
          await assertParent(call, taxonomy)
          const term = await changeTerm(call.services, call.target, call.args)
          return ok(await show({ ...call, args: { context: 'edit' } }, term))
        },
      }),
    ],
  }
}

async function answerTerm(call: TermCall<InContext>, taxonomy: Taxonomy): Promise<Reply> {
  const { services, params, target } = call
  if (!target) throw missingTerm()
  assertContext(call, taxonomy)
  const { record, revision } = await withRevision(services.database.read, taxonomy, target.id, () =>
    findTermByPath(services.database, taxonomy, params),
  )
  return { ...ok(await show(call, record ?? target)), revision }
}

export const wordpressTermRoutes: readonly Route<Term>[] = [
  listRoute('category'),
  itemRoute('category'),
  listRoute('tag'),
  itemRoute('tag'),
]
