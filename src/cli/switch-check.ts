/** `calends switch-check URL`: what would break if this service replaced the site. */
import { Command } from 'commander'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import type { Services } from '../calendar/services.ts'
import type { Config } from '../config.ts'
import { checkSwitch, type SendLocalRequest, type SwitchReport } from '../features/imports/comparison/check-switch.ts'
import { openSite } from '../features/imports/site/open-site.ts'
import { createSiteAccess, type SiteAccessOptions } from './site-access.ts'
import { print, withServices } from './with-services.ts'

interface SwitchCheckOptions extends SiteAccessOptions {
  readonly json?: boolean
}

async function runSwitchCheck(url: string, options: SwitchCheckOptions): Promise<void> {
  const { close, ...access } = createSiteAccess(url, options)
  try {
    const report = await withServices(async (services, config) => {
      const site = await openSite({ ...access, reader: services.reader })
      return withLocalRequests(services, config, (send) =>
        checkSwitch(site, send, { publicUrl: config.PUBLIC_URL, timeZone: services.site.zone }),
      )
    })
    if (options.json) print(JSON.stringify(report))
    else for (const line of formatSwitchReport(report)) print(line)
    if (report.findings.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
}

/** Requests pass through all stages of the service, without a port. */
async function withLocalRequests<T>(
  services: Services,
  config: Config,
  work: (send: SendLocalRequest) => Promise<T>,
): Promise<T> {
  const { server, close } = await createApp({ config, services, logger: pino({ level: 'silent' }) })
  try {
    return await work(async (path) => {
      const { statusCode, headers, rawPayload } = await server.inject({ method: 'GET', url: path })
      return {
        status: statusCode,
        contentType: String(headers['content-type'] ?? ''),
        location: String(headers.location ?? ''),
        bytes: rawPayload,
      }
    })
  } finally {
    await close()
  }
}

function formatSwitchReport({ site, checked, findings }: SwitchReport): string[] {
  const lines = findings.map(({ area, subject, problem }) => `${area} ${subject}: ${problem}`)
  const summary = findings.length === 0 ? 'nothing would break' : `${findings.length} would break`
  return [...lines, `${site}: ${checked} URLs and routes checked, ${summary}`]
}

const HELP = `
Compares the site with this service, which must have imported it: the pages of up to 200 records of each kind, files of
images, pages and feeds that the plugin serves, routes of calendar plugins, redirects, PUBLIC_URL and SITE_TIMEZONE.
Prints one line per difference. The exit code is 1 if there are any. Nothing is changed on either side.

Example:
  calends switch-check https://example.org`

export function switchCheckCommand(): Command {
  return new Command('switch-check')
    .description('check which URLs, feeds and routes of a site would break after a switch to this service')
    .argument('<url>', 'URL of the site')
    .option('--user <login>', 'login of a user of the site')
    .option('--app-password <password>', 'application password of the user')
    .option('--json', 'print one line of JSON: site, checked and findings')
    .addHelpText('after', HELP)
    .action(runSwitchCheck)
}
