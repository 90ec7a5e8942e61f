/** Runs of sources: requested by administrators or by schedule, and logged. */

import { createListResponse } from '../../api/list-response.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { restUrl } from '../../calendar/posts/urls.ts'
import { CREATE_METHODS, defineEndpoint, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { idArgument, runArguments } from '../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { pageField, perPageField } from '../../kernel/common-fields.ts'
import { type Parsed, toPositiveInteger } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { requestRun } from './manage-sources.ts'
import { presentRun } from './present-source.ts'
import { mayManageSources, requireTargetSource, SOURCE_PATTERN, SOURCE_ROUTE, type SourceRequest } from './routes.ts'
import { findRun, listRuns } from './run-store.ts'
import type { Source } from './source.ts'
import { runFields } from './source-fields.ts'

const runQuery = { page: pageField, per_page: perPageField } as const

async function list(call: SourceRequest<Parsed<typeof runQuery>>): Promise<EndpointResponse> {
  const { services, args, urls } = call
  const { id } = requireTargetSource(call)
  const paging = createPagination(args, services.site)
  const { runs, total } = await listRuns(services.database.read, id, paging)
  if (paging.page > 1 && runs.length === 0) throw problem('source-run-page-not-found')
  const queryParameters = [['per_page', paging.perPage]] as const
  return createListResponse(
    { kind: 'source_run', records: runs.map(presentRun), total, ...paging, queryParameters, hasCompleteUrl: true },
    { ...urls, base: restUrl(urls, 'source', id) },
  )
}

async function read(call: SourceRequest): Promise<EndpointResponse> {
  const source = requireTargetSource(call).id
  const id = toPositiveInteger(call.params['run_id'])
  const run = id === undefined ? undefined : await findRun(call.services.database.read, { id, source })
  if (!run) throw problem('source-run-not-found')
  return okResponse(presentRun(run))
}

/** 202 with the waiting run, whose URL shows its progress and result. */
async function request(
  call: SourceRequest,
  options: { readonly isPreview: boolean; readonly isConfirmed: boolean },
): Promise<EndpointResponse> {
  const source = requireTargetSource(call).id
  const run = await requestRun(call.services, { source, ...options })
  const location = `${restUrl(call.urls, 'source', source)}/runs/${run.id}`
  return { status: 202, body: presentRun(run), headers: { location } }
}

const WRITE = { methods: CREATE_METHODS, path: idArgument, access: mayManageSources } as const
const NOT_FOUND = { 404: 'Error' } as const

const runRoute: Route<Source> = {
  ...SOURCE_ROUTE,
  pattern: `${SOURCE_PATTERN}/run`,
  endpoints: [
    defineEndpoint({
      ...WRITE,
      operation: 'runSource',
      answers: { 202: 'SourceRun', ...NOT_FOUND },
      args: runFields,
      handle: (call: SourceRequest<Parsed<typeof runFields>>) =>
        request(call, { isPreview: false, isConfirmed: call.args.confirm ?? false }),
    }),
  ],
}

const previewRoute: Route<Source> = {
  ...SOURCE_ROUTE,
  pattern: `${SOURCE_PATTERN}/preview`,
  endpoints: [
    defineEndpoint({
      ...WRITE,
      operation: 'previewSource',
      answers: { 202: 'SourceRun', ...NOT_FOUND },
      args: {},
      handle: (call: SourceRequest) => request(call, { isPreview: true, isConfirmed: false }),
    }),
  ],
}

const logRoute: Route<Source> = {
  ...SOURCE_ROUTE,
  pattern: `${SOURCE_PATTERN}/runs`,
  endpoints: [
    defineEndpoint({
      operation: 'listSourceRuns',
      answers: { 200: 'SourceRunList', ...NOT_FOUND },
      methods: READ_METHODS,
      path: idArgument,
      args: runQuery,
      isQuery: true,
      access: mayManageSources,
      handle: list,
    }),
  ],
}

const logEntryRoute: Route<Source> = {
  ...SOURCE_ROUTE,
  pattern: `${SOURCE_PATTERN}/runs/(?P<run_id>\\d+)`,
  endpoints: [
    defineEndpoint({
      operation: 'getSourceRun',
      answers: { 200: 'SourceRun', ...NOT_FOUND },
      methods: READ_METHODS,
      path: runArguments,
      args: {},
      access: mayManageSources,
      handle: read,
    }),
  ],
}

export const sourceRunRoutes = [runRoute, previewRoute, logRoute, logEntryRoute]
