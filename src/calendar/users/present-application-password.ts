import type { Urls } from '../posts/urls.ts'
import type { ApplicationPassword } from './application-password-fields.ts'
import { isoTime } from './present-account.ts'

/** An application password as the API returns it. The password itself is never shown again. */
export const presentApplicationPassword = (password: ApplicationPassword) => ({
  uuid: password.uuid,
  app_id: password.appId,
  name: password.name,
  created: isoTime(password.created),
  last_used: password.lastUsed === undefined ? null : isoTime(password.lastUsed),
  last_ip: password.lastIp ?? null,
})

/** Adds `_links` with the URL of the password, which contains the ID of its user. */
export const linkedApplicationPassword = (password: ApplicationPassword, { base }: Urls) => {
  const href = `${base}/users/${password.userId}/application-passwords/${password.uuid}`
  return { ...presentApplicationPassword(password), _links: { self: [{ href }] as const } }
}
