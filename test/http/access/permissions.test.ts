/**
 * Permissions: wire-contract §15 and §13.3, as changed by Q1 (by slug as by ID), Q3 (lists follow the rule of single
 * reads), Q5 (author), Q6 (statuses of contributors) and Q7 (partial updates). The tables are the specification,
 * written by hand; each test builds the same table from the responses of the service and compares.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AnyRoute } from '../../../src/http/api/endpoint.ts'
import { createRouter } from '../../../src/http/api/router.ts'
import { ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'
import { assertTableMatches, readTable } from '../../helper/tables.ts'

type Kind = 'events' | 'venues' | 'organizers'
const KINDS: readonly Kind[] = ['events', 'venues', 'organizers']
const SIGNED_IN = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const
/** Owner of the records "others"; no row of a table is about this user. */
const SOMEBODY = 'author2'
/** A trashed record is judged by its previous status (wire-contract §4.2). */
const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trashed-draft', 'trashed-publish'] as const
type State = (typeof STATES)[number]

/**
 * `closed`: 403 `...-not-accessible`. `gone`: 403 `event-no-longer-available`. `in-trash`: 410. A 401 or 403 alone is
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

/** Status of a new record by requested status; the last columns name another user, or the client itself, as author. */
const CREATE = `
             omitted publish future  draft pending private trash   other's own
admin        publish publish future  draft pending private trash   201     201
editor       publish publish future  draft pending private trash   201     201
author       publish publish future  draft pending private trash   403     201
contributor  draft   pending pending draft pending pending pending 403     201
subscriber   403     403     403     403   403     403     403     403     403
anon         401     401     401     401   401     401     401     401     401`

/** Status of a contributor's own record after an update; an omitted status does not change (Q7). */
const CONTRIBUTOR_UPDATE = `
                omitted publish future  draft pending private trash
draft           draft   pending pending draft pending pending trash
pending         pending pending pending draft pending pending trash
private         private pending pending draft pending private trash
trashed-draft   trash   pending pending draft pending pending trash`

/**
 * IDs and slugs without a record: 404 for events, an invalid parameter for the other kinds (wire-contract §15.3, Q46).
 */
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

const NAMES: Readonly<Record<string, string>> = {
  'event-not-accessible': 'closed',
  'venue-not-accessible': 'closed',
  'organizer-not-accessible': 'closed',
  'event-no-longer-available': 'gone',
  'event-is-in-trash': 'in-trash',
  'venue-is-in-trash': 'in-trash',
  'organizer-is-in-trash': 'in-trash',
}
const STATUS_OF: Readonly<Record<string, number>> = { closed: 403, gone: 403, 'in-trash': 410 }

/** The word by which the tables name a response. */
function wordOf({ status, json }: TestResponse): string {
  if (status < 300) return String(status)
  const name = NAMES[json.code]
  if (name && STATUS_OF[name] === status) return name
  const isForbidden = json.code === 'rest_forbidden' && json.message === 'Sorry, you are not allowed to do that.'
  return isForbidden && json.data.status === status ? String(status) : `${status} ${json.code}`
}

interface Made {
  readonly id: number
  readonly slug: string
}

const LATER = '2030-01-01 00:00:00'
const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

let count = 0
const bodyOf = (kind: Kind): Json => {
  const name = `Record ${++count}`
  return kind === 'events' ? { title: name, ...dates } : { [kind.slice(0, -1)]: name }
}

for (const engine of ENGINES) {
  describe(`permissions on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const idOf = (viewer: Exclude<TestUser, 'anon'>) => service.ids[viewer]

    /** Everything is published first, so that drafts have a slug. */
    async function make(kind: Kind, state: State, owner: Exclude<TestUser, 'anon'>): Promise<Made> {
      const write = async (method: string, path: string, json: Json): Promise<Json> => {
        const response = await service.send(method, path, { as: 'admin', json })
        assert.ok(response.status < 300, response.text)
        return response.json
      }
      const status = state.replace('trashed-', '')
      const date = status === 'future' ? { date: LATER } : {}
      const { id } = await write('POST', `/${kind}`, { ...bodyOf(kind), ...date, author: idOf(owner) })
      const created = await write('PUT', `/${kind}/${id}`, { status })
      const last = state.startsWith('trashed-') ? await write('DELETE', `/${kind}/${id}`, {}) : created
      assert.equal(last.status, state.startsWith('trashed-') ? 'trash' : state)
      return { id, slug: last.slug }
    }

    /** Row "author own" is the author with a record of their own. */
    const partiesOf = (row: string) => {
      const [viewer = 'anon', whose] = row.split(' ') as [TestUser, string]
      return {
        viewer,
        owner: whose === 'own' && viewer !== 'anon' ? viewer : (SOMEBODY as Exclude<TestUser, 'anon'>),
      }
    }

    const ADDRESS_FORMS: readonly (readonly [string, (kind: Kind, record: Made) => string])[] = [
      ['by id', (kind, { id }) => `/${kind}/${id}`],
      ['by slug', (kind, { slug }) => `/${kind}/by-slug/${slug}`],
    ]

    for (const kind of KINDS) {
      const shared = new Map<string, Promise<Made>>()
      const sharedRecord = (state: string, owner: Exclude<TestUser, 'anon'>) => {
        const key = `${state} ${owner}`
        const created = shared.get(key) ?? make(kind, state as State, owner)
        shared.set(key, created)
        return created
      }

      for (const [how, getPath] of ADDRESS_FORMS) {
        test(`GET of ${kind} ${how} returns the statuses of wire-contract §15.2`, () =>
          assertTableMatches(kind === 'events' ? READ_EVENT : READ_LINKED, async (row, column) => {
            const { viewer, owner } = partiesOf(row)
            const created = await sharedRecord(column, owner)
            const response = await service.send('GET', getPath(kind, created), { as: viewer })
            if (response.status === 200) assert.equal(response.json.id, created.id)
            return wordOf(response)
          }))

        test(`PUT, PATCH and POST of ${kind} ${how} return the statuses of wire-contract §15.3 and keep the status of the record`, () =>
          assertTableMatches(UPDATE, async (row, column) => {
            const { viewer, owner } = partiesOf(row)
            const created = await sharedRecord(column, owner)
            const method = ['PUT', 'PATCH', 'POST'][++count % 3] ?? ''
            const response = await service.send(method, getPath(kind, created), { as: viewer, json: {} })
            const status = column.startsWith('trashed-') ? 'trash' : column
            if (response.status === 200) assert.equal(response.json.status, status)
            return wordOf(response)
          }))

        test(`DELETE of ${kind} ${how} returns the statuses of wire-contract §15.3`, () =>
          assertTableMatches(DELETE, async (row, column, expected) => {
            const { viewer, owner } = partiesOf(row)
            // Records that must not be deleted are shared with other tests.
            const created = await (expected === '200'
              ? make(kind, column as State, owner)
              : sharedRecord(column, owner))
            const response = await service.send('DELETE', getPath(kind, created), { as: viewer })
            const kept = await service.send('GET', `/${kind}/${created.id}`, { as: 'admin' })
            const isTrashed = kept.json.status === 'trash' || kept.json.code === 'event-no-longer-available'
            assert.equal(isTrashed, response.status === 200 || column.startsWith('trashed-'), `${row} ${column}`)
            return wordOf(response)
          }))

        test(`The Allow header of ${kind} ${how} names the methods that are allowed`, async () => {
          for (const [row, cells] of readTable(UPDATE)) {
            const { viewer, owner } = partiesOf(row)
            for (const [state, word] of Object.entries(cells)) {
              const created = await sharedRecord(state, owner)
              const { headers } = await service.send('GET', getPath(kind, created), { as: viewer })
              assert.equal(headers['allow'], word === '200' ? WHOLE_ITEM : 'GET', `${row} ${state}`)
            }
          }
        })
      }

      test(`POST of ${kind} returns the statuses of wire-contract §15.1`, () =>
        assertTableMatches(CREATE, async (row, column) => {
          const viewer = row as TestUser
          const self = viewer === 'anon' ? {} : { author: idOf(viewer) }
          const requested: Readonly<Record<string, Json>> = {
            omitted: {},
            future: { status: 'publish', date: LATER },
            "other's": { author: idOf(SOMEBODY) },
            own: self,
          }
          const json = { ...bodyOf(kind), ...(requested[column] ?? { status: column }) }
          const response = await service.send('POST', `/${kind}`, { as: viewer, json })
          const isAboutAuthor = column === 'own' || column === "other's"
          if (response.status === 201 && isAboutAuthor) {
            const author = column === 'own' && viewer !== 'anon' ? viewer : SOMEBODY
            assert.equal(response.json.author, String(idOf(author)))
          }
          return response.status === 201 && !isAboutAuthor ? response.json.status : wordOf(response)
        }))

      test(`An update of a contributor's own ${kind} sets the statuses of Q6`, () =>
        assertTableMatches(CONTRIBUTOR_UPDATE, async (row, column) => {
          const { id } = await make(kind, row as State, 'contributor')
          const date = column === 'future' ? { date: LATER } : {}
          const json = column === 'omitted' ? {} : { status: column, ...date }
          const response = await service.send('PUT', `/${kind}/${id}`, { as: 'contributor', json })
          return response.status === 200 ? response.json.status : wordOf(response)
        }))

      test(`An author cannot change the author of ${kind}, an editor can (Q5)`, async () => {
        const { id } = await make(kind, 'publish', 'author')
        const give = (viewer: TestUser) =>
          service.send('PUT', `/${kind}/${id}`, { as: viewer, json: { author: idOf(SOMEBODY) } })
        assert.equal(wordOf(await give('author')), '403')
        assert.equal(wordOf(await give('editor')), '200')
      })

      for (const status of [undefined, 'any']) {
        test(`The list of ${kind} with status ${status} contains the records that each viewer can read by ID`, async () => {
          const created: Made[] = []
          for (const state of STATES) {
            for (const owner of [...SIGNED_IN, SOMEBODY] as const) created.push(await sharedRecord(state, owner))
          }
          const ids = new Set(created.map(({ id }) => id))
          for (const viewer of [...SIGNED_IN, 'anon'] as const) {
            const query = `per_page=100&start_date=2000-01-01${status ? `&status=${status}` : ''}`
            const listed = (await everyPage(`/${kind}?${query}`, kind, viewer)).filter((id) => ids.has(id))
            const readable: number[] = []
            for (const { id } of created) {
              const { status: code, json } = await service.send('GET', `/${kind}/${id}`, { as: viewer })
              // Subscribers find their unpublished records only with `any` (wire-contract §15.4, Q44).
              const isDefault = status === undefined && (viewer === 'subscriber' || viewer === 'anon')
              const isListed = json.status !== 'trash' && (!isDefault || json.status === 'publish')
              if (code === 200 && isListed) readable.push(id)
            }
            assert.deepEqual(listed.sort(byNumber), readable.sort(byNumber), viewer)
          }
        })
      }

      test(`The Allow header of the list of ${kind} names POST for viewers who can create them`, async () => {
        for (const [row, { omitted }] of readTable(CREATE)) {
          const { headers } = await service.send('GET', `/${kind}`, { as: row as TestUser })
          assert.equal(headers['allow'], /^\d+$/.test(omitted ?? '') ? 'GET' : 'GET, POST', row)
        }
      })
    }

    const byNumber = (a: number, b: number): number => a - b

    async function everyPage(path: string, kind: Kind, as: TestUser): Promise<number[]> {
      const ids: number[] = []
      let pages = 1
      for (let page = 1; page <= pages; page++) {
        const { json } = await service.send('GET', `${path}&page=${page}`, { as })
        ids.push(...json[kind].map(({ id }: { id: number }) => id))
        pages = json.total_pages
      }
      return ids
    }

    test('Responses for missing records differ from those for missing permissions as in wire-contract §15.3', () =>
      assertTableMatches(UNKNOWN, async (row, column) => {
        const [method = '', what] = column.split(':')
        const path = what === 'slug' ? '/events/by-slug/nowhere' : `/${what}/999999`
        const json = method === 'PUT' ? {} : undefined
        const response = await service.send(method, path, { as: row as TestUser, json })
        const codes = { 404: 'rest-event-not-found', 400: 'rest_invalid_param' } as Readonly<Record<number, string>>
        const code = codes[response.status]
        return code === response.json.code ? String(response.status) : wordOf(response)
      }))

    test('Categories and tags follow the permissions of wire-contract §13.3, and the Allow header agrees', () =>
      assertTableMatches(TERMS, async (row, column) => {
        const as = row as TestUser
        const [what = '', verb] = column === 'read' ? ['tags', 'read'] : column.split(':')
        const name = `Term ${++count}`
        if (verb === 'create') return wordOf(await service.send('POST', `/${what}`, { as, json: { name } }))
        const { json: term } = await service.send('POST', `/${what}`, { as: 'admin', json: { name } })
        const path = `/${what}/${term.id}`
        const { headers } = await service.send('GET', path, { as })
        const method = verb === 'update' ? 'PUT' : verb === 'delete' ? 'DELETE' : 'GET'
        const response = await service.send(method, path, { as, json: { name: `${name} b` } })
        if (method !== 'GET')
          assert.equal(headers['allow'], response.status < 300 ? WHOLE_TERM : 'GET', `${row} ${column}`)
        return wordOf(response)
      }))

    test('Invalid input is reported before a missing permission (wire-contract §5)', async () => {
      const { status, json } = await service.send('POST', '/events', { json: {} })
      assert.deepEqual([status, json.code], [400, 'rest_missing_callback_param'])
      const { id } = await make('events', 'publish', 'author')
      const bad = await service.send('PUT', `/events/${id}`, { as: 'subscriber', json: { all_day: 'yes' } })
      assert.deepEqual([bad.status, bad.json.code], [400, 'rest_invalid_param'])
    })

    test('An ID in body or query does not move the permission check to another record (Q1, Q2)', async () => {
      const own = await make('events', 'draft', 'contributor')
      const foreign = await make('events', 'publish', SOMEBODY)
      for (const path of [`/events/${foreign.id}`, `/events/by-slug/${foreign.slug}`]) {
        for (const method of ['PUT', 'DELETE']) {
          const byQuery = await service.send(method, `${path}?id=${own.id}`, { as: 'contributor' })
          const byBody = await service.send(method, path, { as: 'contributor', json: { id: own.id } })
          assert.deepEqual([wordOf(byQuery), wordOf(byBody)], ['403', '403'], `${method} ${path}`)
        }
      }
    })
  })
}

test('A route without an access rule fails the start', () => {
  const read = { methods: ['GET'], path: {}, args: {}, handle: async () => ({ status: 200, body: {} }) }
  const undeclared = { pattern: '/secrets', endpoints: [read] } as unknown as AnyRoute
  assert.throws(() => createRouter([undeclared]), /GET \/secrets does not declare who may use it/)
})
