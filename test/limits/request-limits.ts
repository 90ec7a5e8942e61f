/** Limits of any request, and of requests that stand for many. */
import { maxHeaderSize } from 'node:http'
import { MAX_LANGUAGE_HEADER_LENGTH } from '../../src/base/i18n/language.ts'
import { MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS } from '../../src/calendar/lists/search-query.ts'
import { MAX_BATCH_REQUESTS } from '../../src/features/batch/batch-fields.ts'
import { MAX_MERGED } from '../../src/features/directory/merge-routes.ts'
import { MAX_COPIES } from '../../src/features/editing/copy-events.ts'
import { MAX_BATCH_BYTES, MAX_BATCH_MESSAGES } from '../../src/features/mcp/json-rpc-batch.ts'
import { MAX_CHANGES_WAIT_SECONDS } from '../../src/features/synchronization/changes-query.ts'
import { MAX_TERMS_PER_PAGE } from '../../src/features/wordpress/wordpress-term-query.ts'
import { MAX_BATCH_RESPONSE_BYTES } from '../../src/http/batch-runner.ts'
import { MAX_FORM_NAME_LENGTH, MAX_FORM_PARTS, MAX_PART_HEADER_BYTES } from '../../src/http/request/multipart.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES, MAX_PARAMETERS } from '../../src/http/request/parse-input.ts'
import { BODY_LIMIT } from '../../src/http/request/read-body.ts'
import { REQUEST_TIMEOUT_MILLISECONDS } from '../../src/http/server/transport.ts'
import { ATOMIC_BATCH_LIMIT, MAX_IDEMPOTENCY_KEY_LENGTH } from '../../src/http/write-session.ts'
import { MAX_LIST_ELEMENTS } from '../../src/kernel/field.ts'
import { MAX_RETURN_LENGTH } from '../../src/kernel/own-url.ts'
import { createMultipart } from '../helper/http/upload-body.ts'
import type { TestResponse, TestService } from '../helper/service.ts'
import { coveredBy, createRecord, fill, type Limit, rejectField, type Trial } from './limit.ts'

const postJson = (service: TestService, body: string): Promise<TestResponse> =>
  service.send('POST', '/venues', { as: 'admin', body, headers: { 'content-type': 'application/json' } })

const sendParts: Trial = (service, count) => {
  const others = Array.from({ length: count - 1 }, (_, index) => ({ name: `other${index}`, content: '' }))
  return service.send('POST', '/venues', {
    as: 'admin',
    ...createMultipart([{ name: 'venue', content: 'Hall' }, ...others]),
  })
}

/** An invalid parameter at the end, which is an error only if it is read. */
const ignoresParameter: Trial = async (service, count) =>
  (await service.send('GET', `/venues?${'a=1&'.repeat(count - 1)}page=0`)).status === 200

const ignoresSearch: Trial = async (service, length) => {
  await createRecord(service, '/venues', { venue: 'Hall' })
  return (await service.send('POST', '/venues?_method=GET', { json: { search: fill(length) } })).json.total > 0
}

/** The words of a name in another order, which is found unless they are one phrase. */
const searchesPhrase: Trial = async (service, count) => {
  const words = Array.from({ length: count }, (_, index) => `w${index}`)
  await createRecord(service, '/venues', { venue: words.join(' ') })
  const search = words.toReversed().join(' ')
  return (await service.send('POST', '/venues?_method=GET', { json: { search } })).json.total === 0
}

const ignoresLanguage: Trial = async (service, length) => {
  const { headers } = await service.send('GET', '/venues/999999', {
    headers: { 'accept-language': `de,${fill(length - 'de,'.length)}` },
  })
  return headers['content-language'] !== 'de'
}

async function createVenues(service: TestService, count: number): Promise<readonly number[]> {
  const ids: number[] = []
  const create = (name: string) => ({ method: 'POST', path: '/venues', body: { venue: name } })
  while (ids.length < count) {
    const length = Math.min(MAX_BATCH_REQUESTS, count - ids.length)
    const requests = Array.from({ length }, (_, index) => create(`${count} ${ids.length + index}`))
    const { json } = await service.send('POST', '/batch', { as: 'admin', json: { requests } })
    for (const { body } of json.responses) ids.push(body.id)
  }
  return ids
}

const mergeVenues: Trial = async (service, count) => {
  const [target, ...from] = await createVenues(service, count + 1)
  return service.send('POST', `/venues/${target}/merge`, { as: 'admin', json: { from } })
}

export const REQUEST_LIMITS: readonly Limit[] = [
  {
    ...{ name: 'Request line and headers', max: maxHeaderSize, unit: 'bytes' },
    beyond: { error: 'request_headers_too_large' },
    trial: coveredBy('http/protocol/malformed', 'Headers beyond the limit return 431'),
  },
  {
    ...{ name: 'Time until a request has arrived', max: REQUEST_TIMEOUT_MILLISECONDS / 1000, unit: 'seconds' },
    beyond: { error: 'request_timeout' },
    trial: coveredBy('http/protocol/malformed', 'A request that does not arrive in time returns 408'),
  },
  {
    ...{ name: 'Body, and texts of a form with files', max: BODY_LIMIT, unit: 'bytes' },
    beyond: { error: 'request_too_large' },
    trial: (service, bytes) => postJson(service, '{"venue":"Hall"}'.padEnd(bytes)),
  },
  {
    ...{ name: 'Nesting of JSON', max: MAX_JSON_DEPTH, unit: '' },
    beyond: { error: 'rest_invalid_json' },
    trial: (service, depth) =>
      postJson(service, `{"venue":"Hall","a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`),
  },
  {
    ...{ name: 'Values in JSON, lists and objects included', max: MAX_JSON_VALUES, unit: '' },
    beyond: { error: 'request_too_complex' },
    // The object, its first member, and the list with its first element.
    trial: (service, count) => postJson(service, `{"venue":"Hall","a":[1${',1'.repeat(count - 4)}]}`),
  },
  {
    ...{ name: 'Parts of a form', max: MAX_FORM_PARTS, unit: '' },
    beyond: { error: 'request_too_large' },
    trial: sendParts,
  },
  {
    ...{ name: 'Name of a part', max: MAX_FORM_NAME_LENGTH, unit: 'characters' },
    beyond: { effect: 'the part is ignored' },
    trial: coveredBy('http/protocol/forms', 'A form with endless headers or names is rejected at low cost'),
  },
  {
    ...{ name: 'Headers of a part', max: MAX_PART_HEADER_BYTES, unit: 'bytes' },
    beyond: { effect: 'the part is ignored' },
    trial: coveredBy('http/protocol/forms', 'A form with endless headers or names is rejected at low cost'),
  },
  {
    ...{ name: 'Parameters of a query or form', max: MAX_PARAMETERS, unit: '' },
    beyond: { effect: 'the others are ignored' },
    trial: ignoresParameter,
  },
  {
    ...{ name: 'List in a parameter', max: MAX_LIST_ELEMENTS, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'series' },
    trial: (service, count) => service.send('GET', `/events?series=${Array(count).fill(1).join()}`),
  },
  {
    ...{ name: '`Accept-Language`', max: MAX_LANGUAGE_HEADER_LENGTH, unit: 'characters' },
    beyond: { effect: 'it is ignored' },
    trial: ignoresLanguage,
  },
  {
    ...{ name: '`Idempotency-Key`', max: MAX_IDEMPOTENCY_KEY_LENGTH, unit: 'characters' },
    beyond: { error: 'idempotency_key_invalid' },
    trial: (service, length) =>
      service.send('POST', '/venues', {
        ...{ as: 'admin', json: { venue: 'Hall' }, headers: { 'idempotency-key': fill(length) } },
      }),
  },
  {
    ...{ name: '`per_page` of a list', max: 'MAX_PER_PAGE', unit: '' },
    beyond: { effect: 'the page has as many' },
    trial: coveredBy('http/pages/paging', 'have 3 records per page by default, and at most 5'),
  },
  {
    ...{ name: '`per_page` of `wp/v2`', max: MAX_TERMS_PER_PAGE, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'per_page' },
    trial: (service, count) => service.send('GET', `//wp-json/wp/v2/tags?per_page=${count}`),
  },
  {
    ...{ name: '`search`', max: MAX_SEARCH_LENGTH, unit: 'characters' },
    beyond: { effect: 'it is ignored' },
    trial: ignoresSearch,
  },
  {
    ...{ name: 'Words of `search`', max: MAX_SEARCH_WORDS, unit: '' },
    beyond: { effect: 'they are one phrase' },
    trial: searchesPhrase,
  },
  {
    ...{ name: '`wait` of `GET /changes`', max: MAX_CHANGES_WAIT_SECONDS, unit: 'seconds' },
    beyond: { error: 'rest_invalid_param', field: 'wait' },
    trial: async (service, seconds) => {
      // The first page of a copy, which is there at once.
      await createRecord(service, '/venues', { venue: 'Hall' })
      return service.send('GET', `/changes?wait=${seconds}`)
    },
  },
  {
    ...{ name: '`return` of a sign-in', max: MAX_RETURN_LENGTH, unit: 'characters' },
    beyond: { effect: 'it is ignored' },
    trial: coveredBy('domain/oidc-claims', 'Only paths of the site are resolved to URLs'),
  },
  {
    ...{ name: 'Requests of `POST /batch`', max: MAX_BATCH_REQUESTS, unit: '' },
    ...rejectField('/batch', 'requests', (length) =>
      Array.from({ length }, () => ({ method: 'GET', path: '/tags?per_page=1' })),
    ),
  },
  {
    ...{ name: 'Changes of an atomic batch', max: ATOMIC_BATCH_LIMIT.changes, unit: '' },
    beyond: { error: 'transaction_too_large' },
    trial: coveredBy('http/retries/batch', 'An atomic batch with more than 5,000 changes returns 413'),
  },
  {
    ...{ name: 'Time of an atomic batch', max: ATOMIC_BATCH_LIMIT.seconds, unit: 'seconds' },
    beyond: { error: 'transaction_too_large' },
    trial: coveredBy('storage/transaction-limit', 'A transaction that takes longer than its limit fails'),
  },
  {
    ...{ name: 'Responses of a batch', max: MAX_BATCH_RESPONSE_BYTES, unit: 'bytes' },
    beyond: { error: 'batch_response_too_large' },
    trial: coveredBy('http/retries/batch', 'Requests of a batch return 413 once the responses exceed 10 MiB'),
  },
  {
    ...{ name: 'Messages of a JSON-RPC batch', max: MAX_BATCH_MESSAGES, unit: '' },
    beyond: { effect: '400 with error -32600' },
    trial: coveredBy('http/integrations/mcp', 'POST /mcp returns 400 for a batch that is empty, too long'),
  },
  {
    ...{ name: 'Responses of a JSON-RPC batch', max: MAX_BATCH_BYTES, unit: 'bytes' },
    beyond: { effect: 'error -32000 of the other messages' },
    trial: coveredBy('http/integrations/mcp', 'A batch is refused from the request on at which its responses exceed'),
  },
  {
    ...{ name: 'Records of a merge', max: MAX_MERGED, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'from' },
    trial: mergeVenues,
  },
  {
    ...{ name: 'Events of `POST /events/copy`', max: MAX_COPIES, unit: '' },
    beyond: { error: 'rest_invalid_param', field: 'end_date' },
    trial: coveredBy('http/program/copy-events', 'At most 500 events are copied at once'),
  },
]
