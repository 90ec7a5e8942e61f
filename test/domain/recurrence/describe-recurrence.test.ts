import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, type Language } from '../../../src/base/i18n/language.ts'
import { describeRecurrence } from '../../../src/calendar/series/describe-recurrence.ts'
import { NO_RECURRENCE } from '../../../src/calendar/series/recurrence.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { createRandomNumbers, createRandomRule } from '../../helper/series/random-recurrence.ts'

const describe = (rrule: string, language: Language = 'en', rdate: string[] = [], exdate: string[] = []) =>
  describeRecurrence({ ...NO_RECURRENCE, rrule, rdate, exdate }, '2027-01-05', language)

test('English descriptions name frequency, days, months and end', () => {
  const expected = {
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270601': 'every second Tuesday until June 1, 2027',
    'FREQ=DAILY;COUNT=10': 'every day, 10 times',
    'FREQ=DAILY;INTERVAL=3': 'every 3 days',
    'FREQ=DAILY;BYDAY=SA,SU': 'every Saturday and Sunday',
    'FREQ=WEEKLY': 'every Tuesday',
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE': 'every 3 weeks on Monday and Wednesday',
    'FREQ=MONTHLY': 'every month on day 5',
    'FREQ=MONTHLY;BYDAY=2TU,-1FR': 'every month on the 2nd Tuesday and on the last Friday',
    'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=3': 'every month on the 3rd Tuesday',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1': 'every month on the last weekday',
    'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15,-1': 'every 2 months on day 15 and on the last day',
    'FREQ=YEARLY': 'every year on January 5',
    'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1': 'every year on May 1',
    'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH': 'every year on the 4th Thursday in November',
  }
  for (const [rule, text] of Object.entries(expected)) assert.equal(describe(rule), text, rule)
})

test('Descriptions have the words and genders of their language', () => {
  const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270601'
  assert.deepEqual(
    LANGUAGES.map((language) => describe(rule, language)),
    [
      'every second Tuesday until June 1, 2027',
      'jeden zweiten Dienstag bis 1. Juni 2027',
      'cada dos semanas, el martes hasta el 1 de junio de 2027',
      'toutes les deux semaines, le mardi jusqu’au 1 juin 2027',
      'ogni due settimane, di martedì fino al 1 giugno 2027',
      'elke tweede dinsdag tot en met 1 juni 2027',
      'de duas em duas semanas: terça-feira até 1 de junho de 2027',
    ],
  )
  assert.equal(describe('FREQ=MONTHLY;BYDAY=2SU', 'it'), 'ogni mese la 2ª domenica')
  assert.equal(describe('FREQ=MONTHLY;BYDAY=-1FR', 'pt'), 'todos os meses na última sexta-feira')
  assert.equal(describe('FREQ=MONTHLY;BYDAY=2TU', 'de'), 'jeden Monat am 2. Dienstag')
})

test('Additional and excluded dates are listed, many of them counted', () => {
  assert.equal(
    describe('FREQ=WEEKLY', 'en', ['2027-02-01'], ['2027-01-12']),
    'every Tuesday, also on February 1, 2027, except on January 12, 2027',
  )
  assert.equal(
    describe('', 'en', ['2027-02-01', '2027-02-02', '2027-02-03']),
    'on January 5, 2027, February 1, 2027, February 2, 2027, and 1 more dates',
  )
})

test('Every rule has a description without placeholders in every language', () => {
  const random = createRandomNumbers(getSeed(2))
  for (let count = 0; count < 100; count++) {
    const rule = createRandomRule(random)
    for (const language of LANGUAGES) assert.doesNotMatch(describe(rule, language), /[{}]|undefined| {2}|^\s|\s$/, rule)
  }
})
