import { Command } from 'commander'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { formatTable } from '../base/cli/format-table.ts'
import type { Services } from '../calendar/services.ts'
import type { Config } from '../config.ts'
import type { DigestOptions } from '../features/digests/digest-renderer.ts'
import { findDigestLanguage, sendDueDigests } from '../features/digests/send-digests.ts'
import { countDigestSubscriptions, type DigestCount } from '../features/digests/subscription-store.ts'
import { print, withServices } from './with-services.ts'

async function runList({ json }: { readonly json?: boolean }): Promise<void> {
  const counts = await withServices(({ database }) => countDigestSubscriptions(database.read))
  if (json) for (const count of counts) print(JSON.stringify(count))
  else
    for (const line of formatTable(['scope', 'language', 'status', 'subscribers', 'last sent (UTC)'], toRows(counts)))
      print(line)
}

const toRows = (counts: readonly DigestCount[]) =>
  counts.map(({ scope, language, status, subscribers, lastSent }) => [
    scope || '(all events)',
    ...[language, status, subscribers, lastSent || '-'],
  ])

async function runSend({ dryRun = false }: { readonly dryRun?: boolean }): Promise<void> {
  await withServices(async (services, config) => {
    const app = await openApp(services, config)
    try {
      await (dryRun ? printDigests(services, app.digests) : sendDigests(services, app.digests))
    } finally {
      await app.close()
    }
  })
}

/** Throws a plain `Error` unless digests can be sent. */
async function openApp(services: Services, config: Config) {
  if (config.PUBLIC_URL === '') throw new Error('PUBLIC_URL is not set. The links in digests require it.')
  const {
    host: { digests },
    close,
  } = await createApp({ config, services, logger: pino({ level: 'silent' }) })
  if (digests) return { digests, close }
  await close()
  throw new Error('Digests are disabled. They require SMTP_URL and a DIGEST_DAY other than off.')
}

async function sendDigests(services: Services, digests: DigestOptions): Promise<void> {
  while ((await sendDueDigests(services, digests)) > 0);
  const counts = Object.entries(services.digestCounters.counts())
  print(counts.map(([result, count]) => `${result}: ${count}`).join(', '))
}

/** The digests that active subscribers would get now. */
async function printDigests(services: Services, { renderer, getUrls }: DigestOptions): Promise<void> {
  const counts = await countDigestSubscriptions(services.database.read)
  for (const { scope, language: name, status, subscribers } of counts) {
    if (status !== 'active') continue
    const language = findDigestLanguage(services, name)
    const content = await renderer.renderMail(services, { language, urls: getUrls(language) }, scope)
    print(`${subscribers} x ${content?.subject ?? `no events (${scope || 'all events'})`}`)
  }
}

export function digestCommand(): Command {
  return new Command('digest')
    .description('list the subscriptions to digests by mail, and send them')
    .addCommand(
      new Command('list')
        .description('print the number of subscribers by scope, language and status')
        .option('--json', 'print one line of JSON per number')
        .action(runList),
    )
    .addCommand(
      new Command('send')
        .description('send the digests that are due, which the service also does by itself')
        .option('--dry-run', 'print the subjects of the digests that subscribers would get now, and send nothing')
        .action(runSend),
    )
}
