/** Examples of the settings of the site and its setup. */
import type { Send } from './examples.ts'

export const SITE_REQUESTS = {
  UpdateSettings: {
    name: 'Springfield Calendar',
    accent_color: '#0b5563',
    footer: 'Published by the town of Springfield',
  },
  SetUp: {
    token: 'TOKEN',
    login: 'ann',
    email: 'ann@calendar.example',
    password: 'correct horse battery',
    site_name: 'Springfield Calendar',
    timezone: 'America/Chicago',
  },
} as const

/** Restores the defaults at the end. */
export async function recordSite(send: Send) {
  const as = 'administrator'
  const Settings = await send(200, 'POST', '/settings', { as, json: SITE_REQUESTS.UpdateSettings })
  await send(200, 'POST', '/settings', { as, json: { name: null, accent_color: null, footer: null } })
  return { Settings, Setup: await send(200, 'GET', '/setup') }
}
