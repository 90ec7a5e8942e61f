import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type DateOrder,
  detectDateOrder,
  formatCsvMoment,
  parseCsvMoment,
  parseCsvTime,
} from '../../src/features/imports/formats/csv/csv-dates.ts'

const parseDate = (text: string, order: DateOrder = 'DMY') => parseCsvMoment(text, order)?.date

/** The moment in the form of a field. */
function format(text: string, order: DateOrder = 'DMY'): string | undefined {
  const moment = parseCsvMoment(text, order)
  return moment && formatCsvMoment(moment.date, moment.time ?? { seconds: 0 })
}

describe('The order of day, month and year', () => {
  test('A number above 12 decides, in any language', () => {
    for (const isEnglish of [true, false]) {
      assert.equal(detectDateOrder(['1/2/2027', '2/28/2027'], isEnglish), 'MDY')
      assert.equal(detectDateOrder(['1/2/2027', '28/2/2027'], isEnglish), 'DMY')
      assert.equal(detectDateOrder(['12/12/2027', '12/13/2027'], isEnglish), 'MDY')
    }
  })

  test('Otherwise dates with slashes have the month first in English, and others the day', () => {
    assert.equal(detectDateOrder(['1/2/2027', '12/12/2027'], true), 'MDY')
    assert.equal(detectDateOrder(['1/2/2027'], false), 'DMY')
    assert.equal(detectDateOrder(['1.2.2027'], true), 'DMY')
    assert.equal(detectDateOrder(['1-2-2027'], true), 'DMY')
    assert.equal(detectDateOrder(['2027-02-28', 'soon', ''], true), 'MDY')
  })

  test('A date is read in the order of its column, unless it begins with the year', () => {
    assert.equal(parseDate('1/2/2027', 'MDY'), '2027-01-02')
    assert.equal(parseDate('1/2/2027', 'DMY'), '2027-02-01')
    for (const order of ['YMD', 'DMY', 'MDY'] as const) {
      assert.equal(parseDate(' 2027-2-1 19:00', order), '2027-02-01')
      assert.equal(format('20270201T190000Z', order), '2027-02-01 19:00:00Z')
      assert.equal(parseDate('20270201', order), '2027-02-01')
    }
    assert.equal(parseDate('1.2.27', 'DMY'), '2027-02-01')
  })

  test('Days that do not exist and other texts are no dates', () => {
    const texts = ['30.2.2027', '29.2.2027', '1.13.2027', '1.2/2027', '1.2', 'soon', '', '5 jui 2027', '5 foo 2027']
    for (const text of [...texts, '1.2.20271', '2027-01-05 TBA', 'Foo 5, 2027', '123456'])
      assert.equal(parseDate(text), undefined, text)
  })
})

test('Months are named in seven languages, in full or abbreviated', () => {
  const dates = [
    ...['January 5, 2027', 'Jan 5th, 2027', 'Tue, 5 Jan 2027', '5-Jan-27', '5th of January 2027', '2027-Jan-05'],
    ...['5. Januar 2027', 'Dienstag, 5. Jänner 2027', '5 janvier 2027', 'mardi 5 janv. 2027', 'mar. 5 janvier 2027'],
    ...['5 de enero de 2027', 'martes, 5 de enero de 2027', '5 ene. 2027', '5 gennaio 2027', 'martedì 5 gen 2027'],
    ...['5 januari 2027', 'di 5 jan. 2027', '5 de janeiro de 2027', 'terça-feira, 5 de janeiro de 2027'],
  ]
  for (const text of dates) assert.equal(parseDate(text), '2027-01-05', text)
  const months = ['1er mars 2027', '1. März 2027', '1 Mrz 2027', '1 mrt 2027', '1º de março de 2027', 'Mar 1 2027']
  for (const text of months) assert.equal(parseDate(text), '2027-03-01', text)
  assert.equal(parseDate('1 juin 2027'), '2027-06-01')
  assert.equal(parseDate('1 juil. 2027'), '2027-07-01')
  assert.equal(parseDate('1 août 2027'), '2027-08-01')
})

test('A cell may contain the time after the date', () => {
  for (const text of [
    '2027-02-01 19:00',
    '2027-02-01T19:00',
    '1.2.2027, 19:00 Uhr',
    '1 Feb 2027 at 7 PM',
    '1/2/2027 19h',
  ])
    assert.equal(format(text), '2027-02-01 19:00:00', text)
  assert.equal(format('Tuesday, February 2, 2027 at 7:00 PM'), '2027-02-02 19:00:00')
  assert.equal(format('1 de febrero de 2027 a las 19:00'), '2027-02-01 19:00:00')
  assert.equal(format('1.2.2027 (Mo)'), '2027-02-01 00:00:00')
  assert.equal(format('2027-02-01 24:00'), '2027-02-02 00:00:00')
})

test('A time with a zone or an offset is an instant', () => {
  assert.equal(format('2027-01-05T19:00:00Z'), '2027-01-05 19:00:00Z')
  assert.equal(format('2027-01-05T19:00:00.000-05:00'), '2027-01-06 00:00:00Z')
  assert.equal(format('2027-01-05 19:00:00+0100'), '2027-01-05 18:00:00Z')
  assert.equal(format('Jan 5, 2027 7:00 PM EST'), '2027-01-06 00:00:00Z')
  for (const text of ['2027-01-05 10:00-11:00', '2027-01-05 19:00 XYZ']) assert.equal(format(text), undefined, text)
})

test('Serial numbers of spreadsheets are dates and times', () => {
  assert.equal(format('46392'), '2027-01-05 00:00:00')
  assert.equal(format('46392.791667'), '2027-01-05 19:00:00')
  assert.equal(format('46392,75'), '2027-01-05 18:00:00')
  assert.equal(parseCsvTime('0.791667')?.seconds, 19 * 3600)
  assert.equal(parseCsvTime('0,75', true)?.seconds, 18 * 3600)
  assert.equal(parseCsvTime('0.30')?.seconds, 1800)
})

test('Times have the forms of several countries', () => {
  const times = {
    '19:00': 19 * 3600,
    '7 pm': 19 * 3600,
    '7:00:00 PM': 19 * 3600,
    '12 a.m.': 0,
    '12:30 PM': 12.5 * 3600,
    '19.30 Uhr': 19.5 * 3600,
    '19h': 19 * 3600,
    '19h30': 19.5 * 3600,
    '19u30': 19.5 * 3600,
    '9:05:07': 9 * 3600 + 307,
    '24:00': 24 * 3600,
  }
  for (const [text, seconds] of Object.entries(times)) assert.equal(parseCsvTime(text)?.seconds, seconds, text)
  for (const text of ['24:01', '25:00', '19:60', '13 pm', 'noon', '19:00-21:00', ''])
    assert.equal(parseCsvTime(text), undefined, text)
})
