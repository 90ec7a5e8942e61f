import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildListStatements } from '../../bench/baselines/queries.ts'
import { type CalendarStats, generateVariedRequests, type VariedRequest } from '../../bench/fixture/urls.ts'

const facts: CalendarStats = {
  today: '2026-11-20 22:00:00',
  pages: 110,
  categories: [1, 2, 3].map((id) => ({ id, pages: 9 })),
  tags: [4, 5].map((id) => ({ id, pages: 12 })),
  venues: Array.from({ length: 50 }, (_, id) => ({ id: 100 + id, pages: 1 })),
  organizers: Array.from({ length: 20 }, (_, id) => ({ id: 200 + id, pages: 2 })),
  words: ['piano', 'river', 'alcison'],
  titles: ['Piano river #1', 'River piano #2'],
  monthPages: 4,
  firstDay: -300,
}

function first(count: number, seed: number, of: CalendarStats = facts): VariedRequest[] {
  const generate = generateVariedRequests(seed, of)
  return Array.from({ length: count }, () => generate.next().value)
}

test('The same seed generates the same URLs, another seed others', () => {
  assert.deepEqual(first(200, 7), first(200, 7))
  assert.notDeepEqual(first(200, 7), first(200, 8))
})

test('No URL is repeated, and all kinds keep their shares', () => {
  const urls = first(5000, 1)
  assert.equal(new Set(urls.map(({ query }) => query)).size, urls.length)
  const share = (kind: VariedRequest['kind']) => urls.filter((item) => item.kind === kind).length / urls.length
  assert.ok(Math.abs(share('page') - 0.2) < 0.03 && Math.abs(share('word') - 0.05) < 0.02)
  assert.ok(share('combined') > 0.05 && share('venue') > 0.07)
})

test('Page numbers are within the pages that exist', () => {
  const pages = first(2000, 3).map(({ kind, query }) => [kind, Number(new URLSearchParams(query).get('page') ?? 1)])
  assert.ok(pages.every(([kind, page]) => Number(page) <= (kind === 'page' ? 20 : 12)))
})

test('A calendar without venues or words gets the other kinds of requests', () => {
  const kinds = new Set(
    first(500, 1, { ...facts, venues: [], organizers: [], words: [], titles: [], categories: [] }).map(
      ({ kind }) => kind,
    ),
  )
  assert.deepEqual([...kinds].sort(), ['page', 'tag', 'window'])
})

test('The baselines query a database for the same window, filters and page', () => {
  const dialect = {
    placeholder: () => '?',
    wordMatches: () => 'holders',
    word: (text: string) => text,
    joinTexts: () => '',
  }
  const search = 'categories=1&search=piano&start_date=2026-12-01&end_date=2026-12-31&page=3'
  const { values, offset } = buildListStatements(search, facts.today, new Map([[1, [1, 2]]]), dialect)
  const end = '2026-12-31 23:59:59'
  assert.deepEqual([values, offset], [['2026-12-01 00:00:00', end, end, 1, 2, 'piano'], 100])
  const byDefault = buildListStatements('page=1', facts.today, new Map(), dialect)
  assert.deepEqual(byDefault.values.slice(0, 2), ['2026-11-20 00:00:00', '2028-11-20 23:59:59'])
})
