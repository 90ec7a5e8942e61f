import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { redactSecrets } from '../../src/base/text/redact.ts'

describe('redactSecrets', () => {
  const HIDDEN: readonly (readonly [string, string])[] = [
    ['postgres://calends:hush@db.example:5432/calends', 'postgres://***@db.example:5432/calends'],
    ['postgres://calends:hu@sh@db.example/calends', 'postgres://***@db.example/calends'],
    ['postgres://calends:hu/sh?h#h@db.example/calends', 'postgres://***@db.example/calends'],
    ['postgres://calends:hu"sh\'s@db.example/calends', 'postgres://***@db.example/calends'],
    ['s3://KEY:hush@s3.example/bucket/prefix?region=eu', 's3://***@s3.example/bucket/prefix?region=eu'],
    ['smtps://me%40x.example:hush@mail.example:465', 'smtps://***@mail.example:465'],
    ['https://hush@nominatim.example/search', 'https://***@nominatim.example/search'],
    ['https://geo.example/search?q=x&api_key=hush&limit=1', 'https://geo.example/search?q=x&api_key=***&limit=1'],
    ['https://geo.example/?Key=hush#map', 'https://geo.example/?Key=***#map'],
    ['https://s3.example/a?X-Amz-Signature=hush', 'https://s3.example/a?X-Amz-Signature=***'],
    ['/events?password=hush', '/events?password=***'],
    ['IMAGE_FETCH_ALLOW=me:hush@internal', 'IMAGE_FETCH_ALLOW=***@internal'],
    ["unknown option '--form=postgres://me:hush@h/d'", "unknown option '--form=postgres://***@h/d'"],
    ['first https://a:hush@one/ then https://b:hush@two/', 'first https://***@one/ then https://***@two/'],
  ]
  for (const [text, expected] of HIDDEN) {
    test(`The secret is redacted in ${text}`, () => assert.equal(redactSecrets(text), expected))
  }

  test('A redacted line of JSON is valid JSON, with all its other values', () => {
    const err = { message: 'no', input: 'postgres://me:hu"sh\\x@host/db', at: 'ann@example.test' }
    const line = JSON.stringify({ level: 50, err, next: 'x@y', url: 'http://a:hush@b/' })
    const redacted = JSON.parse(redactSecrets(line))
    assert.deepEqual(redacted, {
      level: 50,
      err: { message: 'no', input: 'postgres://***@host/db', at: 'ann@example.test' },
      next: 'x@y',
      url: 'http://***@b/',
    })
  })

  const UNCHANGED = [
    'calends: there is no user ann@example.test',
    'PORT=70000 makes no sense.',
    'mailto:ann@example.test',
    '{"level":30,"time":1,"path":"/events","ip":"127.0.0.1","status":200,"msg":"answered"}',
    'user ann: ann@example.test is taken',
    'sqlite:/srv/calends.db',
  ]
  for (const text of UNCHANGED) test(`Nothing is redacted in ${text}`, () => assert.equal(redactSecrets(text), text))
})
