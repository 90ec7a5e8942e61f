/** Downloads of all records, and the program sheet. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2027-03-05 20:00:00', end_date: '2027-03-05 22:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`exports over HTTP on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { LANGUAGES: 'en,de' } })
      const create = async (json: object) => {
        const { status, text } = await service.send('POST', '/events', { as: 'admin', json })
        assert.equal(status, 201, text)
      }
      await create({ title: 'Concert <1>', ...DATES, venue: { venue: 'Hall', city: 'Ghent' }, cost: '12' })
      await create({ title: 'Draft', ...DATES, status: 'draft' })
      const festival = {
        start_date: '2027-03-06',
        end_date: '2027-03-08',
        all_day: true,
        description: '<p>Three days</p>',
      }
      await create({ title: 'Festival', ...festival, event_status: 'canceled' })
    })
    after(() => service.stop())

    for (const [name, type, expected] of [
      ['calends.ndjson', 'application/x-ndjson', [/"format":"calends-export"/, /"kind":"venue".*Hall/, /Draft/]],
      ['wordpress.xml', 'application/xml', [/<wp:wxr_version>/, /Draft/]],
      ['events.ics', 'text/calendar', [/^BEGIN:VCALENDAR/, /SUMMARY:.*Draft/]],
      ['events.csv', 'text/csv', [/^Event Name/, /Concert.*Hall/, /Draft/]],
      ['venues.csv', 'text/csv', [/^Venue Name/, /Hall/]],
      ['organizers.csv', 'text/csv', [/^Organizer Name/]],
    ] as const) {
      test(`GET /exports/${name} downloads records in any status`, async () => {
        const { status, headers, text } = await service.send('GET', `/exports/${name}`, { as: 'admin' })
        assert.deepEqual([status, headers['content-type']?.split(';')[0]], [200, type])
        assert.equal(headers['content-disposition'], `attachment; filename="${name}"`)
        assert.match(headers['cache-control'] ?? '', /private/)
        for (const pattern of expected) assert.match(text, pattern)
      })
    }

    test('The program sheet lists the events of the filters by day, in the language of the URL', async () => {
      const { text, headers } = await service.send('GET', '/events.html?start_date=2027-03-01&end_date=2027-03-31')
      assert.equal(headers['content-type'], 'text/html; charset=UTF-8')
      assert.match(
        text,
        /<h2>Friday, March 5, 2027<\/h2>\n<p><b>Concert &lt;1&gt;<\/b><br>\n20:00–22:00 · Hall, Ghent · /,
      )
      assert.match(text, /<b>Festival<\/b> \(Canceled\)<br>\n– Monday, March 8, 2027<br>\nThree days/)
      assert.doesNotMatch(text, /Draft/)
      const drafts = await service.send('GET', '/events.html?start_date=2027-03-01&status=draft', { as: 'editor' })
      assert.match(drafts.text, /Draft/)
      const german = await service.send('GET', '//de/api/cal/events/v1/events.html?start_date=2027-03-01')
      assert.match(german.text, /<html lang="de">[\s\S]*<h2>Freitag, 5\. März 2027<\/h2>/)
    })
  })
}
