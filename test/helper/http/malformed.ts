/**
 * Requests that are malformed in several ways at once. They are derived from a seed, so that a failure is reproducible.
 */
import type { Random } from '../../../src/features/settings/sample/seeded-random.ts'

/** One part of a request; the first form of each is valid. */
const PARTS = {
  method: [
    'POST',
    'FOO',
    'post',
    'PROPFIND',
    'TRACE',
    'OPTIONS',
    'GET',
    'DELETE',
    'X'.repeat(60),
    'PO ST',
    'P\x01',
    '',
  ],
  target: [
    '/wp-json/tribe/events/v1/events',
    ...['/tag/%ff/', '/event/%ff/', '/de/venue/%zz/', '/organizer/%', '/category/%e9/', '/events/%00/', '/%2e%2e/%ff'],
    ...['/wp-json/tribe/events/v1/events/%ff', '/wp-json/tribe/events/v1/venues/by-slug/%', '/wp-json/%ff', '/api/%zz'],
    ...['/mcp/%ff', '/mcp', '/authorize-application?app_name=%ff', '/oembed?url=%ff', '/assets/%ff', '/uploads/%ff'],
    ...['/?rest_route=%ff', '/?_method=%ff', '/docs%ff', '/embed/tag/%ff/', '/wp-json/tribe/events/v1/events.ics?%ff'],
    ...[
      '/tag/Caf\xc3\xa9/',
      '/event/\xe9/?password=\xff',
      'http://\xff/tag/%ff',
      'http://',
      '*',
      'tag',
      '//',
      '/a b',
      '/\x01',
    ],
    ...[`/tag/${'%ff'.repeat(3000)}/`, `/tag/${'a'.repeat(20_000)}/`, '/tag/x/?a[=%&[]=%ff&__proto__[x]=1'],
  ],
  version: ['HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'http/1.1', ''],
  header: [
    'X-Test: 1',
    ...['Expect: sense', 'Connection: upgrade\r\nUpgrade: h2c', 'no colon', 'X y: 1', ': empty', 'X: \x01', 'X: \xff'],
    ...['Authorization: Basic \xff', 'X-HTTP-Method-Override: \xff', 'X-WP-Nonce: x', 'Accept-Encoding: br;q=x'],
    ...[`X-Long: ${'x'.repeat(20_000)}`, 'If-Match: \xff', 'Range: bytes=9-1', 'X: 1\rY: 2', ' folded: 1'],
  ],
  type: [
    'application/json',
    ...[
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=""',
      'text/html',
      ';;',
    ],
    ...['application/json; charset=\xff', 'multipart/form-data; boundary=b', '\xff', ''],
  ],
  length: [
    'exact',
    '2000000',
    '-3',
    '1e3',
    '9'.repeat(30),
    'none',
    '2, 2',
    'chunked',
    'chunked twice',
    'bad chunk',
    'gzip',
  ],
  body: [
    '{}',
    '{',
    '[',
    '"',
    '{"a":"\\ud800"}',
    '\xff\xfe',
    '%ff=%&=&[]',
    '--b\r\n\r\n',
    '[['.repeat(2000),
    '',
    '0\r\n',
  ],
} as const

type PartName = keyof typeof PARTS
const NAMES: readonly PartName[] = ['method', 'target', 'version', 'header', 'type', 'length', 'body']

/** The bytes of a request of which at least `faults` parts are invalid. */
export function createMalformedRequest(random: Random, faults: number): Buffer {
  const broken = new Set<PartName>()
  while (broken.size < faults) broken.add(random.pick(NAMES))
  const choose = (name: PartName): string => {
    const [valid = '', ...others] = PARTS[name] as readonly string[]
    return broken.has(name) ? random.pick(others) : valid
  }
  const body = choose('body')
  const { headers, sent } = frame(choose('length'), body)
  const type = choose('type')
  const lines = [
    `${choose('method')} ${choose('target')} ${choose('version')}`,
    ...(random.chance(0.95) ? ['Host: calendar.test'] : []),
    'Origin: https://page.test',
    choose('header'),
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    ...headers,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${sent}`, 'latin1')
}

/** The declared length of the body, and the body that is sent. */
function frame(length: string, body: string): { readonly headers: readonly string[]; readonly sent: string } {
  const chunked = ['Transfer-Encoding: chunked']
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`
  if (length === 'exact') return { headers: [`Content-Length: ${body.length}`], sent: body }
  if (length === 'none') return { headers: [], sent: body }
  if (length === 'chunked') return { headers: chunked, sent: `${body === '' ? '' : chunk}0\r\n\r\n` }
  if (length === 'chunked twice') return { headers: [...chunked, 'Content-Length: 2'], sent: chunk }
  if (length === 'bad chunk') return { headers: chunked, sent: `zz\r\n${body}` }
  if (length === 'gzip') return { headers: ['Transfer-Encoding: gzip'], sent: body }
  return { headers: [`Content-Length: ${length}`], sent: body }
}
