/** Placeholders and variants of images: the background job, pages, and the life of the files. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import { deriveDueImages } from '../../../src/features/media/derive-image-data.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { createAnimation } from '../../helper/media/encode-png.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Variants of images on ${engine.name}`, () => {
    let service: TestService
    const problems: unknown[] = []
    before(async () => {
      service = await startService({ engine, report: (error) => problems.push(error) })
    })
    after(() => service.stop())
    beforeEach(() => {
      problems.length = 0
    })

    async function upload(file: Buffer): Promise<Json> {
      const response = await service.send('POST', '/media', { as: 'editor', ...createFileForm({}, file) })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    async function publish(slug: string, image: number): Promise<void> {
      const json = { title: slug, slug, image, status: 'publish', ...DATES }
      const response = await service.send('POST', '/events', { as: 'editor', json })
      assert.equal(response.status, 201, response.text)
    }

    const deriveAll = () => deriveDueImages(service.services, new AbortController().signal)

    const readPage = async (path: string) =>
      (await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })).text

    /** The URLs of all variants on a page. */
    const listVariants = (text: string): readonly string[] => [
      ...new Set(
        [...text.matchAll(/<source [^>]*srcset="([^"]+)"/g)].flatMap(([, set = '']) =>
          set.split(', ').map((one) => one.split(' ')[0] ?? ''),
        ),
      ),
    ]

    async function listStored(): Promise<readonly string[]> {
      const keys: string[] = []
      for await (const { key } of service.services.files.list()) keys.push(key)
      return keys.sort()
    }

    test('A page shows the placeholder and the variants of an image as soon as the job has created them', async () => {
      const { id } = await upload(await createImage(900, 600))
      await publish('fair', id)
      const event = (await service.send('GET', '/events/by-slug/fair')).text
      const early = await readPage('/event/fair/')
      assert.match(early, /<img src="[^"]+\.jpg"/)
      assert.doesNotMatch(early, /<picture>|data-thumbhash/)
      // A second request would store the page in the cache.
      await readPage('/event/fair/')
      await deriveAll()
      const page = await readPage('/event/fair/')
      assert.match(page, /<img [^>]*data-thumbhash="[A-Za-z0-9+/]+=*"[^>]*fetchpriority="high"/)
      assert.deepEqual(
        [...page.matchAll(/<source type="([^"]+)" srcset="[^"]+ 320w, [^"]+ 640w, [^"]+ 900w" sizes=/g)].map(
          ([, type]) => type,
        ),
        ['image/avif', 'image/webp'],
      )
      const urls = listVariants(page)
      assert.equal(urls.length, 6)
      for (const url of urls) {
        const response = await fetch(url.replace(/^https?:\/\/[^/]+/, service.origin))
        assert.equal(response.status, 200, url)
        const format = url.endsWith('.avif') ? 'avif' : 'webp'
        assert.equal(response.headers.get('content-type'), `image/${format}`)
        const { mediaType } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
        assert.equal(mediaType, `image/${format}`)
      }
      assert.equal((await service.send('GET', '/events/by-slug/fair')).text, event)
      assert.deepEqual(problems, [])
    })

    test('The job does not change the revision of an image, so its ETag remains valid', async () => {
      const { id } = await upload(await createImage(50, 50))
      const { etag = '' } = (await service.send('GET', `/media/${id}`, { as: 'editor' })).headers
      await deriveAll()
      const options = { as: 'editor', json: { title: 'New' }, headers: { 'if-match': etag } } as const
      assert.equal((await service.send('POST', `/media/${id}`, options)).status, 200)
    })

    test('Images in lists have variants, and only the first one is loaded at once', async () => {
      const { id } = await upload(await createImage(400, 300))
      for (const slug of ['one', 'two', 'three']) await publish(slug, id)
      await deriveAll()
      const images = [...(await readPage('/events/')).matchAll(/<img [^>]+>/g)].map(([tag]) => tag)
      assert.ok(images.length >= 3)
      assert.deepEqual(
        images.map((tag) => /fetchpriority="high"/.test(tag)),
        images.map((_, index) => index === 0),
      )
      assert.ok(images.slice(1).every((tag) => /loading="lazy"/.test(tag)))
    })

    test('Two processes do not create the variants of an image twice', async () => {
      await deriveAll()
      await upload(await createImage(60, 40))
      const { imageDecoder } = service.services
      let count = 0
      const counting = {
        ...service.services,
        imageDecoder: {
          ...imageDecoder,
          decode: (job: Parameters<typeof imageDecoder.decode>[0]) => {
            count++
            return imageDecoder.decode(job)
          },
        },
      }
      const { signal } = new AbortController()
      await Promise.all([deriveDueImages(counting, signal), deriveDueImages(counting, signal)])
      await deriveDueImages(counting, signal)
      assert.equal(count, 1)
    })

    test('A crop replaces the variants, a focal point leaves them, and both are removed with the image', async () => {
      const before = await listStored()
      const { id } = await upload(await createImage(640, 480))
      await publish('crop', id)
      await deriveAll()
      const first = listVariants(await readPage('/event/crop/'))
      assert.equal(first.length, 4)
      const edit = async (json: Json) => {
        assert.equal((await service.send('POST', `/media/${id}`, { as: 'editor', json })).status, 200)
      }
      await edit({ focal_point: { x: 0.1, y: 0.1 } })
      assert.deepEqual(listVariants(await readPage('/event/crop/')), first)
      await edit({ crop: { x: 0, y: 0, width: 0.5, height: 1 } })
      assert.deepEqual(listVariants(await readPage('/event/crop/')), [])
      await deriveAll()
      const second = listVariants(await readPage('/event/crop/'))
      assert.ok(second.length > 0 && second.every((url) => !first.includes(url)))
      const stored = await listStored()
      const getKey = (url: string) => url.replace(/^.*\/uploads\//, '')
      assert.ok(second.every((url) => stored.includes(getKey(url))))
      assert.ok(first.every((url) => !stored.includes(getKey(url))))
      assert.equal((await service.send('DELETE', `/media/${id}`, { as: 'editor' })).status, 200)
      assert.deepEqual(await listStored(), before)
    })

    test('Variants of an image that is deleted meanwhile are not stored', async () => {
      await deriveAll()
      const before = await listStored()
      const { id } = await upload(await createImage(100, 100))
      const { imageDecoder } = service.services
      const decode: typeof imageDecoder.decode = async (job) => {
        const image = await imageDecoder.decode(job)
        assert.equal((await service.send('DELETE', `/media/${id}`, { as: 'editor' })).status, 200)
        return image
      }
      const services = { ...service.services, imageDecoder: { ...imageDecoder, decode } }
      await deriveDueImages(services, new AbortController().signal)
      assert.deepEqual(await listStored(), before)
    })

    test('An image whose file is missing is shown without variants, and is not tried again', async () => {
      const image = await upload(await createImage(100, 100))
      await service.services.files.remove([image.url.replace(/^.*\/uploads\//, '')])
      await deriveAll()
      const { database } = service.services
      const rows = await database.read.selectFrom('media').selectAll().where('id', '=', image.id).execute()
      assert.deepEqual(
        rows.map(({ thumbhash, variants, derivation_due }) => ({ thumbhash, variants, derivation_due })),
        [{ thumbhash: '', variants: '', derivation_due: '' }],
      )
      assert.equal((await service.send('DELETE', `/media/${image.id}`, { as: 'editor' })).status, 200)
    })

    test('An image that cannot be decoded now is tried again later', async () => {
      const { id } = await upload(await createImage(100, 100))
      const decode = () => Promise.reject(new Error('too many images'))
      const { imageDecoder } = service.services
      const busy = { ...service.services, imageDecoder: { ...imageDecoder, decode } }
      await deriveDueImages(busy, new AbortController().signal)
      assert.equal(problems.length, 1)
      const read = async () =>
        (await service.services.database.read.selectFrom('media').select('thumbhash').where('id', '=', id).execute())[0]
      await deriveAll()
      assert.equal((await read())?.thumbhash, '')
      service.setNow('2026-11-21T04:00:00Z')
      await deriveAll()
      assert.notEqual((await read())?.thumbhash, '')
    })

    test('An animation has a placeholder and no variants', async () => {
      const { id } = await upload(await createAnimation('gif'))
      await publish('moving', id)
      await deriveAll()
      const page = await readPage('/event/moving/')
      assert.match(page, /<img src="[^"]+\.gif"[^>]* data-thumbhash=/)
      assert.doesNotMatch(page, /<picture>/)
    })

    test('The URL of a variant names the image that has it', async () => {
      const { id } = await upload(await createImage(500, 400))
      await publish('known', id)
      await deriveAll()
      const [url = ''] = listVariants(await readPage('/event/known/'))
      const json = { title: 'Copy', image: url, ...DATES }
      const response = await service.send('POST', '/events', { as: 'editor', json })
      assert.equal(response.json.image.id, id, response.text)
    })
  })
}
