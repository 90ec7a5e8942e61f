/** A client reads a record, changes a member, and sends all of it back (decision "Read, change, write back"). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const TIMES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const COMPATIBLE = '//wp-json/tribe/events/v1'
const OWN = '//api/cal/events/v1'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const TITLE_FIELDS: Readonly<Record<string, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
}
const findTitleField = (path: string): string => TITLE_FIELDS[path.split('/')[1] ?? ''] ?? 'name'

const withoutModified = ({ modified, modified_utc, ...others }: Json): Json => others

for (const engine of SPLIT_ENGINES) {
  describe(`Writing back what was read on ${engine.name}`, () => {
    let service: TestService
    const records: { name: string; path: string }[] = []
    const others: string[] = []
    let rich: number
    before(async () => {
      service = await startService({ engine })
      await createRecords()
    })
    after(() => service.stop())

    const create = async (path: string, json: Json): Promise<Json> => {
      const { status, text, json: record } = await service.send('POST', `${OWN}${path}`, { as: 'admin', json })
      assert.equal(status, 201, text)
      return record
    }
    const add = async (name: string, path: string, json: Json): Promise<Json> => {
      const record = await create(path, json)
      records.push({ name, path: `${path}/${record.id}` })
      return record
    }

    async function createRecords() {
      const { json: image } = await service.send('POST', `${OWN}/media`, {
        as: 'admin',
        body: PNG,
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
      })
      const venue = await add('a venue', '/venues', {
        venue: 'Hall "A" & <B>',
        address: '1 Main St.',
        city: 'Berlin',
        country: 'Germany',
        province: 'BE',
        zip: '10115',
        phone: '123',
        website: 'https://hall.example/?a=1&b=2',
        description: 'Line one\n\nLine "two" -- three',
        geo_lat: '52.5',
        geo_lng: '13.4',
        image: image.id,
      })
      const organizer = await add('an organizer', '/organizers', {
        organizer: "Club d'Or",
        email: 'club@example.org',
        phone: '1',
        website: 'https://club.example/',
        description: 'Text',
        image: image.id,
      })
      const other = await add('an organizer with a name only', '/organizers', { organizer: 'Second' })
      await add('a venue with a name only', '/venues', { venue: 'Room' })
      await add('a venue with a state', '/venues', { venue: 'Loft', country: 'United States', state: 'NY' })
      const parent = await add('a category', '/categories', { name: 'Music & "more"', description: 'All' })
      const category = await add('a category below another', '/categories', { name: 'Jazz', parent: parent.id })
      const tag = await add('a tag', '/tags', { name: "Rock 'n' Roll", description: 'Loud' })
      await add('an event with required fields only', '/events', { title: 'Plain', ...TIMES })
      const complete = await add('an event with all fields', '/events', {
        title: '"Rock" & Roll -- live',
        ...TIMES,
        description: 'First "line"\n\nSecond line <em>em</em> & 5 < 6\n<ul><li>a</li></ul>',
        excerpt: 'Short "text"',
        timezone: 'Europe/Berlin',
        cost: '5, 10.50',
        website: 'https://example.org/?a=1&b=2',
        show_map: true,
        show_map_link: true,
        hide_from_listings: true,
        sticky: true,
        featured: true,
        image: image.id,
        venue: venue.id,
        organizer: [other.id, organizer.id],
        categories: [category.id, parent.id],
        tags: [tag.id],
        event_status: 'postponed',
        event_status_reason: 'Ill "today"',
        is_virtual: true,
        virtual_url: 'https://video.example/?a=1&b=2',
        external_id: 'crm:1',
        tickets: [
          {
            name: 'All "in"',
            price: '5.00',
            currency: 'EUR',
            url: 'https://shop.example/?a=1&b=2',
            status: 'available',
          },
          { name: 'Free', price: '0' },
        ],
      })
      rich = complete.id
      await add('a free event', '/events', { title: 'Free', ...TIMES, cost: '0' })
      await add('an event with a text as cost', '/events', { title: 'Text', ...TIMES, cost: 'Donation of 5' })
      await add('an all-day event', '/events', {
        title: 'Day',
        all_day: true,
        start_date: '2027-03-01',
        end_date: '2027-03-02',
      })
      await add('an event with an offset as zone', '/events', { title: 'UTC', ...TIMES, timezone: 'UTC+2' })
      await add('a protected event', '/events', { title: 'Secret', ...TIMES, post_password: 'open' })
      await add('a draft', '/events', { title: 'Draft', ...TIMES, status: 'pending' })
      await add('a scheduled event', '/events', { title: 'Later', ...TIMES, date: '2030-01-01 10:00:00' })
      await add('an event in the repeated hour', '/events', {
        title: 'Hour',
        start_date: '2026-11-01T01:30:00-05:00',
        end_date: '2026-11-01T02:30:00-05:00',
      })
      const first = await add('an occurrence of a series', '/events', {
        title: 'Weekly',
        ...TIMES,
        recurrence: 'FREQ=WEEKLY;COUNT=4',
      })
      const { json: dates } = await service.send('GET', `${OWN}/events?series=${first.series?.id ?? ''}`, {
        as: 'admin',
      })
      const last = dates.events.at(-1)
      records.push({ name: 'the last occurrence of a series', path: `/events/${last.id}` })
      others.push(`/media/${image.id}`, `/series/${first.series.id}`, '/users/me', `/users/${service.ids.author}`)
      const source = await create('/sources', {
        url: 'https://feeds.example/a.ics',
        name: 'Feed "A"',
        status: 'pending',
      })
      const webhook = await create('/webhooks', { url: 'https://hooks.example/', topics: ['event.created'] })
      const password = await create('/users/me/application-passwords', { name: 'Phone "A"' })
      others.push(
        `/sources/${source.id}`,
        `/webhooks/${webhook.id}`,
        `/users/me/application-passwords/${password.uuid}`,
      )
    }

    const read = async (path: string): Promise<Json> => {
      const { status, text, json } = await service.send('GET', path, { as: 'admin' })
      assert.equal(status, 200, text)
      return json
    }
    const write = async (path: string, json: Json): Promise<Json> => {
      const { status, text, json: record } = await service.send('PUT', path, { as: 'admin', json })
      assert.equal(status, 200, `${path}: ${text}`)
      return record
    }
    const readHistory = async (path: string): Promise<readonly Json[]> =>
      (await read(`${OWN}${path}/history?per_page=100`)).history

    for (const [mount, address] of Object.entries({ compatible: COMPATIBLE, own: OWN }))
      test(`A record at the ${mount} mount is equal afterwards except for the time of change`, async () => {
        for (const { name, path } of records) {
          const [before, history] = [await read(`${address}${path}`), await readHistory(path)]
          await write(`${address}${path}`, before)
          assert.deepEqual(withoutModified(await read(`${address}${path}`)), withoutModified(before), name)
          assert.deepEqual(await readHistory(path), history, name)
        }
      })

    test('A changed member of a record is the only change', async () => {
      for (const { name, path } of records) {
        const [before, history] = [await read(`${COMPATIBLE}${path}`), await readHistory(path)]
        const field = findTitleField(path)
        await write(`${COMPATIBLE}${path}`, { ...before, [field]: 'Changed' })
        const [entry, ...others] = await readHistory(path)
        assert.deepEqual(others, history, name)
        assert.deepEqual(
          entry.changes.map((change: Json) => change.field),
          [field],
          name,
        )
      }
    })

    test('Shortened lists of organizers, categories and tags count by the IDs of their objects', async () => {
      const path = `${COMPATIBLE}/events/${rich}`
      const event = await read(path)
      assert.deepEqual([event.organizer.length, event.categories.length, event.tags.length], [2, 2, 1])
      const organizerHistory = await readHistory(`/organizers/${event.organizer[1].id}`)
      const changed = { organizer: [event.organizer[1]], categories: event.categories.slice(1), tags: [] }
      const after = await write(path, { ...event, ...changed })
      const listIds = ({ organizer, categories, tags }: Json) =>
        [organizer, categories, tags].map((list) => list.map(({ id }: Json) => id))
      assert.deepEqual(listIds(after), listIds(changed))
      assert.deepEqual([after.title, after.description, after.cost], [event.title, event.description, event.cost])
      assert.deepEqual(await readHistory(`/organizers/${after.organizer[0].id}`), organizerHistory)
    })

    test('A draft is published by its changed status', async () => {
      const draft = await create('/events', { title: 'Draft', ...TIMES, status: 'draft' })
      const path = `${COMPATIBLE}/events/${draft.id}`
      const event = await write(path, { ...(await read(path)), status: 'publish' })
      assert.deepEqual([event.status, event.date_utc], ['publish', '2026-11-21 03:00:00'])
    })

    test('A member that another client has changed meanwhile stays changed', async () => {
      const { id } = await create('/events', { title: 'First', ...TIMES })
      const path = `${COMPATIBLE}/events/${id}`
      const event = await read(path)
      await write(path, { title: 'Second' })
      assert.equal((await write(path, { ...event, title: 'First', cost: '5' })).title, 'First')
    })

    test('An object in a list of terms needs an ID', async () => {
      const { status, json } = await service.send('POST', `${COMPATIBLE}/events`, {
        as: 'admin',
        json: { title: 'Term', ...TIMES, categories: [{ name: 'Jazz' }] },
      })
      assert.deepEqual([status, Object.keys(json.data.params)], [400, ['categories']])
    })

    test('Images, series, users, sources, webhooks and passwords are equal afterwards', async () => {
      for (const path of others) {
        const before = await read(`${OWN}${path}`)
        await write(`${OWN}${path}`, before)
        assert.deepEqual(withoutModified(await read(`${OWN}${path}`)), withoutModified(before), path)
      }
    })
  })
}
