import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/
const DAY = /^\d{4}-\d\d-\d\d$/
const URL_PATTERN = /^https?:\/\/\S+$/

/** Properties that search engines require of an event, and those that they recommend. */
function assertShowable(data: Json): void {
  assert.deepEqual([data['@context'], data['@type']], ['https://schema.org', 'Event'])
  assert.ok(data.name && !/[<>]|&\w+;/.test(data.name), data.name)
  for (const moment of [data.startDate, data.endDate]) assert.ok(DATE_TIME.test(moment) || DAY.test(moment), moment)
  assert.ok(data.endDate >= data.startDate)
  assert.equal(data.eventStatus, 'https://schema.org/EventScheduled')
  if (data.location !== undefined) assertPlace(data)
  for (const url of [data.image ?? []].flat()) assert.match(url, URL_PATTERN)
  for (const offer of [data.offers ?? []].flat()) assertOffer(offer)
  for (const host of [data.organizer ?? []].flat()) {
    assert.ok(host.name)
    assert.match(host.url, URL_PATTERN)
  }
  assert.doesNotMatch(JSON.stringify(data), /:(?:""|null|false)[,}]/)
}

function assertPlace({ location, eventAttendanceMode }: Json): void {
  if (location['@type'] === 'VirtualLocation') {
    assert.equal(eventAttendanceMode, 'https://schema.org/OnlineEventAttendanceMode')
    assert.match(location.url, URL_PATTERN)
    return
  }
  assert.equal(eventAttendanceMode, 'https://schema.org/OfflineEventAttendanceMode')
  assert.equal(location['@type'], 'Place')
  assert.ok(location.name)
  assert.ok(typeof location.address === 'string' || location.address['@type'] === 'PostalAddress')
}

function assertOffer({ price, priceCurrency, url, availability, validFrom }: Json): void {
  assert.match(price, /^\d+(?:\.\d+)?$/)
  assert.match(priceCurrency, /^[A-Z]{3}$/)
  assert.match(url, URL_PATTERN)
  assert.match(availability, /^https:\/\/schema\.org\/[A-Z]\w+$/)
  assert.match(validFrom, DATE_TIME)
}

describe('schema.org data of event pages', () => {
  let service: TestService
  const created: Record<string, number> = {}
  const create = async (name: string, path: string, json: object) => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    created[name] = response.json.id
  }
  const blocks = async (slug: string) => {
    const { text } = await service.send('GET', `//event/${slug}/`, { headers: { accept: 'text/html' } })
    const found = text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
    return [...found].map(([, json = '']) => JSON.parse(json))
  }
  const evening = { start_date: '2026-12-05 19:00:00', end_date: '2026-12-05 21:00:00' }
  /** The JSON-LD block of a new event. */
  const described = async (slug: string, facts: object): Promise<Json> => {
    await create(slug, '/events', { title: 'An event', slug, ...evening, ...facts })
    const [data, ...others] = await blocks(slug)
    assert.deepEqual(
      others.map((block) => block['@type']),
      ['BreadcrumbList'],
    )
    assertShowable(data)
    return data
  }

  before(async () => {
    service = await startService()
    const address = { address: '1 Long Street', city: 'Portland', state: 'OR', zip: '97201', country: 'United States' }
    await create('hall', '/venues', { venue: 'Hall & Sons', ...address, geo_lat: 45.5, geo_lng: -122.6 })
    await create('named', '/venues', { venue: 'The old mill' })
    await create('room', '/venues', { venue: 'Our room', website: 'https://rooms.example/7' })
    await create('ann', '/organizers', { organizer: 'Ann', website: 'https://ann.example' })
    await create('bob', '/organizers', { organizer: 'Bob' })
  })
  after(() => service.stop())

  test('An evening event has place, time, organizer and price', async () => {
    const facts = {
      title: 'Rock & Roll',
      venue: created['hall'],
      organizer: created['ann'],
      cost: '12.50',
      timezone: 'UTC-8',
    }
    const data = await described('evening', { ...facts, description: '<p>Loud &amp; long.</p>' })
    assert.equal(data.name, 'Rock & Roll')
    assert.equal(data.description, 'Loud & long.')
    assert.deepEqual([data.startDate, data.endDate], ['2026-12-05T19:00:00-08:00', '2026-12-05T21:00:00-08:00'])
    assert.deepEqual(data.location, {
      '@type': 'Place',
      name: 'Hall & Sons',
      url: `${service.origin}/venue/hall-sons/`,
      address: {
        '@type': 'PostalAddress',
        streetAddress: '1 Long Street',
        addressLocality: 'Portland',
        addressRegion: 'OR',
        postalCode: '97201',
        addressCountry: 'United States',
      },
      geo: { '@type': 'GeoCoordinates', latitude: 45.5, longitude: -122.6 },
    })
    assert.deepEqual(data.organizer, { '@type': 'Organization', name: 'Ann', url: 'https://ann.example' })
    assert.deepEqual([data.offers.price, data.offers.priceCurrency], ['12.50', 'USD'])
    assert.equal(data.offers.url, `${service.origin}/event/evening/`)
  })

  test('All-day events have dates without times', async () => {
    const data = await described('days', { start_date: '2026-12-05', end_date: '2026-12-07', all_day: true })
    assert.deepEqual([data.startDate, data.endDate], ['2026-12-05', '2026-12-07'])
  })

  test('An event across a clock change has the offset of each end', async () => {
    const data = await described('long', { start_date: '2026-10-31 20:00', end_date: '2026-11-02 20:00' })
    assert.deepEqual([data.startDate, data.endDate], ['2026-10-31T20:00:00-04:00', '2026-11-02T20:00:00-05:00'])
  })

  test('A free event has the price 0, and a price range its lowest price', async () => {
    assert.equal((await described('zero', { cost: '0' })).offers.price, '0')
    assert.equal((await described('free', { cost: 'Free' })).offers.price, '0')
    assert.equal((await described('span', { cost: ['20', '10'] })).offers.price, '10')
    assert.equal((await described('gift', { cost: 'What you like' })).offers, undefined)
  })

  test('Offers are valid from their own date, else from the publication of the event', async () => {
    const sale = { available_from: '2026-11-01 10:00:00', availability: 'SoldOut', url: 'https://tickets.example/1' }
    const tickets = [
      { name: 'Early & bird', price: '8', ...sale },
      { name: 'Door', price: '10.5', currency: 'EUR' },
    ]
    const { offers } = await described('offers', { tickets, date: '2026-10-20 09:00:00' })
    assert.deepEqual(offers[0], {
      '@type': 'Offer',
      name: 'Early & bird',
      price: '8',
      priceCurrency: 'USD',
      url: 'https://tickets.example/1',
      availability: 'https://schema.org/SoldOut',
      validFrom: '2026-11-01T10:00:00-05:00',
    })
    assert.equal(offers[1].validFrom, '2026-10-20T09:00:00-04:00')
    assert.equal(offers[1].priceCurrency, 'EUR')
  })

  test('A venue without an address has its name, and one with only a website is an online event', async () => {
    assert.equal((await described('mill', { venue: created['named'] })).location.address, 'The old mill')
    const online = { '@type': 'VirtualLocation', name: 'Our room', url: 'https://rooms.example/7' }
    assert.deepEqual((await described('call', { venue: created['room'] })).location, online)
  })

  test('Without a venue the location is omitted', async () => {
    const data = await described('nowhere', {})
    assert.deepEqual([data.location, data.eventAttendanceMode, data.organizer], [undefined, undefined, undefined])
  })

  test('Every organizer is included, with its page where it has no website', async () => {
    const { organizer } = await described('hosts', { organizer: [created['ann'], created['bob']] })
    assert.deepEqual(
      organizer.map(({ url }: Json) => url),
      ['https://ann.example', `${service.origin}/organizer/bob/`],
    )
  })

  test('An image has all of its sizes, the largest first', async () => {
    const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.jpg"' }
    const body = await createImage(1600, 1000)
    const { json } = await service.send('POST', '/media', { as: 'admin', body, headers })
    const { image } = await described('picture', { image: json.id })
    assert.equal(image[0], json.url)
    assert.ok(image.length > 2)
  })

  test('A protected event has no structured data, even when it is opened', async () => {
    await create('club', '/events', { title: 'Club', slug: 'club', ...evening, post_password: 'sesame' })
    assert.deepEqual(await blocks('club'), [])
    const opened = await service.send('POST', '//event/club/', {
      body: 'password=sesame',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(opened.status, 200)
    assert.doesNotMatch(opened.text, /ld\+json/)
  })
})
