/**
 * Permissions: wire-contract §15 and §13.3, as changed by decisions Q1 (by slug as by ID), Q3 (lists follow the rule of
 * single reads), Q5 (author), Q6 (statuses of contributors) and Q7 (partial updates). The tables are the
 * specification, written by hand; each test builds the same table from responses of the service and compares them.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AnyRoute } from '../../../src/http/endpoint.ts'
import { createRouter } from '../../../src/http/router.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'
import { assertTableMatches, readTable } from '../../helper/tables.ts'

type Kind = 'events' | 'venues' | 'organizers'
const KINDS: readonly Kind[] = ['events', 'venues', 'organizers']
const SIGNED_IN = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const
/** Author of the records of "others"; no row of a table is about this user. */
const OTHER_USER = 'author2'
/** The permissions of a trashed record depend on its status before (wire-contract §4.2). */
const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trashed-draft', 'trashed-publish'] as const
type State = (typeof STATES)[number]

/**
 * `closed`: 403 `...-not-accessible`. `gone`: 403 `event-no-longer-available`. `in-trash`: 410. A bare 401 or 403 is
 * `rest_forbidden`.
 */
const READ_EVENT = `
                    publish future draft  pending private trashed-draft trashed-publish
admin own           200     200    200    200     200     gone          gone
admin others        200     200    200    200     200     gone          gone
editor own          200     200    200    200     200     gone          gone
editor others       200     200    200    200     200     gone          gone
author own          200     200    200    200     200     gone          gone
author others       200     closed closed closed  closed  gone          gone
contributor own     200     200    200    200     200     gone          gone
contributor others  200     closed closed closed  closed  gone          gone
subscriber own      200     200    200    200     200     gone          gone
subscriber others   200     closed closed closed  closed  gone          gone
anon others         200     closed closed closed  closed  gone          gone`

/** Viewers who can read a venue or organizer can also read it in the trash (wire-contract §11.6). */
const READ_LINKED = `
                    publish future draft  pending private trashed-draft trashed-publish
admin own           200     200    200    200     200     200           200
admin others        200     200    200    200     200     200           200
editor own          200     200    200    200     200     200           200
editor others       200     200    200    200     200     200           200
author own          200     200    200    200     200     200           200
author others       200     closed closed closed  closed  closed        closed
contributor own     200     200    200    200     200     200           200
contributor others  200     closed closed closed  closed  closed        closed
subscriber own      200     200    200    200     200     200           200
subscriber others   200     closed closed closed  closed  closed        closed
anon others         200     closed closed closed  closed  closed        closed`

const UPDATE = `
                    publish future draft  pending private trashed-draft trashed-publish
admin own           200     200    200    200     200     200           200
admin others        200     200    200    200     200     200           200
editor own          200     200    200    200     200     200           200
editor others       200     200    200    200     200     200           200
author own          200     200    200    200     200     200           200
author others       403     403    403    403     403     403           403
contributor own     403     403    200    200     200     200           403
contributor others  403     403    403    403     403     403           403
subscriber own      403     403    403    403     403     403           403
subscriber others   403     403    403    403     403     403           403
anon others         401     401    401    401     401     401           401`

const DELETE = `
                    publish future draft  pending private trashed-draft trashed-publish
admin own           200     200    200    200     200     in-trash      in-trash
admin others        200     200    200    200     200     in-trash      in-trash
editor own          200     200    200    200     200     in-trash      in-trash
editor others       200     200    200    200     200     in-trash      in-trash
author own          200     200    200    200     200     in-trash      in-trash
author others       403     403    403    403     403     403           403
contributor own     403     403    200    200     200     in-trash      403
contributor others  403     403    403    403     403     403           403
subscriber own      403     403    403    403     403     403           403
subscriber others   403     403    403    403     403     403           403
anon others         401     401    401    401     401     401           401`

/** The status of a new record by the requested one; the last columns set another user, or the viewer, as author. */
const CREATE = `
             omitted publish future  draft pending private trash   other's own
admin        publish publish future  draft pending private trash   201     201
editor       publish publish future  draft pending private trash   201     201
author       publish publish future  draft pending private trash   403     201
contributor  draft   pending pending draft pending pending pending 403     201
subscriber   403     403     403     403   403     403     403     403     403
anon         401     401     401     401   401     401     401     401     401`

/** The status of a contributor's own record after an update; omitted fields do not change (Q7). */
const CONTRIBUTOR_UPDATE = `
                omitted publish future  draft pending private trash
draft           draft   pending pending draft pending pending trash
pending         pending pending pending draft pending pending trash
private         private pending pending draft pending private trash
trashed-draft   trash   pending pending draft pending pending trash`

/** Unknown IDs and slugs: 404 for events, an invalid parameter for other kinds (wire-contract §15.3, Q46). */
const UNKNOWN = `
             GET:events PUT:events DELETE:events PUT:venues DELETE:venues GET:slug PUT:slug DELETE:slug
admin        404        404        404           400        400           400      404      400
editor       404        404        404           400        400           400      404      400
author       404        404        404           400        400           400      404      400
contributor  404        404        404           400        400           400      404      400
subscriber   404        403        403           400        400           400      403      400
anon         404        401        401           400        400           400      401      400`

const TERMS = `
             read categories:create categories:update categories:delete tags:create tags:update tags:delete
admin        200  201               200               200               201         200         200
editor       200  201               200               200               201         200         200
author       200  201               200               200               403         403         403
contributor  200  403               403               403               403         403         403
subscriber   200  403               403               403               403         403         403
anon         200  401               401               401               401         401         401`

const WHOLE_ITEM = 'GET, DELETE, POST, PUT, PATCH'
const WHOLE_TERM = 'GET, POST, PUT, PATCH, DELETE'

const ERROR_NAMES: Readonly<Record<string, string>> = {
  'event-not-accessible': 'closed',
  'venue-not-accessible': 'closed',
  'organizer-not-accessible': 'closed',
  'event-no-longer-available': 'gone',
  'event-is-in-trash': 'in-trash',
  'venue-is-in-trash': 'in-trash',
  'organizer-is-in-trash': 'in-trash',
}
const ERROR_STATUSES: Readonly<Record<string, number>> = { closed: 403, gone: 403, 'in-trash': 410 }

/** The cell of a table that describes a response. */
function formatCell({ status, json }: TestResponse): string {
  if (status < 300) return String(status)
  const name = ERROR_NAMES[json.code]
  if (name && ERROR_STATUSES[name] === status) return name
  const isForbidden = json.code === 'rest_forbidden' && json.message === 'Sorry, you are not allowed to do that.'
  return isForbidden && json.data.status === status ? String(status) : `${status} ${json.code}`
}

interface TestRecord {
  readonly id: number
  readonly slug: string
}

const LATER = '2030-01-01 00:00:00'
const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

let count = 0
const createBody = (kind: Kind): Json => {
  const name = `Record ${++count}`
  return kind === 'events' ? { title: name, ...dates } : { [kind.slice(0, -1)]: name }
}

for (const engine of ONE_ENGINE) {
  describe(`Permissions on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const getUserId = (user: Exclude<TestUser, 'anon'>) => service.ids[user]

    /** Creates a record that is published first, so that drafts have a slug. */
    async function createRecord(kind: Kind, state: State, owner: Exclude<TestUser, 'anon'>): Promise<TestRecord> {
      const write = async (method: string, path: string, json: Json): Promise<Json> => {
        const response = await service.send(method, path, { as: 'admin', json })
        assert.ok(response.status < 300, response.text)
        return response.json
      }
      const status = state.replace('trashed-', '')
      const date = status === 'future' ? { date: LATER } : {}
      const { id } = await write('POST', `/${kind}`, { ...createBody(kind), ...date, author: getUserId(owner) })
      const record = await write('PUT', `/${kind}/${id}`, { status })
      const last = state.startsWith('trashed-') ? await write('DELETE', `/${kind}/${id}`, {}) : record
      assert.equal(last.status, state.startsWith('trashed-') ? 'trash' : state)
      return { id, slug: last.slug }
    }

    /** Row "author own" is the author with their own record. */
    const parseRow = (row: string) => {
      const [viewer = 'anon', relation] = row.split(' ') as [TestUser, string]
      return {
        who: viewer,
        owner: relation === 'own' && viewer !== 'anon' ? viewer : (OTHER_USER as Exclude<TestUser, 'anon'>),
      }
    }

    const PATHS: readonly (readonly [string, (kind: Kind, record: TestRecord) => string])[] = [
      ['by ID', (kind, { id }) => `/${kind}/${id}`],
      ['by slug', (kind, { slug }) => `/${kind}/by-slug/${slug}`],
    ]

    for (const kind of KINDS) {
      const shared = new Map<string, Promise<TestRecord>>()
      const sharedRecord = (state: string, owner: Exclude<TestUser, 'anon'>) => {
        const key = `${state} ${owner}`
        const record = shared.get(key) ?? createRecord(kind, state as State, owner)
        shared.set(key, record)
        return record
      }

      for (const [by, buildPath] of PATHS) {
        test(`${kind} are readable ${by} according to wire-contract §15.2`, () =>
          assertTableMatches(kind === 'events' ? READ_EVENT : READ_LINKED, async (row, column) => {
            const { who: viewer, owner } = parseRow(row)
            const record = await sharedRecord(column, owner)
            const response = await service.send('GET', buildPath(kind, record), { as: viewer })
            if (response.status === 200) assert.equal(response.json.id, record.id)
            return formatCell(response)
          }))

        test(`${kind} can be updated ${by} according to wire-contract §15.3, by any method, and keep their status`, () =>
          assertTableMatches(UPDATE, async (row, column) => {
            const { who: viewer, owner } = parseRow(row)
            const record = await sharedRecord(column, owner)
            const method = ['PUT', 'PATCH', 'POST'][++count % 3] ?? ''
            const response = await service.send(method, buildPath(kind, record), { as: viewer, json: {} })
            const status = column.startsWith('trashed-') ? 'trash' : column
            if (response.status === 200) assert.equal(response.json.status, status)
            return formatCell(response)
          }))

        test(`${kind} can be trashed ${by} according to wire-contract §15.3`, () =>
          assertTableMatches(DELETE, async (row, column, expected) => {
            const { who: viewer, owner } = parseRow(row)
            // Records that are not trashed are shared with other tests.
            const record = await (expected === '200'
              ? createRecord(kind, column as State, owner)
              : sharedRecord(column, owner))
            const response = await service.send('DELETE', buildPath(kind, record), { as: viewer })
            const current = await service.send('GET', `/${kind}/${record.id}`, { as: 'admin' })
            const isTrashed = current.json.status === 'trash' || current.json.code === 'event-no-longer-available'
            assert.equal(isTrashed, response.status === 200 || column.startsWith('trashed-'), `${row} ${column}`)
            return formatCell(response)
          }))

        test(`The Allow header of ${kind} ${by} names the permitted methods`, async () => {
          for (const [row, cells] of readTable(UPDATE)) {
            const { who: viewer, owner } = parseRow(row)
            for (const [state, word] of Object.entries(cells)) {
              const record = await sharedRecord(state, owner)
              const { headers } = await service.send('GET', buildPath(kind, record), { as: viewer })
              assert.equal(headers['allow'], word === '200' ? WHOLE_ITEM : 'GET', `${row} ${state}`)
            }
          }
        })
      }

      test(`${kind} can be created according to wire-contract §15.1`, () =>
        assertTableMatches(CREATE, async (row, column) => {
          const viewer = row as TestUser
          const self = viewer === 'anon' ? {} : { author: getUserId(viewer) }
          const inputs: Readonly<Record<string, Json>> = {
            omitted: {},
            future: { status: 'publish', date: LATER },
            "other's": { author: getUserId(OTHER_USER) },
            own: self,
          }
          const json = { ...createBody(kind), ...(inputs[column] ?? { status: column }) }
          const response = await service.send('POST', `/${kind}`, { as: viewer, json })
          const isAboutAuthor = column === 'own' || column === "other's"
          if (response.status === 201 && isAboutAuthor) {
            const author = column === 'own' && viewer !== 'anon' ? viewer : OTHER_USER
            assert.equal(response.json.author, String(getUserId(author)))
          }
          return response.status === 201 && !isAboutAuthor ? response.json.status : formatCell(response)
        }))

      test(`Updates by a contributor set the statuses of Q6 for their own ${kind}`, () =>
        assertTableMatches(CONTRIBUTOR_UPDATE, async (row, column) => {
          const { id } = await createRecord(kind, row as State, 'contributor')
          const date = column === 'future' ? { date: LATER } : {}
          const json = column === 'omitted' ? {} : { status: column, ...date }
          const response = await service.send('PUT', `/${kind}/${id}`, { as: 'contributor', json })
          return response.status === 200 ? response.json.status : formatCell(response)
        }))

      test(`An author cannot set another author of ${kind}, an editor can (Q5)`, async () => {
        const { id } = await createRecord(kind, 'publish', 'author')
        const setAuthor = (viewer: TestUser) =>
          service.send('PUT', `/${kind}/${id}`, { as: viewer, json: { author: getUserId(OTHER_USER) } })
        assert.equal(formatCell(await setAuthor('author')), '403')
        assert.equal(formatCell(await setAuthor('editor')), '200')
      })

      for (const status of [undefined, 'any']) {
        test(`The list of ${kind} with status ${status} contains the records that each viewer can read by ID`, async () => {
          const record: TestRecord[] = []
          for (const state of STATES) {
            for (const owner of [...SIGNED_IN, OTHER_USER] as const) record.push(await sharedRecord(state, owner))
          }
          const ids = new Set(record.map(({ id }) => id))
          for (const viewer of [...SIGNED_IN, 'anon'] as const) {
            const query = `per_page=100&start_date=2000-01-01${status ? `&status=${status}` : ''}`
            const listed = (await readAllPages(`/${kind}?${query}`, kind, viewer)).filter((id) => ids.has(id))
            const readable: number[] = []
            for (const { id } of record) {
              const { status: code, json } = await service.send('GET', `/${kind}/${id}`, { as: viewer })
              // Subscribers find their unpublished records only with the status `any` (wire-contract §15.4, Q44).
              const isDefault = status === undefined && (viewer === 'subscriber' || viewer === 'anon')
              const isListed = json.status !== 'trash' && (!isDefault || json.status === 'publish')
              if (code === 200 && isListed) readable.push(id)
            }
            assert.deepEqual(listed.sort(compareNumbers), readable.sort(compareNumbers), viewer)
          }
        })
      }

      test(`The Allow header of the list of ${kind} names POST for viewers who can create`, async () => {
        for (const [row, { omitted }] of readTable(CREATE)) {
          const { headers } = await service.send('GET', `/${kind}`, { as: row as TestUser })
          assert.equal(headers['allow'], /^\d+$/.test(omitted ?? '') ? 'GET' : 'GET, POST', row)
        }
      })
    }

    const compareNumbers = (a: number, b: number): number => a - b

    async function readAllPages(path: string, kind: Kind, as: TestUser): Promise<number[]> {
      const ids: number[] = []
      let pages = 1
      for (let page = 1; page <= pages; page++) {
        const { json } = await service.send('GET', `${path}&page=${page}`, { as })
        ids.push(...json[kind].map(({ id }: { id: number }) => id))
        pages = json.total_pages
      }
      return ids
    }

    test('Unknown records and missing permissions return different errors according to wire-contract §15.3', () =>
      assertTableMatches(UNKNOWN, async (row, column) => {
        const [method = '', what] = column.split(':')
        const path = what === 'slug' ? '/events/by-slug/nowhere' : `/${what}/999999`
        const json = method === 'PUT' ? {} : undefined
        const response = await service.send(method, path, { as: row as TestUser, json })
        const codes = { 404: 'rest-event-not-found', 400: 'rest_invalid_param' } as Readonly<Record<number, string>>
        const code = codes[response.status]
        return code === response.json.code ? String(response.status) : formatCell(response)
      }))

    test('Permissions for categories and tags and their Allow header are those of wire-contract §13.3', () =>
      assertTableMatches(TERMS, async (row, column) => {
        const as = row as TestUser
        const [what = '', verb] = column === 'read' ? ['tags', 'read'] : column.split(':')
        const name = `Term ${++count}`
        if (verb === 'create') return formatCell(await service.send('POST', `/${what}`, { as, json: { name } }))
        const { json: term } = await service.send('POST', `/${what}`, { as: 'admin', json: { name } })
        const path = `/${what}/${term.id}`
        const { headers } = await service.send('GET', path, { as })
        const method = verb === 'update' ? 'PUT' : verb === 'delete' ? 'DELETE' : 'GET'
        const response = await service.send(method, path, { as, json: { name: `${name} b` } })
        if (method !== 'GET')
          assert.equal(headers['allow'], response.status < 300 ? WHOLE_TERM : 'GET', `${row} ${column}`)
        return formatCell(response)
      }))

    test('Invalid input is reported before a missing permission (wire-contract §5)', async () => {
      const { status, json } = await service.send('POST', '/events', { json: {} })
      assert.deepEqual([status, json.code], [400, 'rest_missing_callback_param'])
      const { id } = await createRecord('events', 'publish', 'author')
      const bad = await service.send('PUT', `/events/${id}`, { as: 'subscriber', json: { all_day: 'yes' } })
      assert.deepEqual([bad.status, bad.json.code], [400, 'rest_invalid_param'])
    })

    test('An ID in body or query does not select the record that is checked (Q1, Q2)', async () => {
      const own = await createRecord('events', 'draft', 'contributor')
      const foreign = await createRecord('events', 'publish', OTHER_USER)
      for (const path of [`/events/${foreign.id}`, `/events/by-slug/${foreign.slug}`]) {
        for (const method of ['PUT', 'DELETE']) {
          const byQuery = await service.send(method, `${path}?id=${own.id}`, { as: 'contributor' })
          const byBody = await service.send(method, path, { as: 'contributor', json: { id: own.id } })
          assert.deepEqual([formatCell(byQuery), formatCell(byBody)], ['403', '403'], `${method} ${path}`)
        }
      }
    })
  })
}

test('Creating a router fails for an endpoint without an access rule', () => {
  const read = { methods: ['GET'], path: {}, args: {}, handle: async () => ({ status: 200, body: {} }) }
  const undeclared = { pattern: '/secrets', endpoints: [read] } as unknown as AnyRoute
  assert.throws(() => createRouter([undeclared]), /GET \/secrets has no access rule/)
})
