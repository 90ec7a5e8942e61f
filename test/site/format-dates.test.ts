import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '../../src/base/i18n/language.ts'
import { formatDateRange, formatDayRange, formatShort, formatTimes } from '../../src/pages/format-dates.ts'
import { createIntlFormatters } from '../../src/pages/intl-formatters.ts'

/** Normalizes spaces and the word before a time, in which versions of the Unicode data differ. */
const read = (text: string | undefined) =>
  text
    ?.replace(/[\u2009\u202f\u00a0]/g, ' ')
    .replace(/ – /g, '–')
    .replace(/ (?:at|um|à) /g, ', ')

const event = (start_date: string, end_date: string, more: { all_day?: boolean; timezone?: string } = {}) => ({
  start_date,
  end_date,
  utc_start_date: start_date,
  all_day: false,
  timezone: 'Europe/Berlin',
  timezone_abbr: 'CET',
  ...more,
})
const createContext = (language: Language) => ({
  language,
  formatters: createIntlFormatters(language),
  zone: 'Europe/Berlin',
  cutoff: '00:00',
})

const EVENING = event('2026-12-05 19:00:00', '2026-12-05 21:30:00')
const FESTIVAL = event('2026-12-05 00:00:00', '2026-12-08 23:59:59', { all_day: true })

describe('Dates and times of events', () => {
  const EXPECTED_RANGES: readonly (readonly [Language, string, string])[] = [
    ['en', 'Saturday, December 5, 2026, 7:00–9:30 PM', 'Saturday, December 5–Tuesday, December 8, 2026'],
    ['de', 'Samstag, 5. Dezember 2026, 19:00–21:30 Uhr', 'Samstag, 5.–Dienstag, 8. Dezember 2026'],
    ['fr', 'samedi 5 décembre 2026, 19:00–21:30', 'samedi 5–mardi 8 décembre 2026'],
  ]
  for (const [language, evening, festival] of EXPECTED_RANGES) {
    test(`formatDateRange returns the full date and time in ${language}`, () => {
      assert.equal(read(formatDateRange(EVENING, createContext(language))), evening)
      assert.equal(read(formatDateRange(FESTIVAL, createContext(language))), festival)
    })
  }

  test('formatTimes returns only times', () => {
    assert.equal(read(formatTimes(EVENING, createContext('en'))), '7:00–9:30 PM')
    assert.equal(read(formatTimes(EVENING, createContext('nl'))), '19:00–21:30')
  })

  test('An event that ends in the night shows one date', () => {
    const night = event('2026-12-05 22:00:00', '2026-12-06 02:00:00')
    assert.equal(read(formatTimes(night, createContext('en'))), '10:00 PM–2:00 AM')
    assert.equal(read(formatShort(night, createContext('en'))), 'Sat, Dec 5, 2026, 10:00 PM–2:00 AM')
  })

  test('An all-day event has no times, several days are a date range', () => {
    const day = event('2026-12-05 00:00:00', '2026-12-05 23:59:59', { all_day: true })
    assert.equal(formatTimes(day, createContext('en')), undefined)
    assert.equal(read(formatDateRange(day, createContext('en'))), 'Saturday, December 5, 2026')
    assert.equal(read(formatTimes(FESTIVAL, createContext('en'))), 'Dec 5–8')
  })

  test('formatDayRange shows a common year and month once', () => {
    assert.equal(read(formatDayRange(createContext('en'), '2026-12-07', '2026-12-13')), 'December 7–13, 2026')
    assert.equal(
      read(formatDayRange(createContext('en'), '2026-12-28', '2027-01-03')),
      'December 28, 2026–January 3, 2027',
    )
    assert.equal(read(formatDayRange(createContext('de'), '2026-12-07', '2026-12-13')), '7.–13. Dezember 2026')
  })

  test('Times in another time zone are followed by its name', () => {
    const inOtherZone = { ...EVENING, timezone: 'Asia/Tokyo', timezone_abbr: 'JST' }
    assert.equal(read(formatTimes(inOtherZone, createContext('en'))), '7:00–9:30 PM JST')
    assert.match(formatDateRange(inOtherZone, createContext('en')), / JST$/)
  })

  test('An event without duration shows one time', () => {
    assert.equal(read(formatTimes(event('2026-12-05 19:00:00', '2026-12-05 19:00:00'), createContext('en'))), '7:00 PM')
  })
})
