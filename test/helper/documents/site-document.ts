import { insertSetupToken } from '../../../src/features/settings/setup-token.ts'
import type { Conformance } from '../conformance.ts'
import type { TestService } from '../service.ts'

/** Sends every request of the settings of the site and compares its response with the document. */
export async function checkSiteDocument(conformance: Conformance, service: TestService): Promise<void> {
  const as = 'admin'
  await conformance.check('/settings', 'GET', 200, { as })
  for (const method of ['POST', 'PUT', 'PATCH'])
    await conformance.check('/settings', method, 200, { as, json: { accent_color: '#0b5563' } })
  await conformance.check('/sample', 'GET', 200, { as })
  await conformance.check('/sample', 'POST', 200, { as, json: {} })
  await conformance.check('/sample', 'DELETE', 200, { as })
  await conformance.check('/health', 'GET', 200, { as })
  await checkFields(conformance)
  await conformance.check('/setup', 'GET', 200)
  await checkSetup(conformance, service)
}

async function checkFields(conformance: Conformance): Promise<void> {
  const as = 'admin'
  const json = { key: 'age', label: { en: 'Age' }, type: 'number' }
  await conformance.check('/fields', 'POST', 201, { as, json })
  await conformance.check('/fields', 'GET', 200, { as })
  for (const [method, options] of Object.entries({
    GET: { as },
    POST: { as, json: { label: { en: 'Minimum age' } } },
    PUT: { as, json: { order: 2 } },
    PATCH: { as, json: { show_on_pages: false } },
    DELETE: { as },
  } as const)) {
    await conformance.check('/fields/{key}', method, 404, { ...options, params: { key: 'none' } })
    await conformance.check('/fields/{key}', method, 200, { ...options, params: { key: 'age' } })
  }
}

/** Without an administrator in the meantime. */
async function checkSetup(conformance: Conformance, { services: { database } }: TestService): Promise<void> {
  const changeRole = (from: string, to: string) =>
    database.transaction((tx) => tx.updateTable('users').set({ role: to }).where('role', '=', from).execute())
  const account = { login: 'first', email: 'first@example.test', password: 'correct horse battery' }
  const token = await database.transaction((tx) => insertSetupToken(tx, 'token'))
  await changeRole('contributor', 'subscriber')
  await changeRole('administrator', 'contributor')
  await conformance.check('/setup', 'POST', 200, { json: { token, ...account, application_password: 'laptop' } })
  await changeRole('contributor', 'administrator')
}
