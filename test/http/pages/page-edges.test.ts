import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

describe('Pages at the limits of dates, page numbers and URLs', () => {
  let service: TestService
  const page = (path: string): Promise<TestResponse> =>
    service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
  const create = async (json: Readonly<Record<string, unknown>>) => {
    const times = { start_date: '2026-12-05 19:00:00', end_date: '2026-12-05 21:00:00' }
    const response = await service.send('POST', '/events', { as: 'admin', json: { ...times, ...json } })
    assert.equal(response.status, 201, response.text)
  }

  before(async () => {
    service = await startService({ env: { PER_PAGE: '2' } })
    await create({ title: 'First', cost: '0' })
    await create({ title: 'Second', cost: '0' })
    await create({ title: 'Third', cost: '0 – 20' })
    const ends = { start_date: '0001-01-01 00:00:00', end_date: '9999-12-31 23:59:59', timezone: 'Asia/Tokyo' }
    await create({ title: 'From end to end of time', ...ends })
  })
  after(() => service.stop())

  /** Targets of the pagination links, in the order of the links. */
  const listPaginationLinks = ({ text }: TestResponse) =>
    [...text.matchAll(/<link rel="(?:prev|next)" href="([^"]*)"/g)].map(([, to]) => to)

  test('Days, weeks and months cover the years 1 to 9998, without links beyond them', async () => {
    const ENDS: readonly (readonly [string, readonly string[]])[] = [
      ['/events/0001-01-01/', ['/events/0001-01-02/']],
      ['/events/9998-12-31/', ['/events/9998-12-30/']],
      ['/events/0001-01/', ['/events/0001-02/']],
      ['/events/9998-12/', ['/events/9998-11/']],
      ['/events/week/0001-01-01/', ['/events/week/0001-01-07/']],
      ['/events/week/9998-12-31/', ['/events/week/9998-12-20/']],
    ]
    for (const [path, to] of ENDS) {
      const response = await page(path)
      assert.equal(response.status, 200, path)
      assert.deepEqual(listPaginationLinks(response), to, path)
    }
  })

  test('GET of a page beyond those years returns 404', async () => {
    for (const moment of ['0000-12', '9999-01', '9999-12', '0000-12-31', '9999-12-31', 'week/9999-12-31', '10000-01'])
      assert.equal((await page(`/events/${moment}/`)).status, 404, moment)
  })

  test('GET of a page of a day beyond its last one returns 404', async () => {
    assert.equal((await page('/events/2026-12-05/?page=2')).status, 200)
    assert.equal((await page('/events/2026-12-05/?page=3')).status, 404)
  })

  test('A page number of zero or of any size causes no 500', async () => {
    for (const number of ['0', '-1', '1e9', '1000000000', '99999999999999999999', 'x', '%00'])
      for (const path of ['/events/', '/events/past/', '/events/2026-12-05/', '/events/2026-12/', '/events/map/'])
        assert.ok([200, 404].includes((await page(`${path}?page=${number}`)).status), `${path} ${number}`)
  })

  test('No URL redirects to another host', async () => {
    for (const [path, to] of [
      ['//events', '/events/'],
      ['//event/first', '/event/first/'],
      ['///events/2026-12/', '/events/2026-12/'],
      ['/events//2026-12/', '/events/2026-12/'],
      ['/embed//events', '/embed/events/'],
      ['/de//event/first/', '/de/event/first/'],
    ] as const) {
      const { status, headers } = await page(path)
      assert.equal(status, 301, path)
      assert.equal(headers['location'], to)
    }
  })

  test('A redirect to the canonical URL keeps all filters', async () => {
    const { headers } = await page('/events?tags[]=live&tags[]=indoor&search=a')
    assert.equal(headers['location'], '/events/?tags=live,indoor&search=a')
  })

  test('A page shows "free" in its own language', async () => {
    for (const path of ['/event/first/', '/events/']) {
      assert.match((await page(`/en${path}`)).text, />Free</)
      const { text } = await page(`/de${path}`)
      assert.match(text, />Kostenlos</)
      assert.doesNotMatch(text, />Free/)
    }
    assert.match((await page('/de/event/third/')).text, />Kostenlos – 20\s\$</)
  })
})
