import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES, type Language } from '../../src/base/i18n/language.ts'
import { parsePeriod } from '../../src/base/time/parse-period.ts'

/** A Wednesday. */
const NOW = '2026-11-25 12:00:00'

/** Start and end without seconds; `days` before whole days. */
function interpret(text: string, language: Language): string {
  const period = parsePeriod(text, language, NOW)
  if ('error' in period) return `${period.error} ${period.word}`.trim()
  const { start, end, isAllDay } = period
  if (isAllDay) return `days ${start.slice(0, 10)} ${end?.slice(0, 10)}`
  return end === undefined ? start.slice(0, 16) : `${start.slice(0, 16)} - ${end.slice(0, 16)}`
}

/** The same meanings in every language, in this order. */
const MEANINGS = [
  '2026-11-27 20:00 - 2026-11-27 23:00',
  '2026-12-05 10:00 - 2026-12-05 11:30',
  '2026-11-26 20:00',
  '2026-11-27 20:30',
  '2026-11-27 19:30',
  'days 2026-12-05 2026-12-07',
  'days 2026-11-28 2026-11-28',
  'days 2026-12-09 2026-12-09',
  '2026-12-05 19:30 - 2026-12-05 22:00',
  '2026-11-26 20:00',
  '2026-11-25 20:00',
  '2026-12-05 20:00 - 2026-12-07 02:00',
] as const

const TEXTS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...['fri 8-11pm', '5 Dec 10:00, 90 min', 'tomorrow 8pm', 'day after tomorrow 20:30', 'next Friday at 19:30'],
    ...['Dec 5-7', 'Saturday all day', 'in two weeks', 'Saturday, December 5, 2026, from 7:30 to 10pm'],
    ...['Thursday 8 in the evening', 'tonight at 8', 'Dec 5 20:00 - Dec 7 2:00'],
  ],
  de: [
    ...['Fr 20-23 Uhr', '5. Dez 10:00, 90 Min', 'morgen 20 Uhr', 'übermorgen 20:30', 'nächsten Freitag um 19.30 Uhr'],
    ...['5.-7. Dezember', 'Samstag ganztägig', 'in zwei Wochen', 'Sa, 5.12.2026, 19:30 bis 22 Uhr'],
    ...['Donnerstag 8 Uhr abends', 'heute Abend um 8', '5. Dezember 20 Uhr bis 7. Dezember 2 Uhr'],
  ],
  es: [
    ...[
      'vie 20-23h',
      '5 dic 10:00, 90 min',
      'mañana a las 20',
      'pasado mañana 20:30',
      'el próximo viernes a las 19:30',
    ],
    ...['del 5 al 7 de diciembre', 'sábado todo el día', 'en dos semanas'],
    ...['sábado, 5 de diciembre de 2026, de 19:30 a 22:00', 'jueves a las 8 de la tarde', 'esta noche a las 8'],
    '5 de diciembre 20:00 al 7 de diciembre 2:00',
  ],
  fr: [
    ...['ven 20h-23h', '5 déc 10h, 90 min', 'demain 20h', 'après-demain 20h30', 'vendredi prochain à 19h30'],
    ...['du 5 au 7 décembre', 'samedi toute la journée', 'dans deux semaines'],
    ...['samedi 5 décembre 2026 de 19h30 à 22h', 'jeudi 8h du soir', 'ce soir à 8h'],
    'du 5 décembre 20h au 7 décembre 2h',
  ],
  it: [
    ...['ven 20-23', '5 dic 10:00, 90 min', 'domani alle 20', 'dopodomani 20:30', 'venerdì prossimo alle 19:30'],
    ...['dal 5 al 7 dicembre', 'sabato tutto il giorno', 'fra due settimane'],
    ...['sabato 5 dicembre 2026 dalle 19.30 alle 22', 'giovedì alle 8 di sera', 'stasera alle 8'],
    '5 dicembre 20:00 al 7 dicembre 2:00',
  ],
  nl: [
    ...['vr 20-23 uur', '5 dec 10:00, 90 min', 'morgen 20 uur', 'overmorgen 20:30', 'volgende vrijdag om 19:30'],
    ...['5 tot 7 december', 'zaterdag hele dag', 'over twee weken'],
    ...['zaterdag 5 december 2026 van 19.30 tot 22 uur', "donderdag 8 uur 's avonds", 'vanavond om 8'],
    '5 december 20:00 tot 7 december 2:00',
  ],
  pt: [
    ...['sex 20h-23h', '5 dez 10:00, 90 min', 'amanhã às 20h', 'depois de amanhã 20:30', 'próxima sexta às 19:30'],
    ...['de 5 a 7 de dezembro', 'sábado o dia todo', 'daqui a duas semanas'],
    ...['sábado, 5 de dezembro de 2026, das 19h30 às 22h', 'quinta às 8 da noite', 'hoje à noite às 8'],
    '5 de dezembro 20h até 7 de dezembro 2h',
  ],
}

for (const language of LANGUAGES) {
  describe(`Dates in words, in ${language}`, () => {
    for (const [index, text] of Object.entries(TEXTS[language]))
      test(text, () => assert.equal(interpret(text, language), MEANINGS[Number(index)]))
  })
}

describe('Dates in words', () => {
  test('A date without a year, a time and a weekday mean the next ones', () => {
    assert.equal(interpret('Nov 25', 'en'), 'days 2026-11-25 2026-11-25')
    assert.equal(interpret('Nov 24', 'en'), 'days 2027-11-24 2027-11-24')
    assert.equal(interpret('29 Feb', 'en'), 'days 2028-02-29 2028-02-29')
    assert.equal(interpret('8pm', 'en'), '2026-11-25 20:00')
    assert.equal(interpret('8am', 'en'), '2026-11-26 08:00')
    assert.equal(interpret('wed', 'en'), 'days 2026-11-25 2026-11-25')
    assert.equal(interpret('next wed', 'en'), 'days 2026-12-02 2026-12-02')
    assert.equal(interpret('wed 10am', 'en'), '2026-12-02 10:00')
    assert.equal(interpret('wed 10pm', 'en'), '2026-11-25 22:00')
  })

  test('An end before the start is on the next day', () => {
    assert.equal(interpret('fri 10pm-2am', 'en'), '2026-11-27 22:00 - 2026-11-28 02:00')
    assert.equal(interpret('Fr 22-2 Uhr', 'de'), '2026-11-27 22:00 - 2026-11-28 02:00')
  })

  test('The end of a period states the half of the day for its start, if that is before the end', () => {
    assert.equal(interpret('fri 8-11pm', 'en'), '2026-11-27 20:00 - 2026-11-27 23:00')
    assert.equal(interpret('fri 11-1pm', 'en'), '2026-11-27 11:00 - 2026-11-27 13:00')
    assert.equal(interpret('fri 12-1pm', 'en'), '2026-11-27 12:00 - 2026-11-27 13:00')
    assert.equal(interpret('fri 12am', 'en'), '2026-11-27 00:00')
  })

  test('Numeric dates have the order of the language', () => {
    assert.equal(interpret('12/5 8pm', 'en'), '2026-12-05 20:00')
    assert.equal(interpret('5/12 20h', 'fr'), '2026-12-05 20:00')
    assert.equal(interpret('2026-12-05 20:00-22:00', 'it'), '2026-12-05 20:00 - 2026-12-05 22:00')
    assert.equal(interpret('5.12. 20 Uhr', 'de'), '2026-12-05 20:00')
  })

  test('Every word must have a meaning, and none may contradict another', () => {
    for (const [text, error] of [
      ['Heiligabend 20 Uhr', 'date_word_unknown heiligabend'],
      ['Fr 20 Uhr Sa', 'date_repeated sa'],
      ['Fr 20 Uhr 21 Uhr', 'date_repeated 21 uhr'],
      ['', 'date_missing'],
      ['am den', 'date_missing'],
      ['31. Februar', 'date_impossible'],
      ['So, 5. Dezember 2026', 'date_impossible'],
      ['Fr 20 bis', 'date_word_unknown 20'],
      ['Fr 20 Uhr bis', 'date_unclear'],
      ['heute Abend', 'date_unclear'],
      ['Fr 20 Uhr ganztägig', 'date_unclear'],
      ['7. Dezember bis 5.12.2026', 'date_impossible'],
    ] as const)
      assert.equal(interpret(text, 'de'), error, text)
  })

  test('A long text is rejected quickly', () => {
    for (const text of ['1 '.repeat(100), 'a'.repeat(200), '1-'.repeat(100), "'s ".repeat(60)])
      for (const language of LANGUAGES) assert.match(interpret(text, language), /^date_/)
  })
})
