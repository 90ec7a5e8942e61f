/**
 * Who may do what: wire-contract §15 and §13.3, as changed by decisions Q1 (by slug as by id), Q3 (lists follow the rule of
 * single reads), Q5 (author), Q6 (statuses of contributors) and Q7 (partial updates). The tables are the
 * specification, written by hand; each test draws the same table from what the service answers and compares.
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
/** Whose records «others» are; no row of a table is about this user. */
const SOMEBODY = 'author2'
/** A trashed record is judged by what it was before (wire-contract §4.2). */
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

/** Venues and organizers are read in the trash by those who read them outside of it (wire-contract §11.6). */
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

/** The status a new record gets for the one asked; the last columns name another user, or oneself, as author. */
const CREATE = `
             omitted publish future  draft pending private trash   other's own
admin        publish publish future  draft pending private trash   201     201
editor       publish publish future  draft pending private trash   201     201
author       publish publish future  draft pending private trash   403     201
contributor  draft   pending pending draft pending pending pending 403     201
subscriber   403     403     403     403   403     403     403     403     403
anon         401     401     401     401   401     401     401     401     401`

/** The status a contributor's own record gets by an update; what is not said stays (Q7). */
const CONTRIBUTOR_UPDATE = `
                omitted publish future  draft pending private trash
draft           draft   pending pending draft pending pending trash
pending         pending pending pending draft pending pending trash
private         private pending pending draft pending private trash
trashed-draft   trash   pending pending draft pending pending trash`

/** Numbers and slugs that name nothing: 404 for events, an invalid parameter for the others (wire-contract §15.3, Q46). */
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

/** The word a table says an answer in. */
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

    const idOf = (who: Exclude<TestUser, 'anon'>) => service.ids[who]

    /** Everything is published first, so that drafts have a slug to be found by. */
    async function make(kind: Kind, state: State, owner: Exclude<TestUser, 'anon'>): Promise<Made> {
      const write = async (method: string, path: string, json: Json): Promise<Json> => {
        const answer = await service.send(method, path, { as: 'admin', json })
        assert.ok(answer.status < 300, answer.text)
        return answer.json
      }
      const status = state.replace('trashed-', '')
      const date = status === 'future' ? { date: LATER } : {}
      const { id } = await write('POST', `/${kind}`, { ...bodyOf(kind), ...date, author: idOf(owner) })
      const made = await write('PUT', `/${kind}/${id}`, { status })
      const last = state.startsWith('trashed-') ? await write('DELETE', `/${kind}/${id}`, {}) : made
      assert.equal(last.status, state.startsWith('trashed-') ? 'trash' : state)
      return { id, slug: last.slug }
    }

    /** Row «author own» is the author with a record of their own. */
    const partiesOf = (row: string) => {
      const [who = 'anon', whose] = row.split(' ') as [TestUser, string]
      return { who, owner: whose === 'own' && who !== 'anon' ? who : (SOMEBODY as Exclude<TestUser, 'anon'>) }
    }

    const ADDRESSES: readonly (readonly [string, (kind: Kind, made: Made) => string])[] = [
      ['by id', (kind, { id }) => `/${kind}/${id}`],
      ['by slug', (kind, { slug }) => `/${kind}/by-slug/${slug}`],
    ]

    for (const kind of KINDS) {
      const shared = new Map<string, Promise<Made>>()
      const sharedRecord = (state: string, owner: Exclude<TestUser, 'anon'>) => {
        const key = `${state} ${owner}`
        const made = shared.get(key) ?? make(kind, state as State, owner)
        shared.set(key, made)
        return made
      }

      for (const [how, address] of ADDRESSES) {
        test(`${kind} are read ${how} as wire-contract §15.2 says`, () =>
          assertTableMatches(kind === 'events' ? READ_EVENT : READ_LINKED, async (row, column) => {
            const { who, owner } = partiesOf(row)
            const made = await sharedRecord(column, owner)
            const answer = await service.send('GET', address(kind, made), { as: who })
            if (answer.status === 200) assert.equal(answer.json.id, made.id)
            return wordOf(answer)
          }))

        test(`${kind} are updated ${how} as wire-contract §15.3 says, by any verb, and keep their status`, () =>
          assertTableMatches(UPDATE, async (row, column) => {
            const { who, owner } = partiesOf(row)
            const made = await sharedRecord(column, owner)
            const method = ['PUT', 'PATCH', 'POST'][++count % 3] ?? ''
            const answer = await service.send(method, address(kind, made), { as: who, json: {} })
            const status = column.startsWith('trashed-') ? 'trash' : column
            if (answer.status === 200) assert.equal(answer.json.status, status)
            return wordOf(answer)
          }))

        test(`${kind} are trashed ${how} as wire-contract §15.3 says`, () =>
          assertTableMatches(DELETE, async (row, column, expected) => {
            const { who, owner } = partiesOf(row)
            // Records that are to stay serve other tests too.
            const made = await (expected === '200' ? make(kind, column as State, owner) : sharedRecord(column, owner))
            const answer = await service.send('DELETE', address(kind, made), { as: who })
            const kept = await service.send('GET', `/${kind}/${made.id}`, { as: 'admin' })
            const isTrashed = kept.json.status === 'trash' || kept.json.code === 'event-no-longer-available'
            assert.equal(isTrashed, answer.status === 200 || column.startsWith('trashed-'), `${row} ${column}`)
            return wordOf(answer)
          }))

        test(`the Allow header of ${kind} ${how} names what is allowed then`, async () => {
          for (const [row, cells] of readTable(UPDATE)) {
            const { who, owner } = partiesOf(row)
            for (const [state, word] of Object.entries(cells)) {
              const made = await sharedRecord(state, owner)
              const { headers } = await service.send('GET', address(kind, made), { as: who })
              assert.equal(headers['allow'], word === '200' ? WHOLE_ITEM : 'GET', `${row} ${state}`)
            }
          }
        })
      }

      test(`${kind} are created as wire-contract §15.1 says`, () =>
        assertTableMatches(CREATE, async (row, column) => {
          const who = row as TestUser
          const self = who === 'anon' ? {} : { author: idOf(who) }
          const asked: Readonly<Record<string, Json>> = {
            omitted: {},
            future: { status: 'publish', date: LATER },
            "other's": { author: idOf(SOMEBODY) },
            own: self,
          }
          const json = { ...bodyOf(kind), ...(asked[column] ?? { status: column }) }
          const answer = await service.send('POST', `/${kind}`, { as: who, json })
          const isAboutAuthor = column === 'own' || column === "other's"
          if (answer.status === 201 && isAboutAuthor) {
            const author = column === 'own' && who !== 'anon' ? who : SOMEBODY
            assert.equal(answer.json.author, String(idOf(author)))
          }
          return answer.status === 201 && !isAboutAuthor ? answer.json.status : wordOf(answer)
        }))

      test(`a contributor's own ${kind} get the statuses of Q6 by updates`, () =>
        assertTableMatches(CONTRIBUTOR_UPDATE, async (row, column) => {
          const { id } = await make(kind, row as State, 'contributor')
          const date = column === 'future' ? { date: LATER } : {}
          const json = column === 'omitted' ? {} : { status: column, ...date }
          const answer = await service.send('PUT', `/${kind}/${id}`, { as: 'contributor', json })
          return answer.status === 200 ? answer.json.status : wordOf(answer)
        }))

      test(`an author cannot give ${kind} away, an editor can (Q5)`, async () => {
        const { id } = await make(kind, 'publish', 'author')
        const give = (who: TestUser) =>
          service.send('PUT', `/${kind}/${id}`, { as: who, json: { author: idOf(SOMEBODY) } })
        assert.equal(wordOf(await give('author')), '403')
        assert.equal(wordOf(await give('editor')), '200')
      })

      for (const status of [undefined, 'any']) {
        test(`the list of ${kind} with status ${status} shows what the item route lets each viewer read`, async () => {
          const made: Made[] = []
          for (const state of STATES) {
            for (const owner of [...SIGNED_IN, SOMEBODY] as const) made.push(await sharedRecord(state, owner))
          }
          const ids = new Set(made.map(({ id }) => id))
          for (const who of [...SIGNED_IN, 'anon'] as const) {
            const query = `per_page=100&start_date=2000-01-01${status ? `&status=${status}` : ''}`
            const listed = (await everyPage(`/${kind}?${query}`, kind, who)).filter((id) => ids.has(id))
            const readable: number[] = []
            for (const { id } of made) {
              const { status: code, json } = await service.send('GET', `/${kind}/${id}`, { as: who })
              // Subscribers find their unpublished records only by asking for `any` (wire-contract §15.4, Q44).
              const isDefault = status === undefined && (who === 'subscriber' || who === 'anon')
              const isListed = json.status !== 'trash' && (!isDefault || json.status === 'publish')
              if (code === 200 && isListed) readable.push(id)
            }
            assert.deepEqual(listed.sort(byNumber), readable.sort(byNumber), who)
          }
        })
      }

      test(`the Allow header of the list of ${kind} names POST for those who may create`, async () => {
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

    test('what names nothing is told apart from what is not allowed as wire-contract §15.3 says', () =>
      assertTableMatches(UNKNOWN, async (row, column) => {
        const [method = '', what] = column.split(':')
        const path = what === 'slug' ? '/events/by-slug/nowhere' : `/${what}/999999`
        const json = method === 'PUT' ? {} : undefined
        const answer = await service.send(method, path, { as: row as TestUser, json })
        const codes = { 404: 'rest-event-not-found', 400: 'rest_invalid_param' } as Readonly<Record<number, string>>
        const code = codes[answer.status]
        return code === answer.json.code ? String(answer.status) : wordOf(answer)
      }))

    test('categories and tags are managed as wire-contract §13.3 says, and the Allow header agrees', () =>
      assertTableMatches(TERMS, async (row, column) => {
        const as = row as TestUser
        const [what = '', verb] = column === 'read' ? ['tags', 'read'] : column.split(':')
        const name = `Term ${++count}`
        if (verb === 'create') return wordOf(await service.send('POST', `/${what}`, { as, json: { name } }))
        const { json: term } = await service.send('POST', `/${what}`, { as: 'admin', json: { name } })
        const path = `/${what}/${term.id}`
        const { headers } = await service.send('GET', path, { as })
        const method = verb === 'update' ? 'PUT' : verb === 'delete' ? 'DELETE' : 'GET'
        const answer = await service.send(method, path, { as, json: { name: `${name} b` } })
        if (method !== 'GET')
          assert.equal(headers['allow'], answer.status < 300 ? WHOLE_TERM : 'GET', `${row} ${column}`)
        return wordOf(answer)
      }))

    test('bad input is told before a missing right (wire-contract §5)', async () => {
      const { status, json } = await service.send('POST', '/events', { json: {} })
      assert.deepEqual([status, json.code], [400, 'rest_missing_callback_param'])
      const { id } = await make('events', 'publish', 'author')
      const bad = await service.send('PUT', `/events/${id}`, { as: 'subscriber', json: { all_day: 'yes' } })
      assert.deepEqual([bad.status, bad.json.code], [400, 'rest_invalid_param'])
    })

    test('a number in body or query does not move the check to another record (Q1, Q2)', async () => {
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

test('creating a router fails for an endpoint without an access rule', () => {
  const read = { methods: ['GET'], path: {}, args: {}, handle: async () => ({ status: 200, body: {} }) }
  const undeclared = { pattern: '/secrets', endpoints: [read] } as unknown as AnyRoute
  assert.throws(() => createRouter([undeclared]), /GET \/secrets has no access rule/)
})
