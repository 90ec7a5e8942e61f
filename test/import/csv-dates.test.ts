import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { detectDateOrder, parseCsvDate, parseCsvTime, splitTime } from '../../src/import/formats/csv/csv-dates.ts'

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
    assert.equal(parseCsvDate('1/2/2027', 'MDY'), '2027-01-02')
    assert.equal(parseCsvDate('1/2/2027', 'DMY'), '2027-02-01')
    for (const order of ['YMD', 'DMY', 'MDY'] as const) {
      assert.equal(parseCsvDate(' 2027-2-1 19:00', order), '2027-02-01')
      assert.equal(parseCsvDate('20270201T190000', order), '2027-02-01')
    }
    assert.equal(parseCsvDate('1.2.27', 'DMY'), '2027-02-01')
  })

  test('Days that do not exist and other texts are no dates', () => {
    for (const text of ['30.2.2027', '29.2.2027', '1.13.2027', '1.2/2027', '1.2', 'soon', ''])
      assert.equal(parseCsvDate(text, 'DMY'), undefined, text)
  })
})

test('Times have the forms of several countries', () => {
  const times = {
    '19:00': '19:00:00',
    '7 pm': '19:00:00',
    '12 a.m.': '00:00:00',
    '12:30 PM': '12:30:00',
    '19.30 Uhr': '19:30:00',
    '19h': '19:00:00',
    '19h30': '19:30:00',
    '9:05:07': '09:05:07',
  }
  for (const [text, time] of Object.entries(times)) assert.equal(parseCsvTime(text), time, text)
  for (const text of ['24:00', '19:60', '13 pm', 'noon', '']) assert.equal(parseCsvTime(text), undefined, text)
})

test('A cell may contain the time after the date', () => {
  assert.equal(splitTime('2027-02-01 19:00'), '19:00')
  assert.equal(splitTime('2027-02-01T19:00'), '19:00')
  assert.equal(splitTime('1.2.2027'), '')
})
