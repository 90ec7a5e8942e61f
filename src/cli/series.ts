import { Command, InvalidArgumentError } from 'commander'
import { findSeriesCandidates, type SeriesCandidate } from '../calendar/series/find-series-candidates.ts'
import { joinSeries } from '../calendar/series/join-series.ts'
import { print, withServices } from './with-services.ts'

interface FindOptions {
  readonly minimum: number
  readonly json?: boolean
}

async function runFind({ minimum, json }: FindOptions): Promise<void> {
  const candidates = await withServices(({ database }) => findSeriesCandidates(database.read, minimum))
  for (const candidate of candidates) print(json ? JSON.stringify(candidate) : formatCandidate(candidate))
}

const formatCandidate = ({ title, ids, first, last }: SeriesCandidate): string =>
  `${ids.length} events from ${first} to ${last}: ${title}\n  calends series join ${ids.join(' ')}`

async function runJoin(ids: readonly number[]): Promise<void> {
  const { series, events } = await withServices(async ({ database, now }) => ({
    series: await database.transaction((tx) => joinSeries(tx, [...new Set(ids)], now())),
    events: new Set(ids).size,
  }))
  print(`created series ${series.id} (${series.slug}) of ${events} events`)
}

function parsePositiveInteger(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected an integer, 1 or more.')
}

const FIND_HELP = `
Lists published events without a series that have the same title and time zone, at most one per day, with the command
that joins them. Nothing is written.`

const JOIN_HELP = `
The events keep their IDs, URLs and contents. The first one is the template of the series; events that differ from it
count as edited on their own, so that changes of the whole series leave them unchanged. No events are created.`

export function seriesCommand(): Command {
  const find = new Command('find')
    .description('list events that may form a series')
    .option('--minimum <number>', 'minimum number of events', parsePositiveInteger, 3)
    .option('--json', 'print one line of JSON per candidate: title, timezone, ids, first and last')
    .addHelpText('after', FIND_HELP)
    .action(runFind)
  const join = new Command('join')
    .description('make a series of existing events')
    .argument('<ids...>', 'IDs of the events', (text: string, ids: readonly number[] = []) => [
      ...ids,
      parsePositiveInteger(text),
    ])
    .addHelpText('after', JOIN_HELP)
    .action(runJoin)
  return new Command('series').description('find and join events that form a series').addCommand(find).addCommand(join)
}
