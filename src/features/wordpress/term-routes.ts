/** `wp/v2/tribe_events_cat` and `wp/v2/tags`, with the permissions and errors of WordPress itself. */

import { createTotalHeaders } from '../../api/total-headers.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import {
  assertParentAllowed,
  changeTerm,
  createTerm,
  findTermByPath,
  listTerms,
  loadAncestors,
  MANAGE_CAPABILITIES,
  type TermWithAncestors,
} from '../../calendar/terms/write-terms.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import {
  CREATE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { makeOptional, type Parsed } from '../../kernel/field.ts'
import { type Problem, problem } from '../../kernel/problem.ts'
import type { Taxonomy, Term } from '../../kernel/term.ts'
import { can, forbidden, type Viewer } from '../../kernel/user.ts'
import { readWithRevision } from '../../storage/change-log/change-log.ts'
import { presentWordpressTerm, WORDPRESS_COLLECTION, wordpressTermsUrl } from './present-term.ts'
import {
  contextField,
  planWordpressTerms,
  type WordpressTermInput,
  type WordpressTermQuery,
  wordpressCategoryQuery,
  wordpressTagQuery,
  wordpressTermFields,
} from './wordpress-term-query.ts'

type WordpressTermRequest<Args> = EndpointRequest<Term, Args>
type ContextArguments = Parsed<typeof contextField>

const TAXONOMY_OPTIONS = {
  category: { query: wordpressCategoryQuery, list: 'listCategories', noun: 'Category' },
  tag: { query: wordpressTagQuery, list: 'listTags', noun: 'Tag' },
} as const

const PAGE_SIZES = { perPage: 10, maxPerPage: 100 }

/** Users who may write posts can create tags; categories require the capability to manage them. */
const mayCreateTerms = (taxonomy: Taxonomy, viewer: Viewer): boolean =>
  can(viewer, taxonomy === 'tag' ? 'edit_posts' : MANAGE_CAPABILITIES.category)

const mayEditTerms = (taxonomy: Taxonomy, viewer: Viewer): boolean => can(viewer, MANAGE_CAPABILITIES[taxonomy])

function assertContext({ viewer, args }: WordpressTermRequest<ContextArguments>, taxonomy: Taxonomy): void {
  if (args.context === 'edit' && !mayEditTerms(taxonomy, viewer)) throw forbidden(viewer, 'rest_forbidden_context')
}

const createMissingTermProblem = (): Problem => problem('rest_term_invalid')

async function presentInContext(call: WordpressTermRequest<ContextArguments>, term: Term) {
  const [placedTerm = { term, above: [] }] = await loadAncestors(call.services.database.read, [term])
  return presentWordpressTerm(
    { placed: placedTerm, context: call.args.context ?? 'view', allowedMethods: call.allowedMethods },
    call.urls,
  )
}

/** WordPress has a separate error code for a missing parent. */
async function assertParent(
  { services, rawInput, args }: WordpressTermRequest<Partial<WordpressTermInput>>,
  taxonomy: Taxonomy,
) {
  assertParentAllowed(taxonomy, rawInput)
  const { parent = 0 } = args
  if (parent === 0 || (await findTermByPath(services.database, 'category', { id: String(parent) }))) return
  throw problem('rest_term_invalid', { status: 400, message: 'error.parent_term_missing' })
}

function createListRoute(taxonomy: Taxonomy): Route<Term> {
  const { query, list, noun } = TAXONOMY_OPTIONS[taxonomy]
  return {
    pattern: `/${WORDPRESS_COLLECTION[taxonomy]}`,
    endpoints: [
      defineEndpoint({
        operation: list,
        answers: {},
        methods: READ_METHODS,
        path: {},
        args: query,
        isQuery: true,
        access: allowEveryone,
        handle: (call: WordpressTermRequest<WordpressTermQuery>) => handleList(call, taxonomy),
      }),
      defineEndpoint({
        operation: `create${noun}`,
        answers: {},
        methods: CREATE_METHODS,
        path: {},
        args: wordpressTermFields,
        access: (viewer) => mayCreateTerms(taxonomy, viewer),
        forbiddenCode: 'rest_cannot_create',
        forbiddenMessage: 'error.rest_cannot_create.term',
        handle: async (call: WordpressTermRequest<WordpressTermInput>): Promise<EndpointResponse> => {
          await assertParent(call, taxonomy)
          const { services, args, urls } = call
          const term = await retryTransaction(services, (tx) => createTerm(tx, taxonomy, args, services.now()))
          const view = await presentInContext({ ...call, args: { context: 'edit' } }, term)
          return createdResponse(view, `${wordpressTermsUrl(urls, taxonomy)}/${term.id}`)
        },
      }),
    ],
  }
}

async function handleList(
  call: WordpressTermRequest<WordpressTermQuery>,
  taxonomy: Taxonomy,
): Promise<EndpointResponse> {
  assertContext(call, taxonomy)
  const { services, args, foundIds: found, urls, rawInput } = call
  const plan = planWordpressTerms(taxonomy, args, { found, paging: createPagination(args, PAGE_SIZES) })
  const { records, total } = await listTerms(services.database.read, plan)
  const context = args.context ?? 'view'
  const present = (term: TermWithAncestors) =>
    presentWordpressTerm({ placed: term, context, allowedMethods: undefined }, urls)
  const list = { url: wordpressTermsUrl(urls, taxonomy), rawInput, fields: TAXONOMY_OPTIONS[taxonomy].query }
  return okResponse(records.map(present), createTotalHeaders(list, { total, ...plan }))
}

function createItemRoute(taxonomy: Taxonomy): Route<Term> {
  const { noun } = TAXONOMY_OPTIONS[taxonomy]
  return {
    pattern: `/${WORDPRESS_COLLECTION[taxonomy]}/(?P<id>[\\d]+)`,
    kind: taxonomy,
    findTarget: ({ database }, params) => findTermByPath(database, taxonomy, params),
    endpoints: [
      defineEndpoint({
        operation: `get${noun}`,
        answers: {},
        methods: READ_METHODS,
        path: idArgument,
        args: contextField,
        isQuery: true,
        access: allowEveryone,
        handle: (call: WordpressTermRequest<ContextArguments>) => handleTerm(call, taxonomy),
      }),
      defineEndpoint({
        operation: `update${noun}`,
        answers: {},
        methods: UPDATE_METHODS,
        path: idArgument,
        args: makeOptional(wordpressTermFields),
        // The handler answers 404 for a term that does not exist, before permissions count.
        access: (viewer, term) => term === undefined || mayEditTerms(taxonomy, viewer),
        forbiddenCode: 'rest_cannot_update',
        handle: async (call: WordpressTermRequest<Partial<WordpressTermInput>>): Promise<EndpointResponse> => {
          if (!call.target) throw createMissingTermProblem()
          await assertParent(call, taxonomy)
          const term = await changeTerm(call.services, call.target, call.args, call.precondition)
          return okResponse(await presentInContext({ ...call, args: { context: 'edit' } }, term))
        },
      }),
    ],
  }
}

async function handleTerm(call: WordpressTermRequest<ContextArguments>, taxonomy: Taxonomy): Promise<EndpointResponse> {
  const { services, params, target } = call
  if (!target) throw createMissingTermProblem()
  assertContext(call, taxonomy)
  const { record, revision } = await readWithRevision(services.database.read, taxonomy, target.id, () =>
    findTermByPath(services.database, taxonomy, params),
  )
  return { ...okResponse(await presentInContext(call, record ?? target)), revision }
}

export const wordpressTermRoutes: readonly Route<Term>[] = [
  createListRoute('category'),
  createItemRoute('category'),
  createListRoute('tag'),
  createItemRoute('tag'),
]
