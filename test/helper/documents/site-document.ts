import { insertSetupToken } from '../../../src/storage/stores/settings/setup-token.ts'
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
  await conformance.check('/setup', 'GET', 200)
  await checkSetup(conformance, service)
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
