import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseEnv } from 'node:util'
import { renderConfigurationPage, renderEnvExample } from '../../scripts/generate/configuration.ts'
import { readConfig, SETTING_GROUPS, SETTING_NAMES, SETTINGS } from '../../src/config.ts'
import { HOSTILE_ADDRESSES } from '../helper/accounts/hostile-addresses.ts'

const docs = join(import.meta.dirname, '..', '..', 'docs')

describe('Settings', () => {
  test('docs/configuration.md equals the table of settings', () => {
    assert.equal(readFileSync(join(docs, 'configuration.md'), 'utf8'), renderConfigurationPage())
  })

  test('.env.example equals the table of settings', () => {
    assert.equal(readFileSync(join(docs, '..', '.env.example'), 'utf8'), renderEnvExample())
  })

  test('.env.example changes nothing, and contains the default of every setting', () => {
    const example = readFileSync(join(docs, '..', '.env.example'), 'utf8')
    assert.deepEqual({ ...parseEnv(example) }, {})
    const values = parseEnv(example.replace(/^#(?=[A-Z_]+=)/gm, ''))
    assert.deepEqual(Object.keys(values).sort(), [...SETTING_NAMES].sort())
    assert.deepEqual(readConfig(values), {
      ...readConfig({}),
      siteSources: readConfig(values).siteSources,
    })
  })

  test('Every setting belongs to one group, in the order of the groups', () => {
    assert.deepEqual(
      SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings)),
      SETTING_NAMES,
    )
  })

  test('Ten settings are marked as essential', () => {
    const essential = SETTING_GROUPS.flatMap(({ settings }) => Object.values(settings)).filter((one) => one.essential)
    assert.equal(essential.length, 10)
  })

  test('Without an environment every setting has its default', () => {
    const config = readConfig({})
    assert.equal(config.PORT, 8080)
    assert.equal(config.site.zone, 'UTC')
    assert.match(config.databaseUrl, /^sqlite:.*\/data\/calends\.db$/)
  })

  test('Invalid values are reported one per line, each with its setting, its value and what is allowed', () => {
    const environment = { PORT: '70000', SITE_TIMEZONE: 'Mars/Base', CURRENCY_POSITION: 'middle', WORKERS: 'two' }
    assert.throws(() => readConfig(environment), {
      message: [
        'Invalid value for PORT: "70000". Expected an integer from 0 to 65535.',
        'Invalid value for WORKERS: "two". Expected auto or an integer from 1 to 64.',
        'Invalid value for SITE_TIMEZONE: "Mars/Base". Expected a time zone such as Europe/Paris or an offset such as UTC+2.',
        'Invalid value for CURRENCY_POSITION: "middle". Expected prefix or postfix.',
      ].join('\n'),
    })
  })

  test('An invalid value of a setting that may contain a password is reported without the value', () => {
    assert.throws(() => readConfig({ DATABASE_URL: 'mysql://me:hush@db.example/calends' }), {
      message: 'Invalid value for DATABASE_URL. Expected sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
    })
  })

  test('Addresses that mail programs read as others are no valid values', () => {
    for (const address of HOSTILE_ADDRESSES) {
      assert.throws(() => readConfig({ MAIL_FROM: address }), /MAIL_FROM/, address)
      assert.throws(() => readConfig({ SECURITY_CONTACT: `mailto:${address}` }), /SECURITY_CONTACT/, address)
    }
    const valid = { MAIL_FROM: 'calendar@example.org', SECURITY_CONTACT: 'mailto:security@example.org' }
    assert.equal(readConfig(valid).SECURITY_CONTACT, valid.SECURITY_CONTACT)
  })

  test('No invalid value is silently replaced', () => {
    const invalid: Record<string, string> = {
      PORT: 'x',
      WORKERS: '0',
      LANGUAGES: 'en,xx',
      SECURITY_CONTACT: 'the admin',
      SMTP_URL: 'mail.example',
      MAIL_FROM: 'nobody',
      DIGEST_DAY: 'Donnerstag',
      DIGEST_HOUR: '24',
      OIDC_ISSUER: 'provider.example',
      OIDC_SCOPES: 'email',
      OIDC_ROLES: 'staff=boss',
      OIDC_NEW_USERS: 'on',
      CACHE_MEGABYTES: '-1',
      CDN_SECONDS: 'x',
      CDN_PURGE_URL: 'https://user:secret@cdn.example/',
      CDN_PURGE_FORMAT: 'akamai',
      CDN_PURGE_HEADER: 'TOKEN',
      PUBLIC_URL: 'calendar',
      DATABASE_URL: 'x',
      MEDIA_URL: 'x',
      ADMIN_PASSWORD: 'short',
      SITE_TIMEZONE: 'x',
      PER_PAGE: '0',
      MAX_PER_PAGE: '-1',
      SERIES_HORIZON: '0',
      HISTORY_KEEP: '365',
      CURRENCY_CODE: 'dollars',
      CURRENCY_POSITION: 'middle',
      SITE_LOGO: 'logo.png',
      SITE_FAVICON: 'icon.png',
      ACCENT_COLOR: 'red',
      DAY_CUTOFF: 'noon',
      TRUST_PROXY: 'maybe',
      RATE_LIMIT_SIGN_IN: 'never',
      DATABASE_LISTEN_URL: 'sqlite:copy.db',
      DATABASE_REPLICA_URL: 'sqlite:copy.db',
      DATABASE_OUTAGE_SECONDS: '-1',
      DATABASE_TIMEOUT: '0',
      DATABASE_CONNECTIONS: '1',
      IMAGE_FETCH_ALLOW: 'http://internal',
      SOURCE_FETCH_ALLOW: 'http://internal',
      WEBHOOK_ALLOW: 'a b',
      GEOCODER_URL: 'nominatim',
      MAP_TILES_URL: 'tiles',
      VIDEO_HOSTS: 'https://tube.example/',
      LOG_LEVEL: 'loud',
      LOG_FORMAT: 'xml',
      WORDPRESS_MOUNT: 'maybe',
      MAX_STREAMS: '0',
      METRICS_PORT: '70000',
      SERVER_TIMING: 'maybe',
      SLOW_MS: '-1',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      RATE_LIMIT_REQUESTS: 'x',
      RATE_LIMIT_KEY: '-1',
      MAX_MEMORY_MEGABYTES: '-1',
      METRICS_TOKEN: 'short',
      MAX_LIVE_CONNECTIONS: '-1',
      LIVE_PAGES: 'maybe',
      SUBMISSIONS: 'maybe',
      BACKUP_TO: 's3://bucket',
      REPLICATE_TO: 's3://bucket',
      BACKUP_EVERY: '10',
      BACKUP_KEEP: '7d,7d',
      BACKUP_KEY: 'secret',
      THEME: 'none',
      THEME_RELOAD: 'maybe',
      CSP_EXTRA_SOURCES: 'https://matomo.example/path',
    }
    assert.throws(() => readConfig({ GEOCODER_URL: 'https://me:secret@nominatim.example/search' }), /GEOCODER_URL/)
    for (const [name, value] of Object.entries(invalid))
      assert.throws(() => readConfig({ [name]: value }), new RegExp(name))
    const free = Object.keys(SETTINGS).filter((name) => !(name in invalid))
    const keys = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
    const words = [
      'ADMIN_PASSWORD_FILE',
      'SITE_NAME',
      'CURRENCY_SYMBOL',
      'FOOTER_TEXT',
      'CORS_ORIGINS',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_NAME',
      'OIDC_ROLE_CLAIM',
      'MAP_TILES_ATTRIBUTION',
      'THEME_DIR',
    ]
    assert.deepEqual(free.sort(), ['HOST', 'DATA_DIR', ...keys, ...words].sort())
  })

  test('Sources of the Content-Security-Policy are origins', () => {
    const invalid = [
      '*',
      'matomo.example',
      "'unsafe-inline'",
      'https://a.example; script-src *',
      'data:',
      'https://*.example',
      'https://me:x@a.example',
    ]
    for (const text of invalid) assert.throws(() => readConfig({ CSP_EXTRA_SOURCES: text }), /CSP_EXTRA_SOURCES/, text)
    const config = readConfig({ CSP_EXTRA_SOURCES: 'https://a.example, http://localhost:8888' })
    assert.deepEqual(config.CSP_EXTRA_SOURCES, ['https://a.example', 'http://localhost:8888'])
  })

  test('THEME and THEME_DIR exclude each other', () => {
    assert.throws(() => readConfig({ THEME: 'civic', THEME_DIR: 'mine' }), /THEME and THEME_DIR are both set/)
  })

  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL'] as const)
    test(`${name} requires a PostgreSQL server`, () => {
      const other = { [name]: 'postgres://me:hush@other.example/calends' }
      assert.throws(
        () => readConfig(other),
        (error: Error) => error.message.includes(name) && !error.message.includes('hush'),
      )
      const config = readConfig({ DATABASE_URL: 'postgres://me:hush@db.example/calends', ...other })
      assert.equal(config[name], other[name])
    })

  test('An OpenID Connect provider requires an ID and a secret of the client', () => {
    const issuer = { OIDC_ISSUER: 'https://id.example/realm/' }
    for (const some of [{}, { OIDC_CLIENT_ID: 'id' }, { OIDC_CLIENT_SECRET: 'hush' }])
      assert.throws(() => readConfig({ ...issuer, ...some }), /OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/)
    const config = readConfig({ ...issuer, OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'hush' })
    assert.deepEqual([config.OIDC_ISSUER, config.OIDC_ROLES], [issuer.OIDC_ISSUER, []])
    for (const wrong of ['https://me:hush@id.example', 'https://id.example/?tenant=1', 'ftp://id.example'])
      assert.throws(() => readConfig({ OIDC_ISSUER: wrong }), /OIDC_ISSUER/)
  })

  test('No error repeats the password of a URL', () => {
    const wrong = {
      GEOCODER_URL: 'https://me:hush@nominatim.example/search',
      PUBLIC_URL: 'https://me:hush@calendar.example',
      DATABASE_URL: 'mysql://me:hush@db.example/calends',
      MAP_TILES_URL: 'https://tiles.example/?key=hush',
      ADMIN_PASSWORD: 'hush',
      PORT: 'postgres://me:hush@db.example/calends',
    }
    for (const [name, value] of Object.entries(wrong)) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => error.message.includes(name) && !error.message.includes('hush'),
      )
    }
  })

  test('The site URL is normalized as in clients and headers', () => {
    const written = {
      'https://Łódź.example/': 'https://xn--d-uga0v4h.example',
      'http://HOST.test:80/cal/': 'http://host.test/cal',
    }
    for (const [input, expected] of Object.entries(written))
      assert.equal(readConfig({ PUBLIC_URL: input }).PUBLIC_URL, expected)
  })

  test('Images are stored in the data folder by default', () => {
    assert.equal(readConfig({ DATA_DIR: '/srv/data' }).mediaUrl, 'file:/srv/data/uploads')
  })

  test('Keys of a bucket come from its URL or the environment, and are required', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'a/b+c' }
    assert.equal(readConfig({ MEDIA_URL: 's3://host/pictures', ...keys }).mediaUrl, 's3://id:a%2Fb%2Bc@host/pictures')
    assert.equal(readConfig({ MEDIA_URL: 's3://k:s@host/pictures', ...keys }).mediaUrl, 's3://k:s@host/pictures')
    for (const some of [{}, { AWS_ACCESS_KEY_ID: 'id' }, { AWS_SECRET_ACCESS_KEY: 'a' }])
      assert.throws(() => readConfig({ MEDIA_URL: 's3://host/pictures', ...some }), /AWS_ACCESS_KEY_ID/)
  })

  test('PER_PAGE may not exceed MAX_PER_PAGE, which limits the default', () => {
    assert.throws(() => readConfig({ PER_PAGE: '200' }), {
      message: 'PER_PAGE is 200, which is more than MAX_PER_PAGE, 100. Raise MAX_PER_PAGE too.',
    })
    assert.equal(readConfig({ PER_PAGE: '200', MAX_PER_PAGE: '200' }).site.perPage, 200)
    assert.equal(readConfig({ MAX_PER_PAGE: '20' }).site.perPage, 20)
  })

  test('An invalid URL of a bucket is reported without its secret', () => {
    assert.throws(
      () => readConfig({ MEDIA_URL: 's3://key:hush@host/B' }),
      (error: Error) => /MEDIA_URL: BUCKET/.test(error.message) && !error.message.includes('hush'),
    )
  })
})

/** Every package that a package.json requests, by name. */
function listDependencies(folder: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(docs, '..', folder, 'package.json'), 'utf8'))
  const { dependencies, optionalDependencies, devDependencies } = manifest as Record<string, Record<string, string>>
  return Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
}

test('Every dependency is documented with its reason, and no others', () => {
  const page = readFileSync(join(docs, 'dependencies.md'), 'utf8')
  const rows = [...page.matchAll(/^- (`[^:]+`):/gm)].map(([, names = '']) => names)
  const documented = rows.flatMap((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  const requested = [...listDependencies('.'), ...listDependencies('admin'), ...listDependencies('clients/typescript')]
  assert.deepEqual(documented.sort(), requested.sort())
})
