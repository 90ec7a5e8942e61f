import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeSiteExtent, generateSiteEvents, type SiteEvent } from '../../bench/fixture/site-records.ts'

const COUNT = 2000
const TODAY = '2026-11-20 22:00:00'

function first(seed: number): SiteEvent[] {
  const source = generateSiteEvents(seed, TODAY, computeSiteExtent(COUNT))
  return Array.from({ length: COUNT }, () => source.next().value)
}
const events = first(1)
const average = (select: (event: SiteEvent) => number) =>
  events.reduce((sum, event) => sum + select(event), 0) / events.length

test('The same seed generates the same events, another seed others', () => {
  assert.deepEqual(first(1), events)
  assert.notDeepEqual(first(2), events)
})

/** Figures of the recorded site. */
test('Events have texts and relations as in the recorded site', () => {
  const figures: readonly (readonly [string, number, number])[] = [
    ['description', average(({ description }) => description.length), 818],
    ['title', average(({ title }) => title.length), 27],
    ['categories', average(({ categories }) => categories.length), 1.47],
    ['tags', average(({ tags }) => tags.length), 1.95],
    ['organizers', average(({ organizers }) => organizers.length), 0.96],
    ['venue', average(({ venue }) => (venue === undefined ? 0 : 1)), 0.9],
    ['published', average(({ status }) => (status === 'publish' ? 1 : 0)), 0.97],
    ['upcoming', average(({ start_date }) => (start_date >= TODAY ? 1 : 0)), 0.55],
  ]
  for (const [name, actual, expected] of figures)
    assert.ok(Math.abs(actual / expected - 1) < 0.1, `${name}: ${actual}, expected about ${expected}`)
})

test('Relations refer to records of the calendar, and an event ends after its start', () => {
  const { venues, organizers, categories, tags, firstEventId } = computeSiteExtent(COUNT)
  const isWithin =
    ({ min, max }: { min: number; max: number }) =>
    (id: number) =>
      id >= min && id <= max
  assert.ok(organizers.max < firstEventId && venues.max < organizers.min && categories.max < tags.min)
  for (const event of events) {
    assert.ok(event.organizers.every(isWithin(organizers)) && event.tags.every(isWithin(tags)))
    assert.ok(event.categories.every(isWithin(categories)) && (event.venue ?? venues.min) <= venues.max)
    assert.ok(event.end_date > event.start_date)
  }
})
