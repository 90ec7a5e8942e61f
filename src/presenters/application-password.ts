import type { DateTime } from '../datetime/parse-date.ts'
import type { ApplicationPassword } from '../domain/fields/application-password.ts'
import type { Urls } from './urls.ts'

/** UTC, `YYYY-MM-DDTHH:MM:SS`, as clients of the reference know it. */
const isoTime = (time: DateTime): string => time.replace(' ', 'T')

/** An application password as the API shows it. */
export const presentApplicationPassword = (password: ApplicationPassword) => ({
  uuid: password.uuid,
  app_id: password.appId,
  name: password.name,
  created: isoTime(password.created),
  last_used: password.lastUsed === undefined ? null : isoTime(password.lastUsed),
  last_ip: password.lastIp ?? null,
})

/** With its URL, which names its user by id. */
export const linkedApplicationPassword = (password: ApplicationPassword, { base }: Urls) => {
  const href = `${base}/users/${password.userId}/application-passwords/${password.uuid}`
  return { ...presentApplicationPassword(password), _links: { self: [{ href }] as const } }
}
