/** Filters and orders of the table of events in the admin. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

for (const engine of SPLIT_ENGINES) {
  describe(`Filters and orders of the table on ${engine.name}`, () => {
    let service: TestService
    const venues: Json[] = []
    before(async () => {
      service = await startService({ engine, now: '2027-01-01T12:00:00Z' })
      const media = await service.send('POST', '/media', {
        as: 'admin',
        body: await createImage(4, 4, 'png'),
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
      })
      assert.equal(media.status, 201, media.text)
      for (const venue of ['Town hall', 'Église', 'arena'])
        venues.push(await write('admin', '/venues', { venue, ...(venue === 'arena' && { status: 'draft' }) }))
      const organizer = await write('admin', '/organizers', { organizer: 'Zoe' })
      const [hall, church, arena] = venues
      await createEvent('admin', { title: 'A', venue: hall.id, image: media.json.id })
      await createEvent('author', { title: 'B', featured: true })
      await createEvent('author2', { title: 'C', venue: church.id, organizer: organizer.id, status: 'draft' })
      await createEvent('author2', { title: 'D', post_password: 'secret', image: media.json.id, featured: true })
      await createEvent('editor', { title: 'E', venue: arena.id })
    })
    after(() => service.stop())

    async function write(as: TestUser, path: string, json: Json): Promise<Json> {
      const response = await service.send('POST', path, { as, json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const createEvent = (as: TestUser, json: Json) =>
      write(as, '/events', { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00', ...json })

    async function list(query: string, as: TestUser = 'editor'): Promise<string> {
      const { status, json, text } = await service.send('GET', `/events?${query}`, { as })
      assert.equal(status, 200, text)
      return json.events.map(({ title }: Json) => title.replace('Protected: ', '')).join('')
    }

    test('author selects the events of users', async () => {
      const { author, author2 } = service.ids
      assert.equal(await list(`author=${author2}`), 'CD')
      assert.equal(await list(`author=${author},${author2}`), 'BCD')
      assert.equal(await list(`author=${author2}`, 'anon'), 'D')
      assert.equal((await service.send('GET', '/events?author=x')).status, 400)
    })

    test('has_image and has_venue select events with and without, and reveal nothing hidden', async () => {
      assert.equal(await list('has_image=true'), 'AD')
      assert.equal(await list('has_image=false'), 'BCE')
      assert.equal(await list('has_venue=true'), 'ACE')
      assert.equal(await list('has_venue=false'), 'BD')
      assert.equal(await list('has_image=true', 'anon'), 'A')
      assert.equal(await list('has_image=false', 'anon'), 'BDE')
      assert.equal(await list('has_venue=true', 'anon'), 'A', 'the draft venue is hidden')
      assert.equal(await list('has_venue=false', 'anon'), 'BDE')
    })

    test('A venue in the trash counts as missing, also in a list that was read before', async () => {
      const { id } = await write('admin', '/venues', { venue: 'Old hall' })
      const event = await createEvent('editor', { title: 'F', venue: id })
      assert.equal(await list('has_venue=true'), 'ACEF')
      await service.send('DELETE', `/venues/${id}`, { as: 'admin' })
      assert.equal(await list('has_venue=true'), 'ACE')
      assert.equal(await list('has_venue=false'), 'BDF')
      await service.send('DELETE', `/events/${event.id}?permanent=true`, { as: 'admin' })
    })

    test('Editors sort by venue, organizer, status, author and featured', async () => {
      assert.equal(await list('orderby=venue'), 'BDECA')
      assert.equal(await list('orderby=venue&order=desc'), 'ACEDB')
      assert.equal(await list('orderby=organizer&order=desc').then((titles) => titles[0]), 'C')
      assert.equal(await list('orderby=status'), 'CABDE')
      assert.equal(await list('orderby=author'), sortByAuthor())
      assert.equal(await list('orderby=featured&order=desc'), 'DBECA')
      assert.equal(await list('orderby=venue&collapse=series'), 'BDECA')
    })

    const sortByAuthor = (): string => {
      const { admin, editor, author, author2 } = service.ids
      const authors = { A: admin, B: author, C: author2, D: author2, E: editor }
      return Object.entries(authors)
        .sort(([, a], [, b]) => a - b)
        .map(([title]) => title)
        .join('')
    }

    test('A renamed venue changes the order by venue at once', async () => {
      assert.equal(await list('orderby=venue&per_page=2&page=2'), 'EC')
      await write('admin', `/venues/${venues[1].id}`, { venue: 'Aaa' })
      assert.equal(await list('orderby=venue&per_page=2&page=2'), 'CE')
      await write('admin', `/venues/${venues[1].id}`, { venue: 'Église' })
    })

    test('For other viewers these orders are unknown, so they reveal nothing', async () => {
      for (const by of ['venue', 'organizer', 'featured', 'status', 'author'])
        assert.equal(await list(`orderby=${by}&order=desc`, 'anon'), await list('order=desc', 'anon'), by)
    })

    test('Links to other pages repeat the filters', async () => {
      const { json } = await service.send(
        'GET',
        '/events?per_page=1&has_venue=false&has_image=false&author=1,2,3,4,5',
        {
          as: 'editor',
        },
      )
      assert.match(json.rest_url, /author=1%2C2%2C3%2C4%2C5&has_image=false&has_venue=false/)
    })

    test('The search finds the beginning of a word, as needed while typing', async () => {
      const { id } = await createEvent('editor', { title: 'Österliche Orgelmusik' })
      for (const text of ['ö', 'ost', 'orgel', 'osterl orge']) {
        const { json } = await service.send('GET', `/events?search=${encodeURIComponent(text)}`, { as: 'editor' })
        assert.ok(
          json.events.some((event: Json) => event.id === id),
          text,
        )
      }
      await service.send('DELETE', `/events/${id}?permanent=true`, { as: 'admin' })
    })

    test('GET /events/authors returns names of authors to editors only', async () => {
      const { json, status } = await service.send('GET', '/events/authors', { as: 'editor' })
      assert.equal(status, 200)
      const { admin, editor, author, author2 } = service.ids
      assert.deepEqual(
        json.authors.map(({ id }: Json) => id),
        [admin, editor, author, author2].sort((a, b) => a - b),
      )
      assert.ok(json.authors.every(({ name }: Json) => typeof name === 'string' && name !== ''))
      assert.equal((await service.send('GET', '/events/authors', { as: 'author' })).status, 403)
      assert.equal((await service.send('GET', '/events/authors')).status, 401)
    })
  })
}
