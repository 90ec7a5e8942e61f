/** Sources: external calendars that are imported repeatedly. For administrators. */

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
import { type Parsed, toPositiveInteger } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { addLastRun, createSource, deleteSource, listSourcesWithRuns, updateSource } from './manage-sources.ts'
import { presentSource } from './present-source.ts'
import type { Source, SourceSettings } from './source.ts'
import { newSourceFields, sourceUpdateFields } from './source-fields.ts'
import { findSource } from './source-store.ts'

export type SourceRequest<Args = unknown> = EndpointRequest<Source, Args>

export const SOURCE_PATTERN = '/sources/(?P<id>\\d+)'

export const mayManageSources = (viewer: Viewer): boolean => can(viewer, 'manage_sources')

/** Options of every route below `SOURCE_PATTERN`. */
export const SOURCE_ROUTE: Pick<Route<Source>, 'needsSignIn' | 'hasRevisions' | 'findTarget'> = {
  needsSignIn: true,
  hasRevisions: false,
  findTarget: async ({ database }: Services, { id = '' }: Readonly<Record<string, string>>) => {
    const sourceId = toPositiveInteger(id)
    return sourceId === undefined ? undefined : findSource(database.read, sourceId)
  },
}

/** The source of the path. */
export function requireTargetSource({ target }: SourceRequest): Source {
  if (!target) throw problem('source-not-found')
  return target
}

async function list({ services }: SourceRequest): Promise<EndpointResponse> {
  return okResponse((await listSourcesWithRuns(services)).map(({ source, lastRun }) => presentSource(source, lastRun)))
}

async function create(call: SourceRequest<Parsed<typeof newSourceFields>>): Promise<EndpointResponse> {
  const { services, viewer, urls } = call
  const { enabled, ...args } = call.args
  const source = await createSource(services, {
    author: viewer.id,
    ...args,
    ...(enabled !== undefined && { isEnabled: enabled }),
  })
  return createdResponse(presentSource(source, undefined), restUrl(urls, 'source', source.id))
}

async function describe(call: SourceRequest, current = requireTargetSource(call)): Promise<EndpointResponse> {
  const { source, lastRun } = await addLastRun(call.services, current)
  return okResponse(presentSource(source, lastRun))
}

async function update(call: SourceRequest<Parsed<typeof sourceUpdateFields>>): Promise<EndpointResponse> {
  const { enabled, ...args } = call.args
  const change: Partial<SourceSettings> = { ...args, ...(enabled !== undefined && { isEnabled: enabled }) }
  return describe(call, await updateSource(call.services, requireTargetSource(call).id, change))
}

async function remove(call: SourceRequest): Promise<EndpointResponse> {
  const { source, lastRun } = await addLastRun(call.services, requireTargetSource(call))
  await deleteSource(call.services, source.id)
  return okResponse({ deleted: true, previous: presentSource(source, lastRun) })
}

const NOT_FOUND = { 404: 'Error' } as const

const collectionRoute: Route<Source> = {
  pattern: '/sources',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listSources',
      answers: { 200: 'Sources' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: mayManageSources,
      handle: list,
    }),
    defineEndpoint({
      operation: 'createSource',
      answers: { 201: 'Source' },
      methods: CREATE_METHODS,
      path: {},
      args: newSourceFields,
      access: mayManageSources,
      handle: create,
    }),
  ],
}

const itemRoute: Route<Source> = {
  ...SOURCE_ROUTE,
  pattern: SOURCE_PATTERN,
  endpoints: [
    defineEndpoint({
      operation: 'getSource',
      answers: { 200: 'Source', ...NOT_FOUND },
      methods: READ_METHODS,
      path: idArgument,
      args: {},
      access: mayManageSources,
      handle: (call: SourceRequest) => describe(call),
    }),
    defineEndpoint({
      operation: 'updateSource',
      answers: { 200: 'Source', ...NOT_FOUND },
      methods: UPDATE_METHODS,
      path: idArgument,
      args: sourceUpdateFields,
      access: mayManageSources,
      handle: update,
    }),
    defineEndpoint({
      operation: 'deleteSource',
      answers: { 200: 'DeletedSource', ...NOT_FOUND },
      methods: DELETE_METHODS,
      path: idArgument,
      args: {},
      access: mayManageSources,
      handle: remove,
    }),
  ],
}

export const sourceRoutes = [collectionRoute, itemRoute]
