/** Differences between recorded and actual responses, for people. */
import type { GoldenExchange } from './play.ts'

/** Characters before and after the first difference. */
const [BEFORE, AFTER] = [80, 160]

function excerptDifference(expected: string, actual: string): string {
  let index = 0
  while (index < expected.length && expected[index] === actual[index]) index += 1
  const start = Math.max(0, index - BEFORE)
  const show = (text: string) => {
    const [prefix, suffix] = [start > 0 ? '...' : '', text.length > index + AFTER ? '...' : '']
    return JSON.stringify(`${prefix}${text.slice(start, index + AFTER)}${suffix}`)
  }
  return `body differs at character ${index}\n    - ${show(expected)}\n    + ${show(actual)}`
}

const linesWithout = (lines: readonly string[], others: readonly string[]): readonly string[] =>
  lines.filter((line) => !others.includes(line))

/** What differs, `-` before the recorded and `+` before the actual response; undefined for equal ones. */
export function describeDifference(expected: GoldenExchange, actual: GoldenExchange): string | undefined {
  const gone = linesWithout(expected.headers, actual.headers)
  const fresh = linesWithout(actual.headers, expected.headers)
  const isOtherCount = expected.headers.length !== actual.headers.length
  const lines = [
    ...(expected.status === actual.status ? [] : [`- status ${expected.status}`, `+ status ${actual.status}`]),
    ...gone.map((line) => `- ${line}`),
    ...fresh.map((line) => `+ ${line}`),
    ...(isOtherCount && gone.length + fresh.length === 0 ? ['a header is repeated, or not any more'] : []),
    ...(expected.body === actual.body ? [] : [excerptDifference(expected.body, actual.body)]),
  ]
  return lines.length === 0 ? undefined : [actual.request, ...lines.map((line) => `    ${line}`)].join('\n')
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

/** One text per difference, in the order of the session; requests without a counterpart come last. */
export function compareSessions(expected: readonly GoldenExchange[], actual: readonly GoldenExchange[]): string[] {
  const [before, after] = [indexExchanges(expected), indexExchanges(actual)]
  const changed = [...after].flatMap(([key, exchange]) => {
    const recorded = before.get(key)
    return (recorded && describeDifference(recorded, exchange)) ?? []
  })
  const added = [...after].flatMap(([key, { request }]) => (before.has(key) ? [] : [`${request}\n    is not recorded`]))
  const removed = [...before].flatMap(([key, { request }]) => (after.has(key) ? [] : [`${request}\n    is not sent`]))
  return [...changed, ...added, ...removed]
}

/** The first differences, and the number of all. */
export function formatDifferences(differences: readonly string[], most: number): string {
  const rest = differences.length - most
  const shown = differences.slice(0, most).map((text, index) => `${index + 1}. ${text}`)
  return [...shown, ...(rest > 0 ? [`... and ${rest} more`] : [])].join('\n')
}
