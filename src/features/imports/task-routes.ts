/** Tasks of an import: preview, run, undo and stop, and their results. */

import { createListResponse } from '../../api/list-response.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { restUrl } from '../../calendar/posts/urls.ts'
import { CREATE_METHODS, defineEndpoint, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { Parsed } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import type { Import, ImportTask } from './import.ts'
import { importResultQuery, undoFields } from './import-fields.ts'
import { listResults } from './import-results.ts'
import { requestTask, stopImport } from './manage-imports.ts'
import { presentImport, presentImportResult } from './present-import.ts'
import { IMPORT_PATTERN, IMPORT_ROUTE, type ImportRequest, mayManageImports, requireTargetImport } from './routes.ts'

/** 202 with the import, whose URL shows the progress and the counts. */
async function request(call: ImportRequest, task: Exclude<ImportTask, 'inspect'>): Promise<EndpointResponse> {
  const { id } = requireTargetImport(call)
  const requested = await requestTask(call.services, { id, task, userId: call.viewer.id })
  return { status: 202, body: presentImport(requested), headers: { location: restUrl(call.urls, 'import', id) } }
}

async function stop(call: ImportRequest): Promise<EndpointResponse> {
  return okResponse(presentImport(await stopImport(call.services, requireTargetImport(call).id)))
}

async function list(call: ImportRequest<Parsed<typeof importResultQuery>>): Promise<EndpointResponse> {
  const { services, args, urls } = call
  const { id } = requireTargetImport(call)
  const paging = createPagination(args, services.site)
  const { results, total } = await listResults(services.database.read, { id, outcome: args.outcome }, paging)
  if (paging.page > 1 && results.length === 0) throw problem('import-page-not-found')
  const queryParameters = [
    ['per_page', paging.perPage],
    ['outcome', args.outcome],
  ] as const
  const records = results.map(presentImportResult)
  return createListResponse(
    { kind: 'import_result', records, total, ...paging, queryParameters, hasCompleteUrl: true },
    { ...urls, base: restUrl(urls, 'import', id) },
  )
}

const TASK = { methods: CREATE_METHODS, path: idArgument, access: mayManageImports } as const
const ACCEPTED = { 202: 'Import', 404: 'Error' } as const

const createTaskRoute = (name: string, endpoint: Route<Import>['endpoints'][number]): Route<Import> => ({
  ...IMPORT_ROUTE,
  pattern: `${IMPORT_PATTERN}/${name}`,
  endpoints: [endpoint],
})

export const importTaskRoutes = [
  createTaskRoute(
    'preview',
    defineEndpoint({
      ...TASK,
      operation: 'previewImport',
      answers: ACCEPTED,
      args: {},
      handle: (call: ImportRequest) => request(call, 'preview'),
    }),
  ),
  createTaskRoute(
    'run',
    defineEndpoint({
      ...TASK,
      operation: 'runImport',
      answers: ACCEPTED,
      args: {},
      handle: (call: ImportRequest) => request(call, 'run'),
    }),
  ),
  createTaskRoute(
    'undo',
    defineEndpoint({
      ...TASK,
      operation: 'undoImport',
      answers: ACCEPTED,
      args: undoFields,
      handle: (call: ImportRequest<Parsed<typeof undoFields>>) =>
        request(call, call.args.preview ? 'preview-undo' : 'undo'),
    }),
  ),
  createTaskRoute(
    'stop',
    defineEndpoint({
      ...TASK,
      operation: 'stopImport',
      answers: { 200: 'Import', 404: 'Error' },
      args: {},
      handle: stop,
    }),
  ),
  createTaskRoute(
    'results',
    defineEndpoint({
      operation: 'listImportResults',
      answers: { 200: 'ImportResultList', 404: 'Error' },
      methods: READ_METHODS,
      path: idArgument,
      args: importResultQuery,
      isQuery: true,
      access: mayManageImports,
      handle: list,
    }),
  ),
]
