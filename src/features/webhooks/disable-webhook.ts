/** Disables a webhook whose receiver does not accept messages, with notices for the administrators. */

import { translate } from '../../base/i18n/translate.ts'
import type { Services } from '../../calendar/services.ts'
import { listUsers } from '../../calendar/users/user-store.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { insertHistory } from '../../storage/change-log/history.ts'
import { cancelDeliveries } from './delivery-store.ts'
import { type DisabledReason, recordWebhookFields, type Webhook } from './webhook.ts'
import { findWebhook, updateWebhook } from './webhook-store.ts'

/** Cancels its pending deliveries; reports it to the log, the history and by mail. */
export async function disableWebhook(services: Services, id: number, reason: DisabledReason): Promise<void> {
  const { database, now, reportError } = services
  const disabled = await database.transaction(async (tx) => {
    const webhook = await findWebhook(tx, id)
    if (!webhook?.isEnabled) return undefined
    const updated: Webhook = { ...webhook, isEnabled: false, disabledReason: reason, modified: now() }
    await updateWebhook(tx, updated)
    await cancelDeliveries(tx, id)
    const fields = diffFields(recordWebhookFields(webhook), recordWebhookFields(updated))
    await insertHistory(tx, [{ kind: 'webhook', id, action: 'update', at: now(), fields }], tx.origin)
    return updated
  })
  if (!disabled) return
  reportError(new Error(`webhook ${id} (${disabled.url}) was disabled: ${REASONS[reason]}`))
  await mailAdministrators(services, disabled)
}

const REASONS: Readonly<Record<DisabledReason, string>> = {
  '': 'by an administrator',
  failing: 'no delivery succeeded within three days',
  gone: 'its URL responded with status 410',
}

async function mailAdministrators({ database, mailer, site, reportError }: Services, webhook: Webhook): Promise<void> {
  if (!mailer) return
  const [language] = site.languages
  const values = { site: site.name, url: webhook.url, id: String(webhook.id), name: webhook.name }
  const key = webhook.disabledReason === 'gone' ? 'mail.webhook_gone_text' : 'mail.webhook_failing_text'
  const mail = {
    subject: translate(language, 'mail.webhook_disabled_subject', values),
    text: `${translate(language, key, values)}\n\n${translate(language, 'mail.webhook_disabled_end', values)}\n`,
  }
  const users = await listUsers(database.read)
  for (const { email, role, isDisabled } of users)
    if (role === 'administrator' && !isDisabled) await mailer.send({ to: email, ...mail }).catch(reportError)
}
