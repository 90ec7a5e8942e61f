import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseMediaUrl } from '../../src/media/stores/media-url.ts'

describe('the URL of a media store', () => {
  test('A folder is accepted', () => {
    assert.deepEqual(parseMediaUrl('file:/srv/pictures'), { kind: 'disk', folder: '/srv/pictures' })
    assert.deepEqual(parseMediaUrl('file:///srv/a b%20c/'), { kind: 'disk', folder: '/srv/a b%20c' })
  })

  test('A bucket is accepted', () => {
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
    test(`${url || 'An empty value'} is rejected`, () => assert.equal(parseMediaUrl(url), undefined))
})
