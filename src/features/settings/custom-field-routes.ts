/** Definitions of additional fields: administrators change them, and everyone who edits records reads them. */

import {
  type CustomFieldChange,
  customFieldKeyArgument,
  customFieldUpdateFields,
  type NewCustomField,
  newCustomFieldFields,
} from '../../calendar/custom-fields/custom-field-fields.ts'
import { presentCustomField } from '../../calendar/custom-fields/present-custom-fields.ts'
import { restUrl } from '../../calendar/posts/urls.ts'
import { findCustomFields } from '../../calendar/settings-store.ts'
import {
  CREATE_METHODS,
  DELETE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  type Route,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { createdResponse, type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { CustomField } from '../../kernel/custom-field.ts'
import { problem } from '../../kernel/problem.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { mayManageSite } from './routes.ts'
import { createCustomField, deleteCustomField, updateCustomField } from './write-custom-fields.ts'

type FieldRequest<Args = unknown> = EndpointRequest<CustomField, Args>

const mayReadFields = (viewer: Viewer): boolean => can(viewer, 'edit_posts')

function requireTarget({ target }: FieldRequest): CustomField {
  if (!target) throw problem('custom-field-not-found')
  return target
}

async function create({ services, args, urls }: FieldRequest<NewCustomField>): Promise<EndpointResponse> {
  const field = await createCustomField(services, args)
  return createdResponse(presentCustomField(field), restUrl(urls, 'field', field.key))
}

async function update(call: FieldRequest<CustomFieldChange>): Promise<EndpointResponse> {
  const { key } = requireTarget(call)
  return okResponse(presentCustomField(await updateCustomField(call.services, key, call.args)))
}

async function remove(call: FieldRequest): Promise<EndpointResponse> {
  const field = await deleteCustomField(call.services, requireTarget(call).key)
  return okResponse({ deleted: true, previous: presentCustomField(field) })
}

const NOT_FOUND = { 404: 'Error' } as const

const collectionRoute: Route<CustomField> = {
  pattern: '/fields',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listFields',
      answers: { 200: 'Fields' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: mayReadFields,
      handle: async ({ services }) =>
        okResponse((await findCustomFields(services.database.read)).map(presentCustomField)),
    }),
    defineEndpoint({
      operation: 'createField',
      answers: { 201: 'Field' },
      methods: CREATE_METHODS,
      path: {},
      args: newCustomFieldFields,
      access: mayManageSite,
      handle: create,
    }),
  ],
}

const itemRoute: Route<CustomField> = {
  pattern: '/fields/(?P<key>[A-Za-z0-9_-]+)',
  needsSignIn: true,
  hasRevisions: false,
  findTarget: async ({ database }, { key }) =>
    (await findCustomFields(database.read)).find((field) => field.key === key),
  endpoints: [
    defineEndpoint({
      operation: 'getField',
      answers: { 200: 'Field', ...NOT_FOUND },
      methods: READ_METHODS,
      path: customFieldKeyArgument,
      args: {},
      access: mayReadFields,
      handle: async (call: FieldRequest) => okResponse(presentCustomField(requireTarget(call))),
    }),
    defineEndpoint({
      operation: 'updateField',
      answers: { 200: 'Field', ...NOT_FOUND },
      methods: UPDATE_METHODS,
      path: customFieldKeyArgument,
      args: customFieldUpdateFields,
      access: mayManageSite,
      handle: update,
    }),
    defineEndpoint({
      operation: 'deleteField',
      answers: { 200: 'DeletedField', ...NOT_FOUND },
      methods: DELETE_METHODS,
      path: customFieldKeyArgument,
      args: {},
      access: mayManageSite,
      handle: remove,
    }),
  ],
}

export const customFieldRoutes: readonly Route<CustomField>[] = [collectionRoute, itemRoute]
