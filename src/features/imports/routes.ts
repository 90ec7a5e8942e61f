/** Imports of files and sites, for administrators. */
import { createReadStream } from 'node:fs'
import { createListResponse } from '../../api/list-response.ts'
import { createPagination } from '../../calendar/lists/query-plan.ts'
import { restUrl } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { idArgument } from '../../http/path-parameters.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { pageField, perPageField } from '../../kernel/common-fields.ts'
import { type Parsed, toPositiveInteger } from '../../kernel/field.ts'
import { createInvalidParams, problem } from '../../kernel/problem.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { validateCsvMapping } from './formats/csv/csv-mapping.ts'
import { type Import, type ImportSettings, MAX_IMPORT_BYTES } from './import.ts'
import { importSettingFields, newImportFields } from './import-fields.ts'
import { findImport, listImports } from './import-store.ts'
import { changeImportSettings, createFileImport, createUrlImport, deleteImport } from './manage-imports.ts'
import { presentImport } from './present-import.ts'

export type ImportRequest<Args = unknown> = EndpointRequest<Import, Args>

export const IMPORT_PATTERN = '/imports/(?P<id>\\d+)'

export const mayManageImports = (viewer: Viewer): boolean => can(viewer, 'manage_imports')

/** Options of every route below `IMPORT_PATTERN`. */
export const IMPORT_ROUTE: Pick<Route<Import>, 'needsSignIn' | 'hasRevisions' | 'findTarget'> = {
  needsSignIn: true,
  hasRevisions: false,
  findTarget: async ({ database }: Services, { id = '' }: Readonly<Record<string, string>>) => {
    const importId = toPositiveInteger(id)
    return importId === undefined ? undefined : findImport(database.read, importId)
  },
}

/** The import of the path. */
export function requireTargetImport({ target }: ImportRequest): Import {
  if (!target) throw problem('import-not-found')
  return target
}

type SettingArguments = Parsed<typeof importSettingFields>

/** Throws a 400 for a mapping with an unknown column. */
function readSettings({
  format,
  record_status,
  categories,
  images,
  mapping,
}: SettingArguments): Partial<ImportSettings> {
  if (mapping !== undefined) assertMapping(mapping)
  return {
    ...(format !== undefined && { format }),
    ...(record_status !== undefined && { status: record_status }),
    ...(categories !== undefined && { categories }),
    ...(images !== undefined && { images }),
    ...(mapping !== undefined && { mapping }),
  }
}

function assertMapping(mapping: unknown): void {
  try {
    validateCsvMapping(mapping, 'mapping')
  } catch {
    throw createInvalidParams({ mapping: { kind: 'invalid' } })
  }
}

const listQuery = { page: pageField, per_page: perPageField } as const

async function list(call: ImportRequest<Parsed<typeof listQuery>>): Promise<EndpointResponse> {
  const { services, args, urls } = call
  const paging = createPagination(args, services.site)
  const { imports, total } = await listImports(services.database.read, paging)
  if (paging.page > 1 && imports.length === 0) throw problem('import-page-not-found')
  const queryParameters = [['per_page', paging.perPage]] as const
  const records = imports.map(presentImport)
  return createListResponse({ kind: 'import', records, total, ...paging, queryParameters, hasCompleteUrl: true }, urls)
}

const respondCreated = (call: ImportRequest, created: Import): EndpointResponse =>
  createdResponse(presentImport(created), restUrl(call.urls, 'import', created.id))

async function create(call: ImportRequest<Parsed<typeof newImportFields>>): Promise<EndpointResponse> {
  const { url, username, password, ...settings } = call.args
  const credentials = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) }
  const input = { url, ...credentials, settings: readSettings(settings), userId: call.viewer.id }
  return respondCreated(call, await createUrlImport(call.services, input))
}

async function upload(call: ImportRequest<SettingArguments>): Promise<EndpointResponse> {
  const { services, file, args, viewer } = call
  if (file?.path === undefined) throw problem('rest_upload_no_data')
  if (file.name === undefined) throw problem('rest_upload_no_content_disposition')
  const settings = readSettings(args)
  const content = createReadStream(file.path)
  const input = { name: limitName(file.name), content, settings, userId: viewer.id }
  return respondCreated(call, await createFileImport(services, input))
}

const MAX_NAME_LENGTH = 200

const limitName = (name: string): string => name.replaceAll('\0', '').slice(-MAX_NAME_LENGTH).toWellFormed()

async function update(call: ImportRequest<SettingArguments>): Promise<EndpointResponse> {
  const { id } = requireTargetImport(call)
  const change = readSettings(call.args)
  return okResponse(presentImport(await changeImportSettings(call.services, { id, userId: call.viewer.id }, change)))
}

async function remove(call: ImportRequest): Promise<EndpointResponse> {
  const previous = await deleteImport(call.services, requireTargetImport(call).id)
  return okResponse({ deleted: true, previous: presentImport(previous) })
}

const NOT_FOUND = { 404: 'Error' } as const

const collectionRoute: Route<Import> = {
  pattern: '/imports',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listImports',
      answers: { 200: 'ImportList', ...NOT_FOUND },
      methods: READ_METHODS,
      path: {},
      args: listQuery,
      isQuery: true,
      access: mayManageImports,
      handle: list,
    }),
    defineEndpoint({
      operation: 'createImport',
      answers: { 201: 'Import' },
      methods: CREATE_METHODS,
      path: {},
      args: newImportFields,
      access: mayManageImports,
      handle: create,
    }),
  ],
}

const uploadRoute: Route<Import> = {
  pattern: '/imports/files',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'uploadImport',
      answers: { 201: 'Import' },
      methods: CREATE_METHODS,
      path: {},
      args: importSettingFields,
      takesFile: true,
      upload: { limit: MAX_IMPORT_BYTES, mediaType: 'application/octet-stream', describe: 'import.file' },
      access: mayManageImports,
      handle: upload,
    }),
  ],
}

const itemRoute: Route<Import> = {
  ...IMPORT_ROUTE,
  pattern: IMPORT_PATTERN,
  endpoints: [
    defineEndpoint({
      operation: 'getImport',
      answers: { 200: 'Import', ...NOT_FOUND },
      methods: READ_METHODS,
      path: idArgument,
      args: {},
      access: mayManageImports,
      handle: async (call: ImportRequest) => okResponse(presentImport(requireTargetImport(call))),
    }),
    defineEndpoint({
      operation: 'updateImport',
      answers: { 200: 'Import', ...NOT_FOUND },
      methods: UPDATE_METHODS,
      path: idArgument,
      args: importSettingFields,
      access: mayManageImports,
      handle: update,
    }),
    defineEndpoint({
      operation: 'deleteImport',
      answers: { 200: 'DeletedImport', ...NOT_FOUND },
      methods: DELETE_METHODS,
      path: idArgument,
      args: {},
      access: mayManageImports,
      handle: remove,
    }),
  ],
}

export const importRoutes = [collectionRoute, uploadRoute, itemRoute]
