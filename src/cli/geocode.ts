import { Command, InvalidArgumentError } from 'commander'
import { startProgress } from '../base/cli/progress-bar.ts'
import { type GeocodeReport, geocodeAll } from '../features/geocoding/geocode-all.ts'
import { print, withServices } from './with-services.ts'

interface GeocodeCommandOptions {
  readonly again?: boolean
  readonly limit?: number
  readonly json?: boolean
}

const STOPPED_BY_SIGINT = 130

async function runGeocode({
  again = false,
  limit = Number.POSITIVE_INFINITY,
  json,
}: GeocodeCommandOptions): Promise<void> {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  const report = await withServices(async (services) => {
    if (!services.geocoder) throw new Error('GEOCODER_URL is not set.')
    const progress = startProgress('geocoding', { json })
    return geocodeAll(services, services.geocoder, {
      retryUnknown: again,
      limit,
      signal: controller.signal,
      onProgress: progress.update,
      onProblem: progress.warn,
    }).finally(progress.end)
  })
  if (json) print(JSON.stringify(report))
  else for (const line of formatReport(report)) print(line)
  if (controller.signal.aborted) process.exitCode = STOPPED_BY_SIGINT
  else if (report.failed > 0) process.exitCode = 1
}

const formatReport = ({ found, not_found, failed, left }: GeocodeReport): readonly string[] => [
  `found: ${found}`,
  `not found: ${not_found}`,
  `failed: ${failed}`,
  ...(left > 0 ? [`remaining: ${left}`] : []),
]

function parsePositiveInteger(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected an integer, 1 or more.')
}

const HELP = `
Sends at most one request per second to GEOCODER_URL, for every venue that has a street, city or postal code and no
coordinates. Ctrl-C stops the command; the next run continues from there. Addresses that were not found are looked up
again only with --again. Failures are printed on stderr, one per line; the exit code is then 1.

Public Nominatim servers forbid bulk requests and require attribution: see docs/api.md.`

export function geocodeCommand(): Command {
  return new Command('geocode')
    .description('look up the coordinates of venues that have none')
    .option('--again', 'also look up addresses that were not found before')
    .option('--limit <number>', 'maximum number of venues to look up', parsePositiveInteger)
    .option('--json', 'print one line of JSON: found, not_found, failed and left')
    .addHelpText('after', HELP)
    .action(runGeocode)
}
