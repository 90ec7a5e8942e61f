/**
 * The words of dates in each language. Alternatives are parts of regular expressions; texts are folded before they are
 * matched, so that they have no capitals and no accents.
 */
import type { Language } from '../i18n/language.ts'

export interface DateWords {
  /** Full names, January first. Abbreviations of at least three letters need no mention. */
  readonly months: readonly string[]
  /** Full names, Sunday first. Abbreviations of at least two letters need no mention. */
  readonly weekdays: readonly string[]
  /** Abbreviations that do not begin their name, by number of the month. */
  readonly otherMonths?: Readonly<Record<string, number>>
  /** Whether December 5 is written `Dec 5` and `12/5`. */
  readonly isMonthFirst?: true
  readonly yesterday: string
  readonly today: string
  readonly tomorrow: string
  readonly dayAfterTomorrow: string
  readonly tonight: string
  /** Words before or after a weekday: the next one, even if today is such a day. */
  readonly next: string
  /** Word before a number of days or weeks from now. */
  readonly from: string
  readonly units: { readonly minute: string; readonly hour: string; readonly day: string; readonly week: string }
  /** Words for one, two, three, and so on. */
  readonly numbers: readonly string[]
  /** Words between start and end. */
  readonly to: string
  /** More words that mean this only between two numbers. */
  readonly toNumber: string
  /** Words before an hour. */
  readonly at: string
  /** Words after an hour. */
  readonly clock: string
  readonly morning: string
  readonly evening: string
  readonly noon: string
  readonly midnight: string
  readonly allDay: string
  /** Words without a meaning of their own. */
  readonly ignored: string
}

export const DATE_WORDS: Readonly<Record<Language, DateWords>> = {
  en: {
    months: 'january february march april may june july august september october november december'.split(' '),
    weekdays: 'sunday monday tuesday wednesday thursday friday saturday'.split(' '),
    isMonthFirst: true,
    yesterday: 'yesterday',
    today: 'today',
    tomorrow: 'tomorrow',
    dayAfterTomorrow: '(?:the )?day after tomorrow',
    tonight: 'tonight|this evening',
    next: 'next',
    from: 'in',
    units: { minute: 'min(?:ute)?s?', hour: 'hours?|hrs?', day: 'days?', week: 'weeks?' },
    numbers: ['an?|one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
    to: 'to|until|till|through',
    toNumber: 'and',
    at: 'at|from|between|@',
    clock: "o'?clock|h",
    morning: 'am|a\\.m\\.|in the morning',
    evening: 'pm|p\\.m\\.|in the (?:afternoon|evening)|at night',
    noon: 'noon',
    midnight: 'midnight',
    allDay: 'all[- ]day',
    ignored: 'on|at|from|the|this|of|for',
  },
  de: {
    months: 'januar februar marz april mai juni juli august september oktober november dezember'.split(' '),
    weekdays: 'sonntag montag dienstag mittwoch donnerstag freitag samstag'.split(' '),
    otherMonths: { janner: 1, feber: 2, maerz: 3 },
    yesterday: 'gestern',
    today: 'heute',
    tomorrow: 'morgen',
    dayAfterTomorrow: 'ubermorgen',
    tonight: 'heute abend',
    next: 'nachste[nrs]?|kommende[nrs]?',
    from: 'in',
    units: { minute: 'min(?:ute)?n?', hour: 'stunden?|std', day: 'tage?n?', week: 'wochen?' },
    numbers: ['eine[mnr]?', 'zwei', 'drei', 'vier', 'funf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'],
    to: 'bis(?: zum)?',
    toNumber: 'und',
    at: 'um|ab|von|zwischen',
    clock: 'uhr|h',
    morning: 'morgens|fruh|vormittags?',
    evening: 'nachmittags?|abends?|nachts',
    noon: 'mittags?',
    midnight: 'mitternacht',
    allDay: 'ganztagig|ganztags|den ganzen tag',
    ignored: 'am|den|dem|der|vom|von|ab|um|diese[nrs]?|fur',
  },
  es: {
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
    weekdays: 'domingo lunes martes miercoles jueves viernes sabado'.split(' '),
    otherMonths: { setiembre: 9, set: 9 },
    yesterday: 'ayer',
    today: 'hoy',
    tomorrow: 'manana',
    dayAfterTomorrow: 'pasado manana',
    tonight: 'esta noche|esta tarde',
    next: 'proximo|proxima|que viene|siguiente',
    from: 'en|dentro de',
    units: { minute: 'min(?:uto)?s?', hour: 'horas?', day: 'dias?', week: 'semanas?' },
    numbers: ['una?', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'],
    to: 'al|hasta(?: las?| el)?',
    toNumber: 'a(?: las?)?|y(?: las?)?',
    at: 'a las?|de las?|desde las?|entre las?|sobre las?',
    clock: 'hrs?|horas|h',
    morning: 'de la manana|por la manana',
    evening: '(?:de|por) la (?:tarde|noche)',
    noon: 'mediodia',
    midnight: 'medianoche',
    allDay: 'todo el dia',
    ignored: 'el|la|los|las|de|del|a|desde|este|durante|por',
  },
  fr: {
    months: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'.split(' '),
    weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' '),
    yesterday: 'hier',
    today: "aujourd'?hui",
    tomorrow: 'demain',
    dayAfterTomorrow: 'apres[- ]demain',
    tonight: 'ce soir',
    next: 'prochaine?',
    from: 'dans',
    units: { minute: 'min(?:ute)?s?', hour: 'heures?', day: 'jours?', week: 'semaines?' },
    numbers: ['une?', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'],
    to: "au|jusqu'?(?:a|au)",
    toNumber: 'a|et',
    at: 'a|vers|de|des|entre',
    clock: 'heures?|h',
    morning: 'du matin|le matin',
    evening: "du soir|le soir|de l'apres-midi",
    noon: 'midi',
    midnight: 'minuit',
    allDay: 'toute la journee',
    ignored: 'le|la|les|du|de|des|a|ce|pendant|pour',
  },
  it: {
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
    weekdays: 'domenica lunedi martedi mercoledi giovedi venerdi sabato'.split(' '),
    yesterday: 'ieri',
    today: 'oggi',
    tomorrow: 'domani',
    dayAfterTomorrow: 'dopodomani',
    tonight: 'stasera|questa sera',
    next: 'prossim[oa]',
    from: 'tra|fra',
    units: { minute: 'min(?:ut[oi])?', hour: 'or[ae]', day: 'giorn[oi]', week: 'settiman[ae]' },
    numbers: ["un[oa']?", 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove', 'dieci'],
    to: "al|fino (?:alle|al|all')",
    toNumber: 'alle|e(?: le)?',
    at: "alle|dalle|tra le|ore|all'",
    clock: 'h',
    morning: 'di mattina|del mattino',
    evening: 'di sera|di notte|del pomeriggio',
    noon: 'mezzogiorno',
    midnight: 'mezzanotte',
    allDay: 'tutto il giorno',
    ignored: "il|lo|la|l'|di|del|dal|alle|dalle|ore|questo|questa|per",
  },
  nl: {
    months: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
    weekdays: 'zondag maandag dinsdag woensdag donderdag vrijdag zaterdag'.split(' '),
    otherMonths: { mrt: 3 },
    yesterday: 'gisteren',
    today: 'vandaag',
    tomorrow: 'morgen',
    dayAfterTomorrow: 'overmorgen',
    tonight: 'vanavond',
    next: 'volgende|komende|aanstaande',
    from: 'over',
    units: { minute: 'min(?:uut|uten)?', hour: 'uur|uren', day: 'dag(?:en)?', week: 'we(?:ek|ken)' },
    numbers: ['een', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen', 'tien'],
    to: 'tot(?: en met)?|t/m',
    toNumber: 'en',
    at: 'om|vanaf|van|tussen',
    clock: 'uur|u|h',
    morning: "'s (?:morgens|ochtends)",
    evening: "'s (?:middags|avonds|nachts)",
    noon: 'noen|middaguur',
    midnight: 'middernacht',
    allDay: 'de hele dag|hele dag',
    ignored: 'op|de|het|van|vanaf|om|deze|dit',
  },
  pt: {
    months: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
    weekdays: 'domingo segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado'.split(' '),
    yesterday: 'ontem',
    today: 'hoje',
    tomorrow: 'amanha',
    dayAfterTomorrow: 'depois de amanha',
    tonight: 'esta noite|hoje a noite',
    next: 'proxim[oa]|que vem',
    from: 'em|daqui a|dentro de',
    units: { minute: 'min(?:uto)?s?', hour: 'horas?', day: 'dias?', week: 'semanas?' },
    numbers: ['uma?', 'dois|duas', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez'],
    to: 'ao|ate(?: as?| ao)?',
    toNumber: 'a|as|e(?: as?)?',
    at: 'as?|das|desde as|entre as|pelas',
    clock: 'horas?|hrs?|h',
    morning: 'da manha|de manha',
    evening: 'da (?:tarde|noite)|a noite',
    noon: 'meio-dia',
    midnight: 'meia-noite',
    allDay: '(?:o )?dia (?:todo|inteiro)|todo o dia',
    ignored: 'o|os|a|as|no|na|de|do|da|das|neste|nesta|este|esta|durante|por',
  },
}
