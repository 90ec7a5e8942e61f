import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { explainMediaUrl, parseMediaUrl } from '../../src/calendar/images/media-url.ts'

describe('parseMediaUrl', () => {
  test('parseMediaUrl accepts folders', () => {
    assert.deepEqual(parseMediaUrl('file:/srv/pictures'), { kind: 'disk', folder: '/srv/pictures' })
    assert.deepEqual(parseMediaUrl('file:///srv/a b%20c/'), { kind: 'disk', folder: '/srv/a b%20c' })
  })

  test('parseMediaUrl accepts buckets', () => {
    assert.deepEqual(parseMediaUrl('s3://k%2B:s%2F@host:9000/pictures/a/b?region=eu-west-1&tls=off'), {
      kind: 's3',
      endpoint: 'http://host:9000/pictures',
      prefix: 'a/b/',
      region: 'eu-west-1',
      accessKeyId: 'k+',
      secretAccessKey: 's/',
    })
    assert.deepEqual(parseMediaUrl('s3://s3.example.com/pictures'), {
      kind: 's3',
      endpoint: 'https://s3.example.com/pictures',
      prefix: '',
      region: 'us-east-1',
      accessKeyId: '',
      secretAccessKey: '',
    })
  })

  for (const url of [
    '',
    'x',
    '/srv/pictures',
    'file:',
    'file:pictures',
    'http://host/pictures',
    's3:host/pictures',
    's3://',
    's3://host',
    's3://host/',
    's3://host/UPPER',
    's3://host/pictures/../x//y',
    's3://host/pictures//x',
    's3://k@host/pictures',
    's3://k:%zz@host/pictures',
    's3://host/pictures?tls=maybe',
    's3://host/pictures?regoin=x',
    's3://host/pictures#x',
  ])
    test(`parseMediaUrl rejects ${url || 'an empty URL'}`, () => assert.equal(parseMediaUrl(url), undefined))

  const WRONG_PARTS = {
    'http://host/pictures': /neither file: nor s3:/,
    'file:pictures': /folder/,
    's3:///pictures': /HOST/,
    's3://key:se/cret@host/pictures': /SECRET is not percent-encoded/,
    's3://key:12/cret@host/pictures': /SECRET is not percent-encoded/,
    's3://key:se#cret@host/pictures': /SECRET is not percent-encoded/,
    's3://k:%zz@host/pictures': /SECRET is not percent-encoded/,
    's3://key@host/pictures': /SECRET is missing/,
    's3://key:secret@host/UPPER': /BUCKET/,
    's3://host/pictures/a b': /PREFIX/,
    's3://host/pictures?tls=maybe': /option tls/,
  }
  for (const [url, part] of Object.entries(WRONG_PARTS))
    test(`explainMediaUrl names the wrong part of ${url}, without the secret`, () => {
      const problem = explainMediaUrl(url) ?? ''
      assert.match(problem, part)
      assert.doesNotMatch(problem, /cret(?!\w* is)|key/)
    })
})
