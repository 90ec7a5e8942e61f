/** Texts that databases handle differently: no engine loses one, finds a wrong one, or causes a 500. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createRandom } from '../../../src/features/settings/sample/seeded-random.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createSolidImage } from '../../helper/media/encode-png.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const random = createRandom(11)
/** Random letters from a large alphabet, so that no engine can compress the text below the limit of an index. */
const createRandomLetters = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(random.between(0x4e00, 0x9fff))).join('')

const DATES = { start_date: '2027-03-01 10:00', end_date: '2027-03-01 12:00' }

for (const engine of SPLIT_ENGINES) {
  describe(`Unusual texts on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const create = async (path: string, json: Json): Promise<Json> => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }
    const get = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json
    const upload = async (name: string): Promise<Json> => {
      const body = await createSolidImage(10, 10).png().toBuffer()
      const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
      const headers = { 'content-type': 'image/png', 'content-disposition': disposition }
      const response = await service.send('POST', '/media', { as: 'admin', body, headers })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    for (const [path, field] of [
      ['/venues', 'venue'],
      ['/organizers', 'organizer'],
    ] as const) {
      test(`${path}: names longer than an index key are stored completely, distinguished and found`, async () => {
        const long = createRandomLetters(20_000)
        const one = await create(path, { [field]: `${long} one` })
        const other = await create(path, { [field]: `${long} other` })
        assert.notEqual(one.id, other.id)
        assert.equal(one[field], `${long} one`)
        // A second creation returns the existing record.
        assert.equal((await create(path, { [field]: `${long} OTHER` })).id, other.id)
        const found = await get(`${path}?search=${encodeURIComponent(long.slice(-400))}&orderby=title`)
        assert.deepEqual(
          found[path.slice(1)].map(({ id }: Json) => id),
          [one.id, other.id],
        )
      })
    }

    test('Case folding may make names of terms longer', async () => {
      const name = Array.from({ length: 100 }, () => `ﷺ${createRandomLetters(1)}`).join('')
      const tag = await create('/tags', { name })
      const event = await create('/events', { ...DATES, title: 'Folded', tags: [name] })
      assert.deepEqual(
        event.tags.map(({ id }: Json) => id),
        [tag.id],
      )
      const again = await service.send('POST', '/tags', { as: 'admin', json: { name } })
      assert.deepEqual([again.status, again.json.code], [400, 'term_exists'])
    })

    test('A NUL is removed from names of terms and files', async () => {
      const event = await create('/events', { ...DATES, title: 'Nul', categories: ['ca\0t'], tags: ['\0', 'ta\0g'] })
      assert.deepEqual([event.categories[0].name, event.tags[0].name, event.tags.length], ['cat', 'tag', 1])
      assert.equal((await upload('na\0me.png')).title, 'name')
    })

    test('Of several terms with the same name an event gets the oldest', async () => {
      const above = await create('/categories', { name: 'Above' })
      const oldest = await create('/categories', { name: 'Shared', slug: 'zzz' })
      await create('/categories', { name: 'SHARED', slug: 'aaa', parent: above.id })
      await service.send('POST', `/categories/${oldest.id}`, {
        as: 'admin',
        json: { description: 'moved in its table' },
      })
      const event = await create('/events', { ...DATES, title: 'Shared', categories: ['Sharéd'] })
      assert.deepEqual(
        event.categories.map(({ id }: Json) => id),
        [oldest.id],
      )
    })

    test('Media types are matched in any case, without wildcards', async () => {
      await upload('typed.png')
      for (const [query, isFound] of [
        ['mime_type=image/png', true],
        ['mime_type=Image/PNG', true],
        ['media_type=IMAGE', true],
        ['mime_type=image/jpeg', false],
        ['mime_type=image/%25', false],
        ['mime_type=image/_ng', false],
      ] as const) {
        assert.equal((await get(`/media?${query}`)).total > 0, isFound, query)
      }
    })

    test('An image URL that exceeds the limit when it is encoded is rejected', async () => {
      const image = `https://pictures.example/${'日'.repeat(1000)}.png`
      const { status, json } = await service.send('POST', '/events', {
        as: 'admin',
        json: { ...DATES, title: 'x', image },
      })
      assert.deepEqual([status, Object.keys(json.data.params)], [400, ['image']])
    })
  })
}
