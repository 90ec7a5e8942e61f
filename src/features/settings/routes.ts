/** Settings of the site, for administrators. */

import {
  type AnyRoute,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
  UPDATE_METHODS,
} from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { Parsed } from '../../kernel/field.ts'
import { collectSettingTexts, siteSettingFields } from '../../kernel/setting-fields.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { presentSettings } from './present-settings.ts'
import { changeSettings, listSettings } from './write-site-settings.ts'

type SettingsRequest = EndpointRequest<unknown, Parsed<typeof siteSettingFields>>

export const mayManageSite = (viewer: Viewer): boolean => can(viewer, 'manage_site')

async function update({ services, args }: SettingsRequest): Promise<EndpointResponse> {
  return okResponse(presentSettings(await changeSettings(services, collectSettingTexts(args))))
}

export const settingsRoute: AnyRoute = {
  pattern: '/settings',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'getSettings',
      answers: { 200: 'Settings' },
      methods: READ_METHODS,
      path: {},
      args: {},
      access: mayManageSite,
      handle: async ({ services }) => okResponse(presentSettings(await listSettings(services.database.read, services))),
    }),
    defineEndpoint({
      operation: 'updateSettings',
      answers: { 200: 'Settings' },
      methods: UPDATE_METHODS,
      path: {},
      args: siteSettingFields,
      access: mayManageSite,
      handle: update,
    }),
  ],
}
