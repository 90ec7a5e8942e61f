import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { createWebhookHeaders } from '../../src/features/webhooks/webhook-signature.ts'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { startService, type TestService } from '../helper/service.ts'
import { RECEIVER_SETTINGS, startReceiver, type WebhookReceiver } from '../helper/webhooks/receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Resolves with the URL that the command prints once it listens. */
const waitForUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', (chunk) => {
      text += chunk
      const [url] = /http:\S+\//.exec(text) ?? []
      if (url) resolve(url)
    })
    child.once('exit', () => reject(new Error(text)))
  })

test('calends webhook listen verifies and prints messages', async () => {
  const body = JSON.stringify({ type: 'event.created', data: { id: 5 } })
  const statuses: number[] = []
  const result = await runCalends('sqlite:unused', ['webhook', 'listen', '--port', '0', '--json', '--secret', SECRET], {
    during: async (child) => {
      const url = await waitForUrl(child)
      const timestamp = Math.floor(Date.now() / 1000)
      const headers = createWebhookHeaders({ id: 'msg_1', timestamp, body }, [SECRET])
      for (const sent of [body, `${body} `])
        statuses.push((await fetch(url, { method: 'POST', headers: { ...headers }, body: sent })).status)
      child.kill('SIGTERM')
    },
  })
  assert.deepEqual(statuses, [204, 400])
  const [valid, wrong] = result.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(valid, { id: 'msg_1', problem: null, message: JSON.parse(body) })
  assert.equal(wrong.problem, 'No matching signature found')
})

for (const engine of ONE_ENGINE) {
  describe(`calends webhook on ${engine.name}`, () => {
    let service: TestService
    let receiver: WebhookReceiver
    before(async () => {
      service = await startService({ engine })
      receiver = await startReceiver()
    })
    after(async () => {
      await receiver.stop()
      await service.stop()
    })

    const run = (...args: string[]) =>
      runCalends(service.config.databaseUrl, ['webhook', ...args], { env: RECEIVER_SETTINGS })

    test('Webhooks are added, listed, pinged, disabled and removed', async () => {
      const added = await run('add', receiver.url, '--kinds', 'event,venue', '--name', 'Partner')
      assert.equal(added.code, 0, added.stderr)
      assert.match(added.stdout, /^created webhook 1\. .*\nwhsec_\S+\n$/)
      const [webhook] = (await service.send('GET', '/webhooks', { as: 'admin' })).json
      assert.deepEqual([webhook.kinds, webhook.view, webhook.name], [['event', 'venue'], 'public', 'Partner'])
      const listed = await run('list', '--json')
      assert.ok(!listed.stdout.includes('whsec_'))
      assert.equal(JSON.parse(listed.stdout).url, receiver.url)
      assert.match((await run('ping', '1')).stdout, /^status 204 after \d+ ms\n$/)
      receiver.respondWith(() => ({ status: 500 }))
      assert.equal((await run('ping', '1')).code, 1)
      assert.equal((await run('disable', '--all')).stdout, 'disabled 1 webhooks\n')
      assert.match((await run('list')).stdout, /disabled/)
      assert.equal((await run('remove', '1')).code, 0)
      assert.equal((await run('remove', '1')).stderr, 'calends: Webhook not found.\n')
      assert.equal((await run('add', 'ftp://x/')).code, 1)
      assert.equal((await run('disable')).stderr, 'calends: Expected either IDs or --all.\n')
    })
  })
}
