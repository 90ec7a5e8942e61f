import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`The tree of categories on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const send = async (status: number, method: string, path: string, options: RequestOptions = {}): Promise<Json> => {
      const response = await service.send(method, path, { as: 'editor', ...options })
      assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
      return response.json
    }
    const create = (json: Json): Promise<Json> => send(201, 'POST', '/categories', { json })
    const readTree = async (): Promise<string[]> =>
      (await send(200, 'GET', '/categories/tree', { as: 'anon' })).categories.map(
        ({ name, depth }: Json) => `${'-'.repeat(depth)}${name}`,
      )

    test('Categories are ordered by their moves, the others by slug, also on pages', async () => {
      const [art, books, cinema] = [
        await create({ name: 'Art' }),
        await create({ name: 'Books' }),
        await create({ name: 'Cinema' }),
      ]
      assert.deepEqual(await readTree(), ['Art', 'Books', 'Cinema'])
      await send(200, 'POST', `/categories/${cinema.id}/move`, { json: { position: 1 } })
      assert.deepEqual(await readTree(), ['Cinema', 'Art', 'Books'])
      await create({ name: 'Added later' })
      const { categories } = await send(200, 'POST', `/categories/${art.id}/move`, {
        json: { parent: books.id, position: 5 },
      })
      assert.deepEqual(
        categories.map(({ name, depth, parent }: Json) => [name, depth, parent]),
        [
          ['Cinema', 0, 0],
          ['Books', 0, 0],
          ['Art', 1, books.id],
          ['Added later', 0, 0],
        ],
      )
      const { history } = await send(200, 'GET', `/categories/${art.id}/history`)
      assert.deepEqual(history[0].changes, [{ field: 'parent', before: 0, after: books.id }])
      await send(200, 'POST', `/categories/${art.id}/move`, { json: { parent: 0, position: 2 } })
      const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
      const json = { title: 'All', ...dates, categories: [art.id, books.id, cinema.id] }
      await send(201, 'POST', '/events', { json })
      const { text } = await service.send('GET', '//events/')
      const options = [...text.matchAll(/name="categories\[\]" value="(art|books|cinema)"/g)].map(([, slug]) => slug)
      assert.deepEqual(options, ['cinema', 'art', 'books'])
    })

    test('A category cannot be moved below itself, below an unknown one, or by users who may not manage it', async () => {
      const top = await create({ name: 'Top' })
      const below = await create({ name: 'Below', parent: top.id })
      const move = (status: number, json: Json, options: RequestOptions = {}) =>
        send(status, 'POST', `/categories/${top.id}/move`, { json, ...options })
      await move(400, { parent: below.id })
      await move(400, { parent: 99_999 })
      await move(400, { position: 0 })
      await move(401, { position: 1 }, { as: 'anon' })
      await move(403, { position: 1 }, { as: 'contributor' })
      await send(400, 'POST', '/categories/99999/move', { json: { position: 1 } })
    })

    test('A category has a color and an icon only if they are set', async () => {
      const plain = await create({ name: 'Plain' })
      assert.deepEqual([plain.color, plain.icon], [undefined, undefined])
      const { id } = await create({ name: 'Shown', color: '#0B5C8A', icon: '🎷' })
      const read = await send(200, 'GET', `/categories/${id}`, { as: 'anon' })
      assert.deepEqual([read.color, read.icon], ['#0b5c8a', '🎷'])
      for (const json of [{ color: 'red' }, { color: '#fff' }, { icon: 'a' }, { icon: '🎷🎺' }, { icon: '<b>' }])
        await send(400, 'POST', `/categories/${id}`, { json })
      await send(200, 'POST', `/categories/${id}`, { json: { color: null, icon: '👩‍🎤' } })
      const changed = await send(200, 'GET', `/categories/${id}`)
      assert.deepEqual([changed.color, changed.icon], [undefined, '👩‍🎤'])
      const { history } = await send(200, 'GET', `/categories/${id}/history`)
      const first = history.at(-1)
      await send(200, 'POST', `/categories/${id}/history/${first.revision}/restore`, { json: {} })
      assert.equal((await send(200, 'GET', `/categories/${id}`)).color, '#0b5c8a')
    })
  })
}
