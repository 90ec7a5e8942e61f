import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalizeHost } from '../../src/base/net/parse-url.ts'

describe('Hosts in settings', () => {
  const cases: [string, string | undefined][] = [
    ['Pictures.Internal', 'pictures.internal'],
    ['pictures.internal:8080', 'pictures.internal:8080'],
    ['pictures.internal:80', 'pictures.internal:80'],
    ['münchen.internal', 'xn--mnchen-3ya.internal'],
    ['0x7f.1:0443', '127.0.0.1:443'],
    ['::1', '[::1]'],
    ['[0:0::1]:9000', '[::1]:9000'],
    ...[
      '',
      ':80',
      'http://internal',
      'internal/path',
      'user@internal',
      'a b',
      '*.internal',
      '[::1',
      '[x]',
      '1.2.3.4.5',
    ].map((text): [string, undefined] => [text, undefined]),
    ['internal:65536', undefined],
    ['internal:http', undefined],
  ]
  for (const [text, host] of cases)
    test(`${text} is ${host ?? 'no host'}`, () => {
      assert.equal(normalizeHost(text), host)
    })
})
