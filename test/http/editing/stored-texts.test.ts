/** `text=raw`: texts as stored, for editing forms. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const TITLE = 'Tom\'s "Q & A"'
const TEXT = 'One -- two\n\nThree'
const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Texts as stored: ${engine.name}`, () => {
    let service: TestService
    let eventId: number
    let closedId: number
    before(async () => {
      service = await startService({ engine })
      const create = async (json: object) => {
        const { status, json: created } = await service.send('POST', '/events', { as: 'admin', json })
        assert.equal(status, 201)
        return created.id as number
      }
      const venue = { venue: TITLE, description: TEXT }
      eventId = await create({
        title: TITLE,
        description: TEXT,
        ...DATES,
        venue,
        categories: ['R&B'],
        organizer: [{ organizer: TITLE }],
      })
      closedId = await create({ title: TITLE, description: TEXT, ...DATES, post_password: 'secret' })
    })
    after(() => service.stop())

    const read = async (path: string) => {
      const { status, json } = await service.send('GET', path)
      assert.equal(status, 200)
      return json
    }

    test('GET /events/{id} returns the texts of the event and of its linked records as stored', async () => {
      const shown = await read(`/events/${eventId}`)
      assert.notEqual(shown.title, TITLE)
      const raw = await read(`/events/${eventId}?text=raw`)
      assert.deepEqual(
        [raw.title, raw.description, raw.venue.venue, raw.venue.description, raw.organizer[0].organizer],
        [TITLE, TEXT, TITLE, TEXT, TITLE],
      )
      assert.equal(raw.categories[0].name, 'R&B')
      const texts = { title: shown.title, description: shown.description, venue: shown.venue }
      assert.deepEqual({ ...raw, ...texts, organizer: shown.organizer, categories: shown.categories }, shown)
    })

    test('Lists of events, venues, organizers and categories return texts as stored, and so do their next pages', async () => {
      const { events, next_rest_url: next } = await read('/events?text=raw&per_page=1')
      assert.equal(events[0].title, TITLE)
      assert.match(next, /text=raw/)
      assert.equal((await read('/venues?text=raw')).venues[0].venue, TITLE)
      assert.equal((await read('/organizers?text=raw')).organizers[0].organizer, TITLE)
      assert.equal((await read('/categories?text=raw')).categories[0].name, 'R&B')
    })

    test('Texts of a protected event stay hidden', async () => {
      const { events } = await read('/events?text=raw')
      const closed = events.find(({ id }: { id: number }) => id === closedId)
      assert.deepEqual([closed.title, closed.description], [TITLE, ''])
      const { json } = await service.send('GET', `/events/${closedId}?text=raw&password=secret`)
      assert.equal(json.description, TEXT)
    })

    test('An unknown form is a 400', async () => {
      const { status, json } = await service.send('GET', '/events?text=html')
      assert.deepEqual([status, Object.keys(json.data.params)], [400, ['text']])
    })
  })
}
