/** Methods, conditional requests, credentials, languages, origins, compression, and malformed input. */
import { API, api, type GoldenRequest, gets, site, TEC, tec, words } from '../request.ts'

const CONDITIONAL = ['/events/{winter}', '/events', '/venues/{hall}', '/tags', '/events.ics', '/changes'].flatMap(
  (path, index): GoldenRequest[] => [
    tec(`GET ${path}`, { save: `tagged${index}` }),
    tec(`GET ${path}`, { headers: { 'if-none-match': `{tagged${index}.headers.etag}` } }),
    tec(`GET ${path}`, { headers: { 'if-none-match': '"other"' } }),
    tec(`GET ${path}`, { headers: { 'if-none-match': '*' } }),
    tec(`GET ${path}`, { headers: { 'if-modified-since': 'Sat, 21 Nov 2026 03:00:00 GMT' } }),
    tec(`GET ${path}`, { headers: { 'if-modified-since': 'Sat, 21 Nov 2020 03:00:00 GMT' } }),
    tec(`HEAD ${path}`),
    tec(`GET ${path}`, { as: 'editor', headers: { 'if-none-match': `{tagged${index}.headers.etag}` } }),
  ],
)

const PAGE_CONDITIONAL = ['/events/', '/event/{winter.slug}/', '/sitemap.xml', '/robots.txt', '/embed.js'].flatMap(
  (path, index): GoldenRequest[] => [
    site(`GET ${path}`, { save: `page${index}` }),
    site(`GET ${path}`, { headers: { 'if-none-match': `{page${index}.headers.etag}` } }),
    site(`HEAD ${path}`),
    site(`OPTIONS ${path}`),
    site(`POST ${path}`),
  ],
)

const COMPRESSED = [`${API}/events`, '/events/', '/embed.js', '/sitemap.xml', `${API}/events.ics`].flatMap((path) =>
  ['gzip', 'br', 'gzip, br;q=0', 'identity'].map((encoding) =>
    site(`GET ${path}`, { headers: { 'accept-encoding': encoding } }),
  ),
)

const ORIGINS: readonly GoldenRequest[] = [
  api('GET /events?per_page=1', { headers: { origin: 'https://other.example' } }),
  api('OPTIONS /events', { headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' } }),
  api('POST /events', { as: 'author', json: {}, headers: { origin: 'https://other.example' } }),
  api('GET /none', { headers: { origin: 'null' } }),
]

const LANGUAGES: readonly GoldenRequest[] = ['de', 'fr', 'es', 'it', 'nl', 'pt'].flatMap((language) => [
  ...gets(site, [`/${language}${API}/events/999999`, `/${language}${TEC}/events?page=x&status=none`]),
  site(`GET ${API}/events/{secret}`, { headers: { 'accept-language': language } }),
  site(`POST /${language}${API}/events`, { as: 'author', json: { title: '', start_date: 'x' } }),
])

const CREDENTIALS: readonly GoldenRequest[] = [
  ...['Basic x', 'Basic YWRtaW46d3Jvbmc=', 'Basic bm9ib2R5OnRlc3Q=', 'Bearer x', 'Basic ', 'Digest x'].map(
    (authorization, index) =>
      tec('GET /events/{winter}?_fields=id', { headers: { authorization }, from: `203.0.113.${100 + index}` }),
  ),
  ...[1, 2, 3, 4, 5, 6].map(() =>
    api('GET /events?_fields=total', { headers: { authorization: 'Basic YWRtaW46d3Jvbmc=' }, from: '203.0.113.99' }),
  ),
  ...[1, 2, 3, 4, 5, 6].map((attempt) =>
    api(`GET /events/{secret}?password=wrong${attempt}`, { from: '203.0.113.98' }),
  ),
  api('GET /events', { headers: { cookie: 'calends_session=x' } }),
  api('GET /events?_wpnonce=x'),
  api('GET /events', { headers: { 'x-wp-nonce': 'x' } }),
]

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

const BODIES: readonly GoldenRequest[] = [
  ...['{', '', '[]', 'null', '"x"', '{"title":"x"', '{"title":"\\ud800"}', '{"title":"a\\u0000b"}'].map((body) =>
    tec('POST /events', { as: 'author', body, headers: JSON_TYPE }),
  ),
  ...['title=x', 'title[]=x', 'title=x&start_date=2027-05-01&end_date=2027-05-01&dry_run=1', '%', 'a[b][c][d]=1'].map(
    (body) => tec('POST /events', { as: 'author', body, headers: FORM_TYPE }),
  ),
  tec('POST /events', { as: 'author', body: '<x/>', headers: { 'content-type': 'text/xml' } }),
  tec('POST /events', { as: 'author', body: 'x', headers: { 'content-type': 'nonsense' } }),
  tec('POST /events', { as: 'author', body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=b' } }),
  tec('POST /events', { body: '{', headers: JSON_TYPE }),
  tec('POST /events/{winter}', { as: 'admin', json: {}, headers: { 'x-http-method-override': 'GET' } }),
  tec('POST /events/{winter}?_method=OPTIONS', { as: 'admin' }),
  tec('POST /events/{winter}', { as: 'admin', json: {}, headers: { 'x-http-method-override': 'NONE' } }),
]

const PATHS = [
  ...words('/% /%00 // /events/% /events/%F0%9F%8E%B7/ /..%2f'),
  '/a'.repeat(300),
  ...words('/events/{winter}%20 /events?% /events?a=%FF /events?page=1&page=2 /events?search[]=x //events').map(
    (path) => `${API}${path}`,
  ),
  ...[`${API}/events?${'a=1&'.repeat(400)}`, `${API}/events/?page=1`, `${API}/events#x`, `${TEC}/EVENTS/{winter}`],
]

const MCP: readonly GoldenRequest[] = [
  site('GET /mcp'),
  site('OPTIONS /mcp'),
  site('POST /mcp', { body: '{', headers: JSON_TYPE }),
  ...[
    {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    },
    { method: 'tools/list', params: {} },
    { method: 'tools/call', params: { name: 'list_events', arguments: { per_page: 1 } } },
    { method: 'tools/call', params: { name: 'none', arguments: {} } },
  ].map((message) =>
    site('POST /mcp', {
      json: { jsonrpc: '2.0', id: 1, ...message },
      headers: { accept: 'application/json, text/event-stream' },
    }),
  ),
]

export const PROTOCOL: readonly GoldenRequest[] = [
  ...CONDITIONAL,
  ...PAGE_CONDITIONAL,
  ...COMPRESSED,
  ...ORIGINS,
  ...LANGUAGES,
  ...CREDENTIALS,
  ...BODIES,
  ...gets(site, PATHS),
  ...MCP,
]
