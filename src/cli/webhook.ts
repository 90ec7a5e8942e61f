import { once } from 'node:events'
import { Command, InvalidArgumentError } from 'commander'
import type { Services } from '../calendar/services.ts'
import { isSuccess } from '../features/webhooks/delivery.ts'
import { changeWebhook, createWebhook, pingWebhook, removeWebhook } from '../features/webhooks/manage-webhooks.ts'
import { WEBHOOK_VIEWS, type Webhook, type WebhookKind, type WebhookView } from '../features/webhooks/webhook.ts'
import { newWebhookFields } from '../features/webhooks/webhook-fields.ts'
import { createReceiver } from '../features/webhooks/webhook-receiver.ts'
import { findWebhook, listWebhooks } from '../features/webhooks/webhook-store.ts'
import { print, withServices } from './with-services.ts'

interface ListenOptions {
  readonly port: number
  readonly secret?: string
  readonly json?: boolean
}

async function runListen({ port, secret, json }: ListenOptions): Promise<void> {
  const receiver = createReceiver({ secret, json, print })
  receiver.listen(port, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/`
  const check = secret === undefined ? 'without verifying signatures (--secret)' : 'verifying signatures'
  process.stderr.write(`listening on ${url}, ${check}; stop with Ctrl+C\n`)
}

async function runList({ json }: { readonly json?: boolean }): Promise<void> {
  const webhooks = await withServices(({ database }) => listWebhooks(database.read))
  for (const { secret: _, previousSecret: _previous, ...webhook } of webhooks)
    print(json ? JSON.stringify(webhook) : formatWebhook(webhook))
}

function formatWebhook({
  id,
  name,
  url,
  kinds,
  view,
  isEnabled,
  disabledReason,
}: Omit<Webhook, 'secret' | 'previousSecret'>) {
  const state = isEnabled ? 'enabled' : `disabled${disabledReason && ` (${disabledReason})`}`
  return `${id}  ${url}  ${kinds.join(',')}  ${view}  ${state}${name && `  ${name}`}`
}

interface AddOptions {
  readonly name: string
  readonly kinds: readonly WebhookKind[]
  readonly view: WebhookView
}

async function runAdd(url: string, { name, kinds, view }: AddOptions): Promise<void> {
  const webhook = await withServices((services) => createWebhook(services, { url, name, kinds, view }))
  print(`created webhook ${webhook.id}. Its secret is shown once:`)
  print(webhook.secret)
}

async function runRemove(id: number): Promise<void> {
  await withServices((services) => removeWebhook(services, id))
  print(`removed webhook ${id}`)
}

async function runDisable(ids: readonly number[], { all = false }: { readonly all?: boolean }): Promise<void> {
  const hasIds = ids.length > 0
  if (all === hasIds) throw new Error('Expected either IDs or --all.')
  const disabled = await withServices(async (services) => {
    const chosen = all ? await listEnabledIds(services) : ids
    for (const id of chosen) await changeWebhook(services, id, { isEnabled: false })
    return chosen
  })
  print(`disabled ${disabled.length} webhooks`)
}

const listEnabledIds = async ({ database }: Services): Promise<readonly number[]> =>
  (await listWebhooks(database.read)).filter(({ isEnabled }) => isEnabled).map(({ id }) => id)

async function runPing(id: number): Promise<void> {
  const response = await withServices(async (services) => {
    const webhook = await findWebhook(services.database.read, id)
    if (!webhook) throw new Error(`there is no webhook ${id}`)
    return pingWebhook(services, webhook)
  })
  print(`${response.failure || `status ${response.status}`} after ${response.milliseconds} ms`)
  if (!isSuccess(response)) process.exitCode = 1
}

function parseId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected an integer, 1 or more.')
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('Expected an integer from 0 to 65535.')
}

/** Parses an argument as the API does. */
function parseBy<T>(parse: (raw: unknown) => { readonly value: T } | object, expected: string): (text: string) => T {
  return (text) => {
    const result = parse(text)
    if ('value' in result) return result.value
    throw new InvalidArgumentError(`Expected ${expected}.`)
  }
}

const LISTEN_HELP = `
Receives messages on 127.0.0.1 and prints them. To send messages of a local service there, start it with
WEBHOOK_ALLOW=127.0.0.1 and create a webhook with the printed URL.`

export function webhookCommand(): Command {
  return new Command('webhook')
    .description('manage webhooks, and receive their messages during development')
    .addCommand(
      new Command('listen')
        .description('receive messages and print them')
        .option('--port <number>', 'port to listen on; 0 selects a free one', parsePort, 9999)
        .option('--secret <secret>', 'secret of the webhook, with which signatures are verified')
        .option('--json', 'print one line of JSON per message: id, problem and message')
        .addHelpText('after', LISTEN_HELP)
        .action(runListen),
    )
    .addCommand(
      new Command('list')
        .description('list webhooks')
        .option('--json', 'print one line of JSON per webhook')
        .action(runList),
    )
    .addCommand(createAddCommand())
    .addCommand(
      new Command('remove')
        .description('remove a webhook')
        .argument('<id>', 'ID of the webhook', parseId)
        .action(runRemove),
    )
    .addCommand(
      new Command('disable')
        .description('disable webhooks, for example in a copy of the database')
        .argument(
          '[ids...]',
          'IDs of the webhooks',
          (text: string, ids: readonly number[] = []) => [...ids, parseId(text)],
          [],
        )
        .option('--all', 'all webhooks')
        .action(runDisable),
    )
    .addCommand(
      new Command('ping')
        .description('send a test message; exit code 1 if the receiver does not accept it')
        .argument('<id>', 'ID of the webhook', parseId)
        .action(runPing),
    )
}

const createAddCommand = (): Command =>
  new Command('add')
    .description('add a webhook and print its secret')
    .argument('<url>', 'URL that receives the messages', parseBy(newWebhookFields.url.parse, 'an http or https URL'))
    .option('--name <name>', 'name for administrators', '')
    .option(
      '--kinds <kinds>',
      'event, venue, organizer, category, tag',
      parseBy(newWebhookFields.kinds.parse, 'kinds separated by commas'),
      ['event'],
    )
    .option(
      '--view <view>',
      WEBHOOK_VIEWS.join(' or '),
      parseBy(newWebhookFields.view.parse, WEBHOOK_VIEWS.join(' or ')),
      'public',
    )
    .action(runAdd)
