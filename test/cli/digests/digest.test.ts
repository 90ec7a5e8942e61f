import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DigestTester, HOME, startDigestTester } from '../../helper/accounts/digest-tester.ts'
import { runCalends } from '../../helper/command-line.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'

for (const engine of ONE_ENGINE) {
  describe(`calends digest on ${engine.name}`, () => {
    const run = (tester: DigestTester, args: readonly string[], env = {}) =>
      runCalends(tester.service.config.databaseUrl, ['digest', ...args], { env })

    test('It lists subscriptions, prints digests without sending them, and requires a mail server', async (context) => {
      const tester = await startDigestTester({ engine })
      context.after(tester.stop)
      const start = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)} 20:00:00`
      await tester.createEvent('Concert', start)
      await tester.subscribe('ann@example.test')
      await tester.subscribe('bob@example.test')
      await tester.subscribe('carl@example.test', { search: 'opera', language: 'de' })
      await tester.request({ email: 'dora@example.test' })
      const list = await run(tester, ['list'])
      assert.deepEqual(
        list.stdout
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(/ {2,}/)),
        [
          ['(all events)', 'en', 'active', '2', '-'],
          ['(all events)', 'en', 'pending', '1', '-'],
          ['search=opera', 'de', 'active', '1', '-'],
        ],
      )
      const json = await run(tester, ['list', '--json'])
      assert.equal(JSON.parse(json.stdout.split('\n')[0] ?? '').subscribers, 2)
      const sent = tester.mail.mails.length
      const env = { SMTP_URL: tester.mail.url, PUBLIC_URL: HOME, SITE_NAME: 'Bonn', LANGUAGES: 'en,de' }
      const dry = await run(tester, ['send', '--dry-run'], env)
      assert.match(dry.stdout, /^2 x Bonn: 1 event, .*\n1 x no events \(search=opera\)\n$/)
      assert.equal(tester.mail.mails.length, sent)
      const disabled = await run(tester, ['send'], { PUBLIC_URL: HOME })
      assert.match(disabled.stderr, /^calends: Digests are disabled\. They require SMTP_URL/)
      assert.equal(disabled.code, 1)
    })
  })
}
