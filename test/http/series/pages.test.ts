import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createWeekly, listOccurrences } from '../../helper/series/series-calendar.ts'
import { startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Pages with series on ${engine.name}`, () => {
    let service: TestService
    let seriesId: number
    before(async () => {
      service = await startService({ engine, env: { LANGUAGES: 'en,de' } })
      seriesId = (await createWeekly(service)).series.id
    })
    after(() => service.stop())

    const page = async (path: string): Promise<string> => {
      const { status, text } = await service.send('GET', `/${path}`)
      assert.equal(status, 200, path)
      return text
    }

    test('The list shows the next event of a series with the number of further dates', async () => {
      const text = await page('/events/')
      assert.equal(text.match(/\/event\/yoga-/g)?.length, 1)
      assert.match(text, /<a class="entry-more" href="\/series\/yoga\/">and 5 more dates<\/a>/)
      assert.match(await page('/de/events/'), /und 5 weitere Termine/)
      assert.match(await page('/embed/events/'), /and 5 more dates/)
    })

    test('The page of a series describes its recurrence and lists its events', async () => {
      const text = await page('/series/yoga/')
      assert.match(text, /every Tuesday, 6 times/)
      assert.equal(text.match(/<h4 class="entry-title"><a href="\/event\/yoga-/g)?.length, 6)
      assert.doesNotMatch(text, /entry-more/)
      assert.match(text, /"@type":"EventSeries"/)
      assert.match(text, /"subEvent":\[\{"@type":"Event"/)
      assert.match(await page('/de/series/yoga/'), /jeden Dienstag, 6-mal/)
      assert.equal((await service.send('GET', '//series/unknown/')).status, 404)
    })

    test('The page of an event lists further dates of its series', async () => {
      const text = await page('/event/yoga-2027-01-12/')
      assert.match(text, /<h2>More dates<\/h2>/)
      assert.match(text, /href="\/event\/yoga-2027-01-19\/"/)
      const third = (await listOccurrences(service, seriesId))[2]
      const setStatus = (event_status: string) =>
        service.send('POST', `/events/${third.id}`, { as: 'admin', json: { event_status } })
      await setStatus('canceled')
      assert.match(
        await page('/event/yoga-2027-01-12/'),
        /2027-01-19\/"><s>.*?<\/s><\/a> <span class="mark mark-void">/,
      )
      await setStatus('scheduled')
      assert.match(text, /"superEvent":\{"@type":"EventSeries"/)
    })

    test('The page of a series that is no longer public is missing', async () => {
      const [first] = await listOccurrences(service, seriesId)
      await service.send('POST', `/series/${seriesId}`, { as: 'admin', json: { status: 'draft' } })
      assert.equal((await service.send('GET', '//series/yoga/')).status, 404)
      await service.send('POST', `/events/${first.id}`, { as: 'admin', json: { status: 'publish' } })
      assert.doesNotMatch(await page('/events/'), /entry-more/)
    })
  })
}
