/**
 * Hosts that the service may reach although they are not public; part of `SETTINGS`. A list per purpose, because a host
 * that serves images to editors should not receive webhooks.
 */
import { type ConfigSetting, hosts } from './setting-types.ts'

export const PRIVATE_HOST_SETTINGS = {
  IMAGE_FETCH_ALLOW: { default: '', describe: 'Hosts from which images may be imported', ...hosts },
  SOURCE_FETCH_ALLOW: { default: '', describe: 'Hosts from which sources may be imported', ...hosts },
  WEBHOOK_ALLOW: { default: '', describe: 'Hosts to which webhooks may send', ...hosts },
} as const satisfies Record<string, ConfigSetting<unknown>>
