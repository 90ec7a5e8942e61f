/** Imports of a live site that responds like the reference. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { createSiteFetcher, type SiteFetcher } from '../../../src/base/net/site-fetch.ts'
import { formatSiteChange } from '../../../src/cli/site-report-text.ts'
import type { SiteImportReport } from '../../../src/features/imports/comparison/site-report.ts'
import { followSite, importSite, type SiteImportOptions } from '../../../src/features/imports/live/import-site.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { type SiteOptions, serveSite, type TestSite } from '../../helper/site/serve-site.ts'
import { addEvent, createSiteRecords, formatSeconds, SITE_NOW } from '../../helper/site/site-records.ts'

const ADMINISTRATOR = { administrator: 'admin:secret' }
const CREDENTIALS = { user: 'admin', password: 'secret' }
const COUNT = 60

for (const engine of ONE_ENGINE) {
  describe(`import of a live site on ${engine.name}`, () => {
    let service: TestService
    let site: TestSite
    let fetcher: SiteFetcher
    beforeEach(async () => {
      service = await startService({ engine })
      site = await serveSite(createSiteRecords(COUNT), ADMINISTRATOR)
      fetcher = createSiteFetcher({ allow: ['127.0.0.1'] })
    })
    afterEach(async () => {
      await fetcher.close()
      await site.stop()
      await service.stop()
    })

    const restart = async (options: SiteOptions, count = COUNT) => {
      await site.stop()
      site = await serveSite(createSiteRecords(count), options)
    }
    const load = (options: Partial<SiteImportOptions> = {}): Promise<SiteImportReport> =>
      importSite(service.services, {
        url: new URL(site.url),
        fetch: fetcher.fetch,
        credentials: CREDENTIALS,
        retryMilliseconds: 1,
        ...options,
      })
    const get = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json
    const listEvents = () => [...site.records.events.values()]
    const assertEqual = (report: SiteImportReport) => {
      assert.deepEqual(report.differences, [])
      assert.deepEqual(report.problems, [])
      assert.equal(report.records.event.equal, site.records.events.size)
      assert.equal(report.records.event.source, site.records.events.size)
    }

    test('Every record keeps its ID, slug, dates, author, relations and image with its texts', async () => {
      const report = await load()
      assertEqual(report)
      const { venue, organizer, category, tag } = report.records
      assert.deepEqual([venue.equal, organizer.equal, category.equal, tag.equal], [60, 55, 6, 6])
      const source = listEvents().find(({ image, venue }) => image !== 0 && venue !== 0)
      assert.ok(source)
      const event = await get(`/events/${source.id}`)
      assert.equal(event.slug, source.slug)
      assert.equal(event.venue.id, source.venue)
      assert.equal(event.author, String(source.author))
      assert.equal(event.modified_utc, formatSeconds(source.modified))
      assert.equal(event.image.id, source.image)
      const media = await get(`//wp-json/wp/v2/media/${source.image}`)
      assert.equal(media.alt_text, site.records.media.get(source.image)?.alt)
      assert.match(media.caption.rendered, /Caption/)
      assert.equal(report.images.fetched, 2)
    })

    test('A second import changes nothing', async () => {
      await load()
      const { database } = service.services
      const before = await database.read.selectFrom('changes').select('seq').orderBy('seq', 'desc').executeTakeFirst()
      const report = await load()
      assertEqual(report)
      assert.deepEqual([report.records.event.created, report.records.event.updated], [0, 0])
      const later = await database.read
        .selectFrom('changes')
        .select('kind')
        .where('seq', '>', before?.seq ?? 0)
        .execute()
      assert.deepEqual(later, [])
    })

    test('A category has its parent after the import, even if the list has the parent on a later page', async () => {
      for (let id = 9001; id <= 9060; id++) {
        const parent = id === 9001 ? 9060 : 0
        site.records.terms.set(id, { id, taxonomy: 'tribe_events_cat', name: `C${id}`, slug: `c${id}`, parent })
      }
      assertEqual(await load())
      assert.equal((await get('/categories/9001')).parent, 9060)
    })

    test('A dry run writes nothing and reports what would change', async () => {
      const lines: string[] = []
      const report = await load({
        isDryRun: true,
        observer: { change: (change) => lines.push(formatSiteChange(change)) },
      })
      assert.deepEqual([report.records.event.created, report.records.venue.created], [COUNT, 60])
      assert.deepEqual(lines.length, new Set(lines).size)
      assert.equal(lines.filter((line) => line.startsWith('create event ')).length, COUNT)
      assert.equal((await get('/events?start_date=1000-01-01')).total, 0)
      assert.deepEqual(await service.services.database.read.selectFrom('imported_records').selectAll().execute(), [])
      assert.deepEqual(await service.services.database.read.selectFrom('import_progress').selectAll().execute(), [])
    })

    test('Drafts, private, scheduled, trashed and hidden events are imported with credentials, and not without', async () => {
      const [draft, hidden, secret, trashed, future] = listEvents()
      assert.ok(draft && hidden && secret && trashed && future)
      draft.status = 'draft'
      hidden.isHidden = true
      secret.status = 'private'
      trashed.status = 'trash'
      future.status = 'future'
      future.date = SITE_NOW + 90 * 86_400
      site.records.version += 1
      const anonymous = await load({ credentials: undefined })
      assert.deepEqual(anonymous.differences, [])
      assert.equal(anonymous.records.event.source, COUNT - 4)
      assert.equal((await get(`/events/${draft.id}`)).code, 'rest-event-not-found')
      assertEqual(await load())
      assert.equal((await get(`/events/${draft.id}`)).status, 'draft')
      assert.equal((await get(`/events/${hidden.id}`)).hide_from_listings, true)
      assert.equal((await get(`/events/${secret.id}`)).status, 'private')
      assert.equal((await get(`/events/${future.id}`)).status, 'future')
      assert.equal((await get(`/events/${trashed.id}`)).code, 'event-no-longer-available')
    })

    test('Protected records are imported with their password, and never without one', async () => {
      const [event] = listEvents()
      const [venue] = site.records.linked.values()
      assert.ok(event && venue)
      event.password = 'open sesame'
      venue.password = 'hall'
      const anonymous = await load({ credentials: undefined })
      assert.equal(anonymous.records.event.failed, 1)
      assert.match(anonymous.problems.join(), new RegExp(`event ${event.id}: it is protected by a password`))
      assert.equal((await get(`/events/${event.id}`)).code, 'rest-event-not-found')
      assertEqual(await load())
      const closed = await service.send('GET', `/events/${event.id}`)
      assert.equal(closed.json.code, 'event-password-protected')
      assert.equal((await service.send('GET', `/events/${event.id}?password=open%20sesame`)).json.slug, event.slug)
      assert.equal((await service.send('GET', `/venues/${venue.id}`)).json.description, '')
    })

    test('Local edits are never overwritten, and reported when the source has changed, too', async () => {
      await load()
      const [edited, both] = listEvents()
      assert.ok(edited && both)
      for (const { id } of [edited, both])
        await service.send('PUT', `/events/${id}`, { as: 'editor', json: { title: 'Edited here' } })
      both.title = 'Edited there'
      both.modified += 60
      const report = await load()
      assert.equal(report.records.event.conflicts, 1)
      assert.match(report.problems.join(), new RegExp(`event ${both.id}: it was edited here`))
      const different = report.differences.map(({ id, reason }) => [id, reason])
      assert.deepEqual(different.toSorted(), [
        [edited.id, 'it was edited here after its import'],
        [both.id, 'it was edited here after its import'],
      ])
      for (const { id } of [edited, both]) assert.equal((await get(`/events/${id}`)).title, 'Edited here')
    })

    test('A record with the same edit on both sides is not in conflict', async () => {
      await load()
      const [event] = listEvents()
      assert.ok(event)
      const edited = await service.send('PUT', `/events/${event.id}`, { as: 'admin', json: { title: 'Same' } })
      event.title = 'Same'
      event.modified = Date.parse(`${edited.json.modified_utc.replace(' ', 'T')}Z`) / 1000
      assert.deepEqual((await load()).differences, [])
      event.title = 'Next'
      event.modified += 5
      assertEqual(await load())
      assert.equal((await get(`/events/${event.id}`)).title, 'Next')
    })

    test('Records that the service had before are not overwritten', async () => {
      const [event] = listEvents()
      assert.ok(event)
      const json = { title: 'Own', start_date: '2027-01-01', end_date: '2027-01-01' }
      for (let id = 0; id < event.id; ) id = (await service.send('POST', '/events', { as: 'admin', json })).json.id
      const report = await load()
      assert.ok(report.records.event.conflicts >= 1)
      assert.equal((await get(`/events/${event.id}`)).title, 'Own')
      assert.match(report.problems.join('\n'), /its ID belongs to a record that was not imported from this site/)
    })

    test('Records that the site has removed are moved to the trash, unless they were edited here', async () => {
      await load()
      const [first, second] = listEvents()
      const [tag] = [...site.records.terms.values()].filter(({ taxonomy }) => taxonomy === 'post_tag')
      assert.ok(first && second && tag)
      await service.send('PUT', `/events/${second.id}`, { as: 'editor', json: { title: 'Edited here' } })
      for (const { id } of [first, second]) site.records.events.delete(id)
      site.records.terms.delete(tag.id)
      for (const event of listEvents()) event.tags = event.tags.filter((id) => id !== tag.id)
      site.records.version += 1
      const report = await load()
      assert.deepEqual([report.records.event.removed, report.records.event.conflicts], [1, 1])
      assert.equal((await get(`/events/${first.id}`)).code, 'event-no-longer-available')
      assert.equal((await get(`/events/${second.id}`)).title, 'Edited here')
      assert.equal((await get(`/tags/${tag.id}`)).code, 'rest_invalid_param')
    })

    test('Broken records are reported, and all others are imported', async () => {
      const [error, text, dates, slug] = listEvents()
      assert.ok(error && text && dates && slug)
      site.records.broken.set(error.id, 'error')
      site.records.broken.set(text.id, 'not a record')
      site.records.broken.set(dates.id, { id: dates.id, title: 'x', start_date: 'soon' })
      slug.slug = 'not/a slug'
      const report = await load()
      assert.equal(report.records.event.equal, COUNT - 4)
      assert.ok(report.records.event.failed >= 4)
      const problems = report.problems.join('\n')
      assert.match(problems, /internal error: events .*position/)
      assert.match(problems, /an item of the list of events is not a record/)
      assert.match(problems, new RegExp(`event ${dates.id}: .*"start_date" is not a date and time`))
      assert.match(problems, new RegExp(`event ${slug.id}: "slug" is not a slug`))
    })

    test('Slugs that two records have exchanged are imported', async () => {
      await load()
      const [first, second] = listEvents()
      assert.ok(first && second)
      const slugs = [first.slug, second.slug, 'other'] as const
      Object.assign(second, { slug: slugs[2], modified: second.modified + 60 })
      Object.assign(first, { slug: slugs[1], modified: first.modified + 60 })
      assertEqual(await load())
      assert.equal((await get(`/events/by-slug/${slugs[1]}`)).id, first.id)
    })

    test('Removed records stay when a firewall hides them', async () => {
      await load()
      const [event] = listEvents()
      assert.ok(event)
      site.records.events.delete(event.id)
      site.records.version += 1
      site.setOptions({
        ...ADMINISTRATOR,
        interfere: (path) => (path.includes(`/events/${event.id}`) ? { status: 403 } : undefined),
      })
      await assert.rejects(load(), new RegExp(`events/${event.id} cannot be read`))
      assert.equal((await get(`/events/${event.id}`)).status, 'publish')
    })

    test('A round of following counts terms, and new local records get free IDs', async () => {
      await load()
      const added = addEvent(site.records, Date.UTC(2030, 1, 1) / 1000, Math.floor(Date.now() / 1000))
      const term = [...site.records.terms.values()].find(({ taxonomy }) => taxonomy === 'post_tag')
      assert.ok(term)
      added.tags = [term.id]
      const count = (await get(`/tags/${term.id}`)).count
      const options = { url: new URL(site.url), fetch: fetcher.fetch, credentials: CREDENTIALS }
      const report = await followSite(service.services, options)
      assert.deepEqual([report.records.event.created, report.records.event.updated], [1, 0])
      assert.equal((await get(`/tags/${term.id}`)).count, count + 1)
      const json = { title: 'Own', start_date: '2027-01-01', end_date: '2027-01-01', tags: 'own' }
      const own = await service.send('POST', '/events', { as: 'admin', json })
      assert.equal(own.status, 201)
      assert.ok(own.json.id > added.id)
    })

    test('Version 5, a path, missing permalinks, and missing lists of posts are supported', async () => {
      for (const options of [
        { version: 5, listsPosts: false },
        { path: '/club/calendar' },
        { path: '/blog', hasNoPermalinks: true, hasLinkHeader: false },
      ] as const) {
        await service.stop()
        service = await startService({ engine })
        await restart({ ...ADMINISTRATOR, ...options })
        assertEqual(await load())
      }
    })

    test('A server that demands Basic authentication receives the credentials', async () => {
      await restart({ basicAuth: 'stage:pass' })
      const problems: string[] = []
      const observer = { problem: (text: string) => problems.push(text) }
      assertEqual(await load({ credentials: { user: 'stage', password: 'pass' }, observer }))
      assert.match(problems.join(), /only public records are imported/)
      await assert.rejects(load({ credentials: { user: 'stage', password: 'wrong' } }), /rejects the request \(401\)/)
    })

    test('Failures, rate limits and lost connections are retried, and requests are limited', async () => {
      let count = 0
      await restart({
        ...ADMINISTRATOR,
        interfere: () => {
          count += 1
          if (count % 7 === 0) return 'drop'
          if (count % 11 === 0) return { status: 429, retryAfter: 0 }
          return count % 13 === 0 ? { status: 502 } : undefined
        },
      })
      assertEqual(await load())
      assert.ok(site.peak() <= 2, `${site.peak()} requests at a time`)
    })

    test('Records that change, move and disappear during the import are equal at its end', async () => {
      for (const listsPosts of [true, false]) {
        await service.stop()
        service = await startService({ engine })
        await restart({ ...ADMINISTRATOR, listsPosts }, 400)
        let changes = 0
        site.onRequest = () => {
          if (changes >= 60) return
          changes += 1
          const events = listEvents()
          const event = events[(changes * 37) % events.length]
          if (!event) return
          const at = Math.floor(Date.now() / 1000)
          if (changes % 3 === 0) site.records.events.delete(event.id)
          else if (changes % 3 === 1) addEvent(site.records, Date.UTC(2020, changes % 12, 3) / 1000, at)
          else {
            // Moves to the beginning of the list, which was read already.
            Object.assign(event, { title: `Moved ${changes}`, modified: at })
            Object.assign(event, {
              start: `2018-02-0${(changes % 9) + 1} 10:00:00`,
              end: `2018-02-0${(changes % 9) + 1} 11:00:00`,
            })
          }
          site.records.version += 1
        }
        assertEqual(await load())
        assert.equal(
          (await get('/events?start_date=1000-01-01&end_date=9999-12-31&per_page=1')).total,
          site.records.events.size,
        )
      }
    })
  })
}

test('Another Calends is imported without what its editors see behind passwords', async () => {
  const [source, service] = [await startService(), await startService()]
  const fetcher = createSiteFetcher({ allow: ['127.0.0.1'] })
  try {
    const create = async (json: Json): Promise<number> => {
      const dates = { start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00' }
      return (await source.send('POST', '/events', { as: 'admin', json: { ...dates, ...json } })).json.id
    }
    const first = await create({ title: 'Open', venue: { venue: 'Hall' }, categories: 'Music', external_id: 'feed:1' })
    const second = await create({ title: 'Closed', post_password: 'secret', description: 'Hidden text' })
    const [user = '', password = ''] = Buffer.from(source.authorization('admin').slice(6), 'base64')
      .toString()
      .split(':')
    const credentials = { user, password }
    const report = await importSite(service.services, {
      url: new URL(source.origin),
      fetch: fetcher.fetch,
      credentials,
    })
    assert.deepEqual([report.records.event.equal, report.records.event.failed], [1, 1])
    assert.equal((await service.send('GET', `/events/${first}`)).json.external_id, 'feed:1')
    assert.equal((await service.send('GET', `/events/${second}`)).json.code, 'rest-event-not-found')
  } finally {
    await fetcher.close()
    await source.stop()
    await service.stop()
  }
})

test('Credentials are not sent to another host, and a private host to which a site redirects is not reached', async () => {
  const fetcher = createSiteFetcher({ allow: ['127.0.0.1'] })
  const target = await serveSite(createSiteRecords(1), ADMINISTRATOR)
  const other = target.url.replace('127.0.0.1', 'localhost')
  const service = await startService({})
  try {
    const load = (url: string) =>
      importSite(service.services, {
        url: new URL(url),
        fetch: fetcher.fetch,
        credentials: CREDENTIALS,
        retryMilliseconds: 1,
      })
    await assert.rejects(load(other), /cannot be read/)
    assert.deepEqual(target.requests, [])
  } finally {
    await fetcher.close()
    await target.stop()
    await service.stop()
  }
})
