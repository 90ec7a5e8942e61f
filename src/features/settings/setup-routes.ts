/** The first administrator of a site. */
import { linkTokenFields, newUserFields } from '../../calendar/users/account-fields.ts'
import { applicationPasswordUpdateFields } from '../../calendar/users/application-password-fields.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import {
  type AnyRoute,
  CREATE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  READ_METHODS,
} from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { Parsed } from '../../kernel/field.ts'
import { collectSettingTexts, siteSettingFields } from '../../kernel/setting-fields.ts'
import { assertSameOrigin, createSignInResponse } from '../accounts/routes/session.ts'
import { presentSettings } from './present-settings.ts'
import { isSetupOpen, setUpSite } from './setup.ts'
import { listSettings } from './write-site-settings.ts'

const { name: siteName, ...otherSettings } = siteSettingFields

const setupFields = {
  token: { ...linkTokenFields.token, describe: 'setup.token' },
  login: newUserFields.login,
  email: newUserFields.email,
  name: newUserFields.name,
  password: { ...newUserFields.password, describe: 'account.password', required: true },
  application_password: { ...applicationPasswordUpdateFields.name, describe: 'setup.application_password_name' },
  site_name: siteName,
  ...otherSettings,
} as const

type SetupRequest = EndpointRequest<unknown, Parsed<typeof setupFields>>

async function setUp(call: SetupRequest): Promise<EndpointResponse> {
  assertSameOrigin(call)
  const { services, args } = call
  const { token, login, email, name, password, application_password: appPassword, site_name, ...settings } = args
  const { user, applicationPassword } = await setUpSite(services, {
    token,
    account: { login, email, password, ...(name && { name }), ...(appPassword && { appPassword }) },
    settings: collectSettingTexts({ ...settings, ...(site_name !== undefined && { name: site_name }) }),
  })
  const secret = applicationPassword === undefined ? {} : { application_password: applicationPassword }
  return createSignInResponse(call, { user, more: secret })
}

export const setupRoute: AnyRoute = {
  pattern: '/setup',
  endpoints: [
    defineEndpoint({
      operation: 'getSetup',
      answers: { 200: 'Setup' },
      methods: READ_METHODS,
      path: {},
      args: {},
      isLive: true,
      access: allowEveryone,
      handle: async ({ services }) => {
        if (!(await isSetupOpen(services.database.read))) return okResponse({ open: false })
        return okResponse({
          open: true,
          settings: presentSettings(await listSettings(services.database.read, services)),
        })
      },
    }),
    defineEndpoint({
      operation: 'setUp',
      isIrreversible: true,
      answers: { 200: 'SetUpAccount' },
      methods: CREATE_METHODS,
      path: {},
      args: setupFields,
      isPublic: true,
      access: allowEveryone,
      handle: setUp,
    }),
  ],
}
