/** Differences between recorded and actual responses, for people. */
import type { GoldenExchange } from './play.ts'

export interface Difference {
  readonly request: string
  /** Lines with `-` before recorded and `+` before actual parts. */
  readonly lines: readonly string[]
  /** Equal for differences of many responses that have the same cause. */
  readonly kind: string
}

/** Characters before and after the first difference that are shown. */
const [BEFORE, AFTER] = [80, 160]
/** Characters around it that are equal for the same cause. */
const NEAR = 16

interface BodyDifference {
  readonly lines: readonly string[]
  readonly kind: string
}

const NO_DIFFERENCE: BodyDifference = { lines: [], kind: '' }

function compareBodies(expected: string, actual: string): BodyDifference {
  if (expected === actual) return NO_DIFFERENCE
  let index = 0
  while (index < expected.length && expected[index] === actual[index]) index += 1
  const start = Math.max(0, index - BEFORE)
  const show = (text: string) => {
    const [prefix, suffix] = [start > 0 ? '...' : '', text.length > index + AFTER ? '...' : '']
    return JSON.stringify(`${prefix}${text.slice(start, index + AFTER)}${suffix}`)
  }
  const near = (text: string) => text.slice(Math.max(0, index - NEAR), index + NEAR).replaceAll(/\d+/g, '0')
  return {
    lines: [`body differs at character ${index}`, `- ${show(expected)}`, `+ ${show(actual)}`],
    kind: `${near(expected)} ${near(actual)}`,
  }
}

/** Headers that follow from the body. */
const DERIVED_HEADER = /^(?:content-length|etag): /

const linesWithout = (lines: readonly string[], others: readonly string[]): readonly string[] =>
  lines.filter((line) => !others.includes(line))

function compareHeaders(expected: GoldenExchange, actual: GoldenExchange): readonly string[] {
  const isShown = (line: string) => expected.body === actual.body || !DERIVED_HEADER.test(line)
  const gone = linesWithout(expected.headers, actual.headers).filter(isShown)
  const fresh = linesWithout(actual.headers, expected.headers).filter(isShown)
  const isRepeated = expected.headers.length !== actual.headers.length && gone.length + fresh.length === 0
  return [
    ...gone.map((line) => `- ${line}`),
    ...fresh.map((line) => `+ ${line}`),
    ...(isRepeated ? ['a header is repeated, or not any more'] : []),
  ]
}

/** Undefined for equal responses. */
export function compareExchanges(expected: GoldenExchange, actual: GoldenExchange): Difference | undefined {
  const status = expected.status === actual.status ? [] : [`- status ${expected.status}`, `+ status ${actual.status}`]
  const head = [...status, ...compareHeaders(expected, actual)]
  const body = compareBodies(expected.body, actual.body)
  const lines = [...head, ...body.lines]
  if (lines.length === 0) return undefined
  return { request: actual.request, lines, kind: `${head.join().replaceAll(/\d+/g, '0')} ${body.kind}` }
}

/** Responses by their request and the number of its repetition. */
function indexExchanges(exchanges: readonly GoldenExchange[]): ReadonlyMap<string, GoldenExchange> {
  const counts = new Map<string, number>()
  return new Map(
    exchanges.map((exchange) => {
      const count = (counts.get(exchange.request) ?? 0) + 1
      counts.set(exchange.request, count)
      return [`${count} ${exchange.request}`, exchange]
    }),
  )
}

const createLine = ({ request }: GoldenExchange, line: string): Difference => ({
  request,
  lines: [line],
  kind: request,
})

/** In the order of the session; requests without a counterpart come last. */
export function compareSessions(expected: readonly GoldenExchange[], actual: readonly GoldenExchange[]): Difference[] {
  const [before, after] = [indexExchanges(expected), indexExchanges(actual)]
  const changed = [...after].flatMap(([key, exchange]) => {
    const recorded = before.get(key)
    return (recorded && compareExchanges(recorded, exchange)) ?? []
  })
  const added = [...after].filter(([key]) => !before.has(key)).map(([, one]) => createLine(one, 'is not recorded'))
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, one]) => createLine(one, 'is not sent'))
  return [...changed, ...added, ...removed]
}

/** The first difference of each kind with the number of all others, for at most `most` kinds. */
export function formatDifferences(differences: readonly Difference[], most: number): string {
  const kinds = new Map<string, Difference[]>()
  for (const difference of differences) {
    const alike = kinds.get(difference.kind) ?? []
    alike.push(difference)
    kinds.set(difference.kind, alike)
  }
  const shown = [...kinds.values()]
    .slice(0, most)
    .flatMap(([first, ...others], index) => [
      `${index + 1}. ${first?.request}`,
      ...(first?.lines ?? []).map((line) => `    ${line}`),
      ...(others.length > 0 ? [`    and ${others.length} more like this, such as ${others[0]?.request}`] : []),
    ])
  return [...shown, ...(kinds.size > most ? [`... and ${kinds.size - most} more kinds`] : [])].join('\n')
}
