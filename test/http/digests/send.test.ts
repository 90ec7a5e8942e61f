/** Sending digests: schedule, content, visibility, claims, retries and bounces. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { findDigestPeriod } from '../../../src/features/digests/digest-schedule.ts'
import { sendDueDigests } from '../../../src/features/digests/send-digests.ts'
import { deleteOldDigests } from '../../../src/features/digests/subscriptions.ts'
import { startJobs } from '../../../src/http/jobs.ts'
import {
  type DigestTester,
  type DigestTesterOptions,
  findToken,
  HOME,
  NEXT_THURSDAY,
  startDigestTester,
  THURSDAY,
} from '../../helper/accounts/digest-tester.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { waitUntil } from '../../helper/until.ts'

const ANN = 'ann@example.test'

test('Digests are scheduled by the clock of the site, also when it changes', () => {
  const schedule = { weekday: 4, hour: 8 }
  const find = (now: string, zone = 'Europe/Berlin') => findDigestPeriod(now, zone, schedule)
  assert.equal(find('2027-03-04 06:59:59'), '2027-02-25 07:00:00')
  assert.equal(find('2027-03-04 07:00:00'), '2027-03-04 07:00:00')
  assert.equal(find('2027-03-31 12:00:00'), '2027-03-25 07:00:00')
  assert.equal(find('2027-04-01 06:00:00'), '2027-04-01 06:00:00')
  // In Auckland it is Thursday while it is Wednesday in UTC.
  assert.equal(find('2027-03-03 20:00:00', 'Pacific/Auckland'), '2027-03-03 19:00:00')
})

for (const engine of ONE_ENGINE) {
  describe(`Digests on ${engine.name}`, () => {
    let tester: DigestTester
    afterEach(() => tester.stop())
    const start = async (options: DigestTesterOptions = {}): Promise<void> => {
      tester = await startDigestTester({ engine, ...options })
    }
    const readRows = () =>
      tester.service.services.database.read.selectFrom('digest_subscriptions').selectAll().orderBy('id').execute()

    test('A digest has the events of the next seven days by day, and those in progress', async () => {
      await start()
      const { service } = tester
      const venue = await service.send('POST', '/venues', {
        as: 'admin',
        json: { venue: 'Town & Hall', city: 'Bonn', status: 'publish' },
      })
      const at = { venue: venue.json.id, cost: '12' }
      await tester.createEvent('Late', '2027-03-04 20:00:00', at)
      await tester.createEvent('Early & free', '2027-03-04 09:00:00', { cost: '0' })
      await tester.createEvent('Last day', '2027-03-10 20:00:00', { event_status: 'canceled' })
      await tester.createEvent('Too late', '2027-03-11 09:00:00')
      await tester.createEvent('Over', '2027-03-03 20:00:00')
      const running = { end_date: '2027-05-01 18:00:00' }
      await tester.createEvent('Exhibition', '2027-01-10 10:00:00', running)
      await tester.createEvent('Festival', '2027-03-02 10:00:00', { end_date: '2027-03-06 18:00:00' })
      await tester.createEvent('Hidden', '2027-03-05 20:00:00', { hide_from_listings: true })
      await tester.createEvent('Draft', '2027-03-05 20:00:00', { status: 'draft' })
      await tester.createEvent('Secret', '2027-03-05 20:00:00', {
        ...{ post_password: 'x', venue: venue.json.id, description: 'The hidden text' },
      })
      await tester.subscribe(ANN)
      await tester.subscribe('de@example.test', { language: 'de' })
      service.setNow(THURSDAY)
      const mails = await tester.send()
      const mail = mails.get(ANN) ?? ''
      assert.match(mail, /^Subject: Bonn: 4 events, March 4\s–\s10, 2027$/m)
      const order = ['Early & free', 'Late', 'Secret', 'Canceled: Last day', 'Ongoing', 'Exhibition', 'Festival']
      const positions = order.map((title) => mail.indexOf(title))
      assert.deepEqual(
        positions,
        positions.toSorted((a, b) => a - b),
        mail,
      )
      assert.ok(!positions.includes(-1), mail)
      for (const title of ['Too late', 'Over', 'Hidden', 'Draft', 'The hidden text'])
        assert.ok(!mail.includes(title), title)
      assert.match(mail, /Thursday, March 4, 2027/)
      assert.match(mail, /9:00\sAM\s–\s10:00\sPM: Early & free\nFree\n/)
      assert.match(
        mail,
        /8:00\s–\s10:00\sPM: Late\nTown & Hall, Bonn · \$12\nhttps:\/\/calendar\.example\/en\/event\/late\/\n/,
      )
      assert.ok(mail.includes('>Early &amp; free</a>'))
      assert.ok(mail.includes('Town &amp; Hall, Bonn'))
      assert.match(mail, /^Content-Type: multipart\/alternative/m)
      assert.match(mail, /^List-Id: <digest\.calendar\.example>$/im)
      const german = mails.get('de@example.test') ?? ''
      assert.match(german, /Donnerstag, 4\. März 2027/)
      assert.ok(german.includes(`${HOME}/de/event/late/`))
      assert.ok(german.includes(`${HOME}/de/events/digest/unsubscribe/?token=`))
      assert.notEqual(findToken(mail), findToken(german))
    })

    test('A digest has only the events of its scope; one without events, or with a deleted record, is not sent', async () => {
      await start()
      const term = await tester.service.send('POST', '/categories', { as: 'admin', json: { name: 'Music' } })
      const other = await tester.service.send('POST', '/categories', { as: 'admin', json: { name: 'Art' } })
      assert.deepEqual([term.status, other.status], [201, 201])
      await tester.createEvent('Concert', '2027-03-06 20:00:00', { categories: [term.json.id] })
      await tester.createEvent('Reading', '2027-03-06 20:00:00')
      await tester.subscribe(ANN, { categories: 'music' })
      await tester.subscribe('reader@example.test', { search: 'reading' })
      await tester.subscribe('none@example.test', { search: 'opera' })
      await tester.subscribe('lost@example.test', { categories: 'art' })
      await tester.service.send('DELETE', `/categories/${other.json.id}`, { as: 'admin' })
      tester.service.setNow(THURSDAY)
      const mails = await tester.send()
      assert.deepEqual([...mails.keys()].sort(), [ANN, 'reader@example.test'])
      assert.match(mails.get(ANN) ?? '', /^Subject: Music – Bonn: 1 event,/m)
      assert.ok(!mails.get(ANN)?.includes('Reading'))
      assert.ok(mails.get(ANN)?.includes(`${HOME}/en/events/?categories=music`))
      assert.ok(!mails.get('reader@example.test')?.includes('Concert'))
      assert.deepEqual(
        new Set((await readRows()).map(({ period_utc }) => period_utc)),
        new Set(['2027-03-04 07:00:00']),
      )
    })

    test('A festival of more than a week is an event of the day on which it starts', async () => {
      await start()
      await tester.createEvent('Festival', '2027-03-05 10:00:00', { end_date: '2027-03-20 18:00:00' })
      await tester.subscribe(ANN)
      tester.service.setNow(THURSDAY)
      const mail = (await tester.send()).get(ANN) ?? ''
      assert.match(mail, /^Subject: Bonn: 1 event,/m)
      assert.match(mail, /Friday, March 5, 2027\n-+\n\n.*: Festival\n/)
      tester.service.setNow(NEXT_THURSDAY)
      assert.equal((await tester.send()).size, 0)
    })

    test('A calendar with more than 1,000 events in a week counts those that the digest does not list', async () => {
      await start()
      const { id } = await tester.createEvent('Talk', '2027-03-06 10:00:00')
      const { database } = tester.service.services
      await database.transaction(async (tx) => {
        const row = await tx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        for (let batch = 0; batch < 11; batch++) {
          const kinds = Array.from({ length: 100 }, () => ({ kind: 'event' }))
          const ids = await tx.insertInto('object_ids').values(kinds).returning('id').execute()
          const copies = ids.map((copy) => ({ ...row, id: copy.id, slug: `talk-${copy.id}` }))
          for (const copy of copies) await tx.insertInto('events').values(copy).execute()
        }
      })
      await tester.subscribe(ANN)
      tester.service.setNow(THURSDAY)
      const mail = (await tester.send()).get(ANN) ?? ''
      assert.match(mail, /^Subject: Bonn: 1,101 events,/m)
      assert.match(mail, /1,089 more events: /)
    })

    test('A day with many events lists twelve of them, the featured ones first, and counts the others', async () => {
      await start()
      for (let count = 10; count < 25; count++)
        await tester.createEvent(`Talk ${count}`, `2027-03-06 ${count % 10}:00:00`.replace(' ', ' 0'), {
          featured: count === 24,
        })
      await tester.subscribe(ANN)
      tester.service.setNow(THURSDAY)
      const mail = (await tester.send()).get(ANN) ?? ''
      const text = mail.slice(0, mail.indexOf('<!doctype'))
      assert.equal(text.match(/: Talk /g)?.length, 12)
      assert.ok(text.includes('Talk 24'))
      assert.match(text, /3 more events: https:\/\/calendar\.example\/en\/events\/2027-03-06\/\n/)
    })

    test('Each subscriber gets one digest a week, from the first scheduled one after the confirmation', async () => {
      await start()
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      await tester.createEvent('Next', '2027-03-13 20:00:00')
      await tester.subscribe(ANN)
      assert.equal((await tester.send()).size, 0)
      tester.service.setNow(THURSDAY)
      assert.deepEqual([...(await tester.send()).keys()], [ANN])
      tester.service.setNow('2027-03-04T07:00:01Z')
      await tester.subscribe('late@example.test')
      tester.service.setNow('2027-03-05T10:00:00Z')
      assert.equal((await tester.send()).size, 0)
      tester.service.setNow(NEXT_THURSDAY)
      assert.deepEqual([...(await tester.send()).keys()].sort(), [ANN, 'late@example.test'])
      assert.equal((await tester.send()).size, 0)
    })

    test('A digest that is two days late is skipped, and a changed weekday causes no second one in a short time', async () => {
      await start()
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      await tester.createEvent('Next', '2027-03-13 20:00:00')
      await tester.subscribe(ANN)
      tester.service.setNow('2027-03-06T07:00:00Z')
      assert.equal((await tester.send()).size, 0)
      tester.service.setNow(NEXT_THURSDAY)
      assert.equal((await tester.send()).size, 1)
      const friday = { ...tester.options, schedule: { weekday: 5, hour: 8 } }
      tester.service.setNow('2027-03-12T07:00:00Z')
      assert.equal(await sendDueDigests(tester.service.services, friday), 0)
    })

    test('The background job sends digests, and metrics count them', async () => {
      await start({ env: { METRICS_TOKEN: 'a-token-for-metrics' } })
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      await tester.subscribe(ANN)
      const { service } = tester
      service.setNow(THURSDAY)
      const jobs = startJobs(service.jobs, service.services, (error) => assert.fail(String(error)))
      await waitUntil(async () => (await readRows())[0]?.sent_utc !== '', 20_000)
      await jobs.stop()
      const headers = { authorization: 'Bearer a-token-for-metrics' }
      const { text } = await service.send('GET', '//metrics', { headers })
      assert.match(text, /^calends_digest_mails_total\{result="sent"\} 1$/m)
      assert.match(text, /^calends_digest_subscribers 1$/m)
    })

    test('Several processes send each digest once', async () => {
      await start()
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      const { database } = tester.service.services
      const row = { scope: '', language: 'en', status: 'active', created_utc: '', confirmed_utc: '2027-03-01 00:00:00' }
      const unsent = { period_utc: '', sent_utc: '', next_attempt_utc: '', attempts: 0, bounces: 0, holder: '' }
      const rows = Array.from({ length: 100 }, (_, index) => ({
        ...{ ...row, ...unsent, held_until: '' },
        ...{ email: `a${index}@example.test`, email_folded: `a${index}@example.test` },
      }))
      await database.transaction((tx) => tx.insertInto('digest_subscriptions').values(rows).execute())
      tester.service.setNow(THURSDAY)
      const runAll = async () => {
        while ((await sendDueDigests(tester.service.services, tester.options)) > 0);
      }
      await Promise.all([runAll(), runAll(), runAll()])
      const addresses = tester.mail.mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1])
      assert.equal(addresses.length, 100)
      assert.equal(new Set(addresses).size, 100)
    })

    test('A claim of a killed process expires, and its digests are sent once with the same Message-ID', async () => {
      await start()
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      await tester.subscribe(ANN)
      const { database } = tester.service.services
      await database.transaction((tx) =>
        tx.updateTable('digest_subscriptions').set({ holder: 'dead', held_until: '2027-03-04 07:15:00' }).execute(),
      )
      tester.service.setNow(THURSDAY)
      assert.equal((await tester.send()).size, 0)
      tester.service.setNow('2027-03-04T07:15:00Z')
      const mail = (await tester.send()).get(ANN) ?? ''
      const [row] = await readRows()
      assert.ok(mail.includes(`Message-ID: <digest-${row?.id}-20270304070000@calendar.example>`), mail)
    })

    test('A temporary failure is repeated with growing delays, and later weeks go on', async () => {
      let isBusy = true
      const reports: unknown[] = []
      const answerRecipient = () => (isBusy ? '451 busy' : undefined)
      await start({
        report: (error) => reports.push(error),
        answerRecipient: (to) => (to === ANN ? answerRecipient() : undefined),
      })
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      isBusy = false
      await tester.subscribe(ANN)
      await tester.subscribe('bob@example.test')
      isBusy = true
      tester.service.setNow(THURSDAY)
      assert.deepEqual([...(await tester.send()).keys()], ['bob@example.test'])
      assert.match(String(reports[0]), /digest for subscription \d+ could not be sent: EENVELOPE 451/)
      assert.ok(!String(reports[0]).includes(ANN))
      const [first] = await readRows()
      assert.deepEqual([first?.attempts, first?.next_attempt_utc, first?.holder], [1, '2027-03-04 07:05:00', ''])
      tester.service.setNow('2027-03-04T07:04:59Z')
      assert.equal((await tester.send()).size, 0)
      tester.service.setNow('2027-03-04T07:05:00Z')
      assert.equal((await tester.send()).size, 0)
      assert.equal((await readRows())[0]?.next_attempt_utc, '2027-03-04 07:20:00')
      isBusy = false
      tester.service.setNow('2027-03-04T07:20:00Z')
      assert.deepEqual([...(await tester.send()).keys()], [ANN])
      assert.equal((await readRows())[0]?.attempts, 0)
      assert.deepEqual(tester.service.services.digestCounters.counts(), { sent: 2, failed: 2, rejected: 0 })
    })

    test('An unavailable mail server stops the batch, whose other digests are not attempted', async () => {
      await start({ report: () => {} })
      await tester.createEvent('Concert', '2027-03-06 20:00:00')
      for (let count = 0; count < 8; count++) await tester.subscribe(`a${count}@example.test`)
      await tester.mail.close()
      tester.service.setNow(THURSDAY)
      assert.equal(await sendDueDigests(tester.service.services, tester.options), 8)
      const rows = await readRows()
      assert.ok(rows.filter(({ attempts }) => attempts === 1).length <= 4)
      assert.ok(rows.some(({ attempts }) => attempts === 0))
      assert.ok(rows.every(({ holder, held_until, status }) => holder + held_until === '' && status === 'active'))
    })

    test('An address that rejects three digests in a row gets no more, and is deleted after 30 days', async () => {
      let isRejected = false
      await start({ answerRecipient: () => (isRejected ? '550 unknown' : undefined) })
      for (const day of ['06', '13', '20', '27']) await tester.createEvent('Concert', `2027-03-${day} 20:00:00`)
      await tester.subscribe(ANN)
      isRejected = true
      for (const [week, status] of [
        ['04', 'active'],
        ['11', 'active'],
        ['18', 'bounced'],
      ]) {
        tester.service.setNow(`2027-03-${week}T07:00:00Z`)
        await tester.send()
        assert.equal((await readRows())[0]?.status, status)
      }
      assert.equal(tester.service.services.digestCounters.counts()['rejected'], 3)
      isRejected = false
      tester.service.setNow('2027-03-25T07:00:00Z')
      assert.equal((await tester.send()).size, 0)
      tester.service.setNow('2027-04-17T07:00:00Z')
      await deleteOldDigests(tester.service.services)
      assert.deepEqual(await readRows(), [])
    })
  })
}
