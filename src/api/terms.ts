/** Routes of categories and tags (wire-contract §13). */

import { buildTermParameters } from '../calendar/lists/query-params.ts'
import { createPagination, planTerms } from '../calendar/lists/query-plan.ts'
import { categoryQuery, type TermQuery, tagQuery } from '../calendar/lists/term-query.ts'
import { recordTermFields } from '../calendar/posts/recorded-fields.ts'
import { COLLECTION_NAMES, restUrl } from '../calendar/posts/urls.ts'
import { retryTransaction } from '../calendar/retry-transaction.ts'
import { createTimeContext } from '../calendar/services.ts'
import { presentTerm, presentTermLinks } from '../calendar/terms/present-term.ts'
import { categoryFields, type TermInput, tagFields } from '../calendar/terms/term-fields.ts'
import {
  assertParentAllowed,
  changeTerm,
  createTerm,
  findTermByPath,
  listTerms,
  loadAncestors,
  MANAGE_CAPABILITIES,
  removeTerm,
} from '../calendar/terms/write-terms.ts'
import { allowEveryone } from '../http/access-rules.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type Endpoint,
  type EndpointRequest,
  READ_METHODS,
  type RevisableKind,
  type Route,
  UPDATE_METHODS,
} from '../http/endpoint.ts'
import { idArgument } from '../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../http/response/reply.ts'
import { textFormField } from '../kernel/common-fields.ts'
import { type Fields, makeOptional } from '../kernel/field.ts'
import type { Taxonomy, Term } from '../kernel/term.ts'
import { can, type Viewer } from '../kernel/user.ts'
import { readWithRevision } from '../storage/change-log/change-log.ts'
import { createListResponse } from './list-response.ts'

type TermRequest<Args> = EndpointRequest<Term, Args>

const TAXONOMY_OPTIONS = {
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

/** The routes of one taxonomy. */
export function createTermRoutes(taxonomy: Taxonomy): readonly Route<Term>[] {
  const collection = `/${COLLECTION_NAMES[taxonomy]}`
  return [
    { pattern: collection, endpoints: createCollectionEndpoints(taxonomy) },
    {
      pattern: `${collection}/(?P<id>\\d+)`,
      kind: taxonomy,
      findTarget: ({ database }, params) => findTermByPath(database, taxonomy, params),
      endpoints: createItemEndpoints(taxonomy),
    },
  ]
}

export const createRevisableTerm = (taxonomy: Taxonomy): RevisableKind<Term> => ({
  kind: taxonomy,
  fields: makeOptional<Fields>(TAXONOMY_OPTIONS[taxonomy].fields),
  findTarget: ({ database }, params) => findTermByPath(database, taxonomy, params),
  mayEdit: createManageRule(taxonomy),
  recordFields: recordTermFields,
  update,
})

function createCollectionEndpoints(taxonomy: Taxonomy): readonly Endpoint<Term>[] {
  const options = TAXONOMY_OPTIONS[taxonomy]
  return [
    defineEndpoint({
      ...options.list,
      methods: READ_METHODS,
      path: {},
      args: options.query,
      isQuery: true,
      access: allowEveryone,
      isSharedByClass: true,
      handle: (call: TermRequest<TermQuery>) => list(call, taxonomy),
    }),
    defineEndpoint({
      operation: `create${options.noun}`,
      answers: { 201: 'Term' },
      methods: CREATE_METHODS,
      path: {},
      args: options.fields,
      access: createManageRule(taxonomy),
      handle: (call: TermRequest<TermInput>) => create(call, taxonomy),
    }),
  ]
}

function createItemEndpoints(taxonomy: Taxonomy): readonly Endpoint<Term>[] {
  const { noun, fields } = TAXONOMY_OPTIONS[taxonomy]
  const item = { path: idArgument, missingTargetArgument: 'id', answers: { 200: 'Term' } } as const
  const mayManage = createManageRule(taxonomy)
  return [
    defineEndpoint({
      ...item,
      operation: `get${noun}`,
      methods: READ_METHODS,
      args: { text: textFormField },
      access: allowEveryone,
      isSharedByClass: true,
      handle: read,
    }),
    defineEndpoint({
      ...item,
      operation: `update${noun}`,
      methods: UPDATE_METHODS,
      args: makeOptional(fields),
      access: mayManage,
      handle: update,
    }),
    defineEndpoint({
      ...item,
      operation: `delete${noun}`,
      methods: DELETE_METHODS,
      args: {},
      access: mayManage,
      handle: remove,
    }),
  ]
}

/** Access rule of the endpoints that write. */
const createManageRule =
  (taxonomy: Taxonomy) =>
  (viewer: Viewer): boolean =>
    can(viewer, MANAGE_CAPABILITIES[taxonomy])

async function list(call: TermRequest<TermQuery>, taxonomy: Taxonomy): Promise<EndpointResponse> {
  const { services, args, rawInput, foundIds, urls } = call
  const plan = planTerms(taxonomy, args, {
    found: foundIds,
    clock: createTimeContext(services),
    paging: createPagination(args, services.site),
  })
  const { records, total } = await listTerms(services.database.read, plan)
  const views = records.map((record) => presentTerm(record, urls))
  const { page, perPage } = plan
  const queryParameters = buildTermParameters(args, rawInput, plan)
  const listData = { kind: taxonomy, records: views, total, page, perPage, queryParameters, hasCompleteUrl: false }
  return { ...createListResponse(listData, urls), until: plan.validUntil }
}

async function create(call: TermRequest<TermInput>, taxonomy: Taxonomy): Promise<EndpointResponse> {
  assertParentAllowed(taxonomy, call.rawInput)
  const { services, args } = call
  const term = await retryTransaction(services, (tx) => createTerm(tx, taxonomy, args, services.now()))
  return createdResponse(await presentSingleTerm(call, term), restUrl(call.urls, taxonomy, term.id))
}

async function read(call: TermRequest<unknown>): Promise<EndpointResponse> {
  const { database } = call.services
  const target = requireTarget(call)
  const { record, revision } = await readWithRevision(database.read, target.taxonomy, target.id, () =>
    findTermByPath(database, target.taxonomy, call.params),
  )
  return { ...okResponse(await presentSingleTerm(call, record ?? target)), revision }
}

async function update(call: TermRequest<Partial<TermInput>>): Promise<EndpointResponse> {
  const target = requireTarget(call)
  assertParentAllowed(target.taxonomy, call.rawInput)
  const term = await changeTerm(call.services, target, call.args, call.precondition)
  return okResponse(await presentSingleTerm(call, term))
}

async function remove(call: TermRequest<unknown>): Promise<EndpointResponse> {
  const term = requireTarget(call)
  const [placedTerm = { term, above: [] }] = await loadAncestors(call.services.database.read, [term])
  await removeTerm(call.services, term, call.precondition)
  return okResponse(presentTerm(placedTerm, call.urls))
}

async function presentSingleTerm(call: TermRequest<unknown>, term: Term) {
  const [placedTerm = { term, above: [] }] = await loadAncestors(call.services.database.read, [term])
  return { ...presentTerm(placedTerm, call.urls), _links: presentTermLinks(term, call.urls, call.allowedMethods) }
}

function requireTarget({ target }: TermRequest<unknown>): Term {
  if (!target) throw new Error('The target is missing, although it was validated.')
  return target
}
