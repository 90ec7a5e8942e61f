/** Examples of the settings of the site and its setup. */
import type { Send } from './examples.ts'

export const SITE_REQUESTS = {
  UpdateSettings: {
    name: 'Springfield Calendar',
    accent_color: '#0b5563',
    footer: 'Published by the town of Springfield',
  },
  CreateSample: {},
  CreateField: { key: 'age', label: { en: 'Minimum age', de: 'Mindestalter' }, type: 'number', kinds: ['event'] },
  UpdateField: { label: { en: 'Age', de: 'Alter' }, show_on_pages: false },
  SetUp: {
    token: 'TOKEN',
    login: 'ann',
    email: 'ann@calendar.example',
    password: 'correct horse battery',
    site_name: 'Springfield Calendar',
    timezone: 'America/Chicago',
  },
} as const

/** Not recorded, because the values depend on the machine. */
const HEALTH = {
  checks: { writes: { status: 'ok' }, disk: { status: 'ok', values: { free_bytes: 64e9, total_bytes: 270e9 } } },
  jobs: [
    {
      name: 'publish',
      last_run: '2027-01-15T10:00:00',
      last_success: '2027-01-15T10:00:00',
      runs: 86_400,
      failures: 0,
      failing: false,
      lag_seconds: 0,
    },
  ],
  backup: { scheduled: true, succeeded: '2027-01-15T03:00:12', attempted: '2027-01-15T03:00:00', failure: '' },
  geocoding: { enabled: true, pending: 0, not_found: 1, venues: [{ kind: 'venue', id: 2, title: 'Old Town Hall' }] },
  images: { total: 120, is_checked: true, missing: 0, missing_ids: [] },
  links: {
    checked: 85,
    pending: 2,
    dead: [
      {
        url: 'https://hall.example/program',
        reason: '404',
        checked: '2027-01-14T09:30:00',
        failures: 2,
        records: [{ kind: 'venue', id: 2, title: 'Old Town Hall' }],
      },
    ],
  },
  events: { upcoming: 140, without_image: 12, without_venue: 1 },
  database: { engine: 'sqlite', bytes: 8_400_000 },
}

/** Restores the defaults at the end. */
export async function recordSite(send: Send) {
  const as = 'administrator'
  const Settings = await send(200, 'POST', '/settings', { as, json: SITE_REQUESTS.UpdateSettings })
  await send(200, 'POST', '/settings', { as, json: { name: null, accent_color: null, footer: null } })
  const Field = await send(201, 'POST', '/fields', { as, json: SITE_REQUESTS.CreateField })
  const Fields = await send(200, 'GET', '/fields', { as })
  const DeletedField = await send(200, 'DELETE', '/fields/age', { as })
  return {
    ...{ Field, Fields, DeletedField },
    Settings,
    Setup: await send(200, 'GET', '/setup'),
    Sample: await send(200, 'GET', '/sample', { as }),
    RemovedSample: await send(200, 'DELETE', '/sample', { as }),
    Health: HEALTH,
  }
}
