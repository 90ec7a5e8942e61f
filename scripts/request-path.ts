/**
 * `npm run request-path`: prints how many source files and functions run for a request, by V8's precise coverage. Module
 * code, which runs at the start, does not count. `npm run request-path -- --list` prints their names by file.
 */
import { Session } from 'node:inspector/promises'
import { type RequestOptions, startService } from '../test/helper/service.ts'

interface MeasuredRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  /** Requests before the measured one. */
  readonly repeats?: number
  readonly options?: RequestOptions
}

/** Functions of one source file, in the order of their first line. */
type FunctionsByFile = ReadonlyMap<string, readonly string[]>

const EVENT = { title: 'Winter Jazz', start_date: '2027-02-06 20:00:00', end_date: '2027-02-06 23:00:00' }
const SOURCES = new URL('../src/', import.meta.url).href

const REQUESTS: readonly MeasuredRequest[] = [
  { name: 'uncached list', method: 'GET', path: '/events?per_page=20' },
  { name: 'cached list', method: 'GET', path: '/events?per_page=20', repeats: 3 },
  { name: 'uncached event', method: 'GET', path: '/events/1' },
  { name: 'creation', method: 'POST', path: '/events', options: { as: 'editor', json: EVENT } },
  { name: 'update', method: 'POST', path: '/events/1', options: { as: 'editor', json: { title: 'Jazz' } } },
]

const service = await startService({ mount: '/api/cal/events/v1' })
const session = new Session()
session.connect()
await session.post('Profiler.enable')
try {
  // The first requests load modules and compile what is used once per process.
  const warmUp: RequestOptions = { as: 'editor', json: { ...EVENT, title: 'First' } }
  await service.send('POST', '/events', warmUp)
  await service.send('POST', '/events', warmUp)
  await service.send('GET', '/events/1')
  await service.send('GET', '/events')
  const isListed = process.argv.includes('--list')
  for (const request of REQUESTS) printPath(request.name, await measure(request), isListed)
} finally {
  session.disconnect()
  await service.stop()
}

async function measure({ method, path, options, repeats = 0 }: MeasuredRequest): Promise<FunctionsByFile> {
  for (let count = 0; count < repeats; count++) await service.send(method, path, options)
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { status } = await service.send(method, path, options)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  if (status >= 300) throw new Error(`${method} ${path} returned ${status}`)
  const files = new Map<string, readonly string[]>()
  for (const { url, functions } of result) {
    const names = functions
      .filter(({ ranges: [range] }) => range !== undefined && range.startOffset > 0 && range.count > 0)
      .map(({ functionName }) => functionName || '(anonymous)')
    if (url.startsWith(SOURCES) && names.length > 0) files.set(url.slice(SOURCES.length), names)
  }
  return files
}

function printPath(name: string, files: FunctionsByFile, isListed: boolean): void {
  const functions = [...files.values()].reduce((sum, names) => sum + names.length, 0)
  process.stdout.write(
    `${name.padEnd(16)} ${String(files.size).padStart(4)} files ${String(functions).padStart(5)} functions\n`,
  )
  if (!isListed) return
  for (const [file, names] of [...files].sort()) process.stdout.write(`  ${file}: ${names.join(', ')}\n`)
}
