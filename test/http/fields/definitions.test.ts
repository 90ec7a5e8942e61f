/** Definitions of additional fields: `/fields`. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const AGE = { key: 'age', label: { en: 'Age', de: 'Alter' }, type: 'number' }
const MOUNTS = ['//wp-json/tribe/events/v1', '//api/cal/events/v1'] as const

for (const engine of SPLIT_ENGINES) {
  describe(`Additional fields on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { LANGUAGES: 'de,en' } })
    })
    after(() => service.stop())
    afterEach(async () => {
      const { json } = await service.send('GET', '/fields', { as: 'admin' })
      for (const { key } of json) await service.send('DELETE', `/fields/${key}`, { as: 'admin' })
    })

    const create = (json: Json) => service.send('POST', '/fields', { as: 'admin', json })

    for (const mount of MOUNTS)
      test(`${mount}/fields creates, lists, reads, changes and deletes fields`, async () => {
        const send = (method: string, path: string, json?: Json) =>
          service.send(method, `${mount}/fields${path}`, { as: 'admin', ...(json && { json }) })
        const created = await send('POST', '', AGE)
        const age = { ...AGE, options: [], kinds: ['event', 'venue', 'organizer'], show_on_pages: true, order: 1 }
        assert.deepEqual([created.status, created.json], [201, age])
        assert.match(created.headers['location'] ?? '', /\/fields\/age$/)
        const level = {
          key: 'level',
          label: 'Niveau',
          type: 'choice',
          options: ['Low', 'High'],
          kinds: ['event'],
          order: 0,
        }
        assert.equal((await send('POST', '', level)).status, 201)
        const { json: fields } = await send('GET', '')
        assert.deepEqual(
          fields.map(({ key, label }: Json) => [key, label]),
          [
            ['level', { de: 'Niveau' }],
            ['age', AGE.label],
          ],
        )
        const changed = await send('PATCH', '/age', { show_on_pages: false, kinds: 'event,venue' })
        assert.deepEqual(changed.json, { ...age, show_on_pages: false, kinds: ['event', 'venue'] })
        assert.deepEqual((await send('PUT', '/age', changed.json)).json, changed.json)
        assert.deepEqual((await send('GET', '/age')).json, changed.json)
        assert.deepEqual((await send('DELETE', '/age')).json, { deleted: true, previous: changed.json })
        const missing = await send('GET', '/age')
        assert.deepEqual([missing.status, missing.json.code], [404, 'custom-field-not-found'])
      })

    test('Everyone who edits records reads fields, and only administrators change them', async () => {
      await create(AGE)
      for (const as of ['contributor', 'author', 'editor'] as const) {
        assert.equal((await service.send('GET', '/fields', { as })).status, 200)
        assert.equal((await service.send('GET', '/fields/age', { as })).status, 200)
        assert.equal((await service.send('POST', '/fields', { as, json: { ...AGE, key: 'other' } })).status, 403)
        assert.equal((await service.send('POST', '/fields/age', { as, json: { order: 3 } })).status, 403)
        assert.equal((await service.send('DELETE', '/fields/age', { as })).status, 403)
      }
      assert.equal((await service.send('GET', '/fields')).status, 401)
      assert.equal((await service.send('DELETE', '/fields/age')).status, 401)
    })

    test('POST /fields returns 400 that names what is wrong', async () => {
      await create(AGE)
      const wrong: readonly (readonly [name: string, json: Json])[] = [
        ['key', { ...AGE }],
        ['key', { ...AGE, key: '__proto__' }],
        ['key', { ...AGE, key: '1st' }],
        ['key', { ...AGE, key: 'a b' }],
        ['key', { ...AGE, key: 'k'.repeat(65) }],
        ['key', { ...AGE, key: ['k'] }],
        ['label', { ...AGE, key: 'k', label: { xx: 'X' } }],
        ['label', { ...AGE, key: 'k', label: {} }],
        ['label', { ...AGE, key: 'k', label: 'x'.repeat(251) }],
        ['label', { ...AGE, key: 'k', label: 7 }],
        ['type', { ...AGE, key: 'k', type: 'date' }],
        ['options', { ...AGE, key: 'k', type: 'choice' }],
        ['options', { ...AGE, key: 'k', options: ['A'] }],
        ['options', { ...AGE, key: 'k', type: 'choice', options: ['A', 'A'] }],
        ['options', { ...AGE, key: 'k', type: 'choice', options: Array.from({ length: 101 }, (_, i) => `o${i}`) }],
        ['kinds', { ...AGE, key: 'k', kinds: ['media'] }],
        ['kinds', { ...AGE, key: 'k', kinds: [] }],
        ['show_on_pages', { ...AGE, key: 'k', show_on_pages: 'perhaps' }],
        ['order', { ...AGE, key: 'k', order: -1 }],
      ]
      for (const [name, json] of wrong) {
        const { status, json: error } = await create(json)
        assert.deepEqual([status, Object.keys(error.data.params ?? {})], [400, [name]], JSON.stringify(json))
      }
      assert.equal((await create({ key: 'k' })).json.code, 'rest_missing_callback_param')
      assert.equal((await service.send('GET', '/fields', { as: 'admin' })).json.length, 1)
    })

    test('At most 50 fields can be defined, also by concurrent requests', async () => {
      const keys = Array.from({ length: 54 }, (_, index) => `field_${index}`)
      const responses = await Promise.all(keys.map((key) => create({ ...AGE, key })))
      const refused = responses.filter(({ status }) => status === 400)
      assert.deepEqual([responses.length - refused.length, refused.length], [50, 4])
      assert.match(refused[0]?.json.data.params.key, /50/)
    })

    test('The audit log contains changes of fields', async () => {
      await create(AGE)
      await service.send('DELETE', '/fields/age', { as: 'admin' })
      const { json } = await service.send('GET', '/audit?kind=settings&per_page=2', { as: 'admin' })
      const entries: Json[] = json.entries ?? json.history ?? Object.values(json)[0]
      assert.match(JSON.stringify(entries), /custom_fields\[age\]/)
    })
  })
}
