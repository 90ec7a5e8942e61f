/** Lists of images over HTTP (decisions: Media, Changed since; Q40), and the WordPress route wp/v2/media. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const wp = '//wp-json/wp/v2/media'

for (const engine of SPLIT_ENGINES) {
  describe(`Lists of images on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const send = (method: string, path: string, options: Parameters<TestService['send']>[2] = {}) =>
      service.send(method, path, options)

    async function upload(as: TestUser, fields: Readonly<Record<string, string>> = {}, name?: string): Promise<Json> {
      const response = await send('POST', '/media', { as, ...createFileForm(fields, await createImage(40, 30), name) })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    test('GET /media pages, searches and filters', async () => {
      const one = await upload('admin', { title: 'Quartz harbour', alt_text: 'boats' }, 'quartz.png')
      const two = await upload('admin', { title: 'Quartz mountain' })
      const ids = async (query: string) =>
        (await send('GET', `/media?${query}`, { as: 'admin' })).json.media.map(({ id }: Json) => id)
      assert.deepEqual(await ids('search=quartz'), [two.id, one.id])
      assert.deepEqual(await ids('search=quartz%20boats'), [one.id])
      assert.deepEqual(await ids(`slug=${one.slug}`), [one.id])
      assert.deepEqual(await ids(`include=${one.id},${two.id}&mime_type=image/jpeg`), [two.id, one.id])
      assert.deepEqual(await ids('media_type=video'), [])
      const first = (await send('GET', '/media?search=quartz&per_page=1', { as: 'admin' })).json
      assert.deepEqual([first.total, first.total_pages, first.media.length], [2, 2, 1])
      const next = await send(
        'GET',
        `/${new URL(first.next_rest_url).pathname}${new URL(first.next_rest_url).search}`,
        {
          as: 'admin',
        },
      )
      assert.equal(next.json.media[0].id, one.id)
      const past = await send('GET', '/media?search=quartz&page=9', { as: 'admin' })
      assert.deepEqual([past.status, past.json.code], [404, 'media-archive-page-not-found'])
    })

    test('GET /media lists changes since a time, and its links keep the parameter', async () => {
      service.setNow('2028-12-01T03:00:00Z')
      const { id } = await upload('author')
      await upload('author')
      service.setNow('2028-12-01T04:00:00Z')
      await send('POST', `/media/${id}`, { as: 'author', json: { caption: 'New' } })
      for (const moment of ['2028-12-01T03:00:00Z', '2028-11-30 22:00:00']) {
        const query = `modified_after=${encodeURIComponent(moment)}`
        const { json } = await send('GET', `/media?${query}`, { as: 'author' })
        assert.deepEqual([json.media.map((item: Json) => item.id), json.total], [[id], 1], moment)
        assert.equal(new URL(json.rest_url).searchParams.get('modified_after'), '2028-12-01T03:00:00Z')
      }
      const wrong = await send('GET', '/media?modified_after=nonsense')
      assert.deepEqual([wrong.status, Object.keys(wrong.json.data.params)], [400, ['modified_after']])
    })

    test('Links of wp/v2/media are URLs of the next page of the same list', async () => {
      for (const n of [1, 2]) await upload('author', { title: `Linked ${n}` })
      const first = await send('GET', `${wp}?search=linked&per_page=1`, { as: 'author' })
      const next = new URL(/<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '')
      const second = await send('GET', `/${next.pathname}${next.search}`, { as: 'author' })
      const titles = [...first.json, ...second.json].map(({ title }: Json) => title.raw)
      assert.deepEqual(titles, ['Linked 2', 'Linked 1'])
      assert.match(second.headers['link'] ?? '', /search=linked[^>]*>; rel="prev"/)
      assert.doesNotMatch(second.headers['link'] ?? '', /rel="next"/)
    })

    test('The record of an image is shown to viewers who can read it, and usable as a filter by them', async () => {
      const event = async (json: Json) =>
        (await send('POST', '/events', { as: 'admin', json: { title: 'E', ...dates, ...json } })).json.id
      const draft = await event({ status: 'draft' })
      const { id } = await upload('admin', { post: String(draft) })
      await event({ image: id })
      for (const [as, post] of [
        ['admin', draft],
        ['author', 0],
        ['anon', 0],
      ] as const) {
        assert.equal((await send('GET', `/media/${id}`, { as })).json.post, post)
        assert.equal((await send('GET', `/media?include=${id}`, { as })).json.media[0].post, post)
        assert.equal((await send('GET', `${wp}/${id}`, { as })).json.post, post || null)
        const found = await send('GET', `/media?post=${draft}`, { as })
        assert.deepEqual([found.status, found.json.total], post ? [200, 1] : [400, undefined])
      }
    })
  })
}
