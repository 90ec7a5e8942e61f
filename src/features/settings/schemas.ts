/** Schemas of the settings of the site, its setup, the sample calendar and its health. */

import { ISO_TIME } from '../../api/schemas/common-schemas.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  mapSchema,
  nullable,
  objectSchema,
  type Schema,
  STRING,
  schemaRef,
} from '../../api/schemas/json-schema.ts'
import { LANGUAGES } from '../../base/i18n/language.ts'
import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { SETTING_SOURCES } from '../../kernel/site-settings.ts'
import { createSignedInProperties } from '../accounts/schemas.ts'

const NUMBER: Schema = { type: 'number' }

const createSettingSchema = (value: Schema, description: MessageKey): Schema =>
  describeSchema(
    objectSchema({
      value: describeSchema(value, 'settings.value'),
      default: describeSchema(value, 'settings.default'),
      source: describeSchema(enumSchema(SETTING_SOURCES), 'settings.source'),
      locked: describeSchema(BOOLEAN, 'settings.locked'),
      variable: describeSchema(STRING, 'settings.variable'),
    }),
    description,
  )

const createColorsSchema = (): Schema =>
  objectSchema({
    accent: STRING,
    on_accent: STRING,
    accent_soft: STRING,
    contrast: describeSchema(NUMBER, 'settings.contrast'),
    is_adjusted: describeSchema(BOOLEAN, 'settings.is_adjusted'),
  })

const createSettingsSchema = (): Schema =>
  objectSchema({
    name: createSettingSchema(STRING, 'settings.name'),
    timezone: createSettingSchema(STRING, 'settings.timezone'),
    languages: createSettingSchema(arraySchema(enumSchema(LANGUAGES)), 'settings.languages'),
    currency_symbol: createSettingSchema(STRING, 'settings.currency_symbol'),
    currency_code: createSettingSchema(STRING, 'settings.currency_code'),
    currency_position: createSettingSchema(enumSchema(['prefix', 'postfix']), 'settings.currency_position'),
    logo: createSettingSchema(nullable(INTEGER), 'settings.logo'),
    favicon: createSettingSchema(nullable(INTEGER), 'settings.favicon'),
    accent_color: createSettingSchema(STRING, 'settings.accent_color'),
    footer: createSettingSchema(STRING, 'settings.footer'),
    colors: describeSchema(
      nullable(objectSchema({ light: createColorsSchema(), dark: createColorsSchema() })),
      'settings.colors',
    ),
  })

const RECORD_LINK = objectSchema({ kind: enumSchema(['event', 'venue', 'organizer']), id: INTEGER, title: STRING })

const createJobSchema = (): Schema =>
  objectSchema({
    name: STRING,
    last_run: nullable(ISO_TIME),
    last_success: nullable(ISO_TIME),
    runs: INTEGER,
    failures: INTEGER,
    failing: BOOLEAN,
    lag_seconds: NUMBER,
  })

const createLinksSchema = (): Schema => {
  const dead = { url: STRING, reason: STRING, checked: ISO_TIME, failures: INTEGER, records: arraySchema(RECORD_LINK) }
  return objectSchema({ checked: INTEGER, pending: INTEGER, dead: arraySchema(objectSchema(dead)) })
}

const createHealthSchema = (): Schema =>
  objectSchema({
    checks: describeSchema(
      mapSchema(
        objectSchema(
          { status: enumSchema(['ok', 'warning', 'failing']) },
          { reason: STRING, values: mapSchema(NUMBER) },
        ),
      ),
      'health.checks',
    ),
    jobs: describeSchema(arraySchema(createJobSchema()), 'health.jobs'),
    backup: describeSchema(
      objectSchema({
        scheduled: BOOLEAN,
        succeeded: nullable(ISO_TIME),
        attempted: nullable(ISO_TIME),
        failure: STRING,
      }),
      'health.backup',
    ),
    geocoding: describeSchema(
      objectSchema({ enabled: BOOLEAN, pending: INTEGER, not_found: INTEGER, venues: arraySchema(RECORD_LINK) }),
      'health.geocoding',
    ),
    images: describeSchema(
      objectSchema({ total: INTEGER, is_checked: BOOLEAN, missing: INTEGER, missing_ids: arraySchema(INTEGER) }),
      'health.images',
    ),
    links: describeSchema(createLinksSchema(), 'health.links'),
    events: describeSchema(
      objectSchema({ upcoming: INTEGER, without_image: INTEGER, without_venue: INTEGER }),
      'health.events',
    ),
    database: describeSchema(
      objectSchema({ engine: enumSchema(['sqlite', 'postgres']), bytes: INTEGER }),
      'health.database',
    ),
  })

export const createSiteSchemas = () => ({
  Settings: createSettingsSchema(),
  Setup: objectSchema(
    { open: describeSchema(BOOLEAN, 'setup.open') },
    { settings: describeSchema(schemaRef('Settings'), 'setup.settings') },
  ),
  SetUpAccount: objectSchema(createSignedInProperties(), {
    application_password: describeSchema(STRING, 'setup.application_password_secret'),
  }),
  Sample: objectSchema({
    records: describeSchema(INTEGER, 'sample.records'),
    events: describeSchema(INTEGER, 'sample.events'),
    edited: describeSchema(INTEGER, 'sample.edited'),
  }),
  RemovedSample: objectSchema({
    removed: describeSchema(INTEGER, 'sample.removed'),
    kept: describeSchema(INTEGER, 'sample.kept'),
  }),
  Health: createHealthSchema(),
})
