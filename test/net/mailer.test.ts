import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMailer } from '../../src/kernel/mailer.ts'
import { HOSTILE_ADDRESSES } from '../helper/accounts/hostile-addresses.ts'
import { startMailServer } from '../helper/accounts/mail-server.ts'

test('A mail goes to one address, also to one of an older version that looks like several', async (context) => {
  const recipients: string[] = []
  const server = await startMailServer({
    answerRecipient: (address) => {
      recipients.push(address)
      return undefined
    },
  })
  context.after(() => server.close())
  const mailer = createMailer({ url: server.url, from: 'calendar@example.test' })
  const mail = { subject: 'Weekly', text: 'Events' }
  await mailer.send({ ...mail, to: 'ann@example.test' })
  assert.deepEqual(recipients, ['ann@example.test'])
  assert.match(server.mails[0] ?? '', /^From: calendar@example\.test$/m)
  assert.match(server.mails[0] ?? '', /^To: ann@example\.test$/m)
  for (const to of HOSTILE_ADDRESSES) {
    recipients.length = 0
    await mailer.send({ ...mail, to }).catch(() => {})
    assert.ok(recipients.length <= 1, to)
    assert.ok(!recipients.includes('victim@example.org') || to === '<victim@example.org>', to)
  }
})
