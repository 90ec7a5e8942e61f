/** Small calendars, each the shape of a file that other programs wrote, with the right events. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'cases')

/** An hour of each day. */
const hours = (title: string, ...starts: readonly string[]): string[] =>
  starts.map((start) => {
    const end = new Date(Date.parse(`${start}Z`) + 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    return `${start} to ${end} ${title}`
  })
const moments = (title: string, ...starts: readonly string[]): string[] =>
  starts.map((start) => `${start} to ${start} ${title}`)
const days = (title: string, ...dates: readonly string[]): string[] => moments(title, ...dates)

const GUESSED = 'The file is not encoded in UTF-8 and was read as Windows-1252. Check its accented letters.'
const WEDNESDAYS = ['2027-01-06 00:00', '2027-01-13 00:00', '2027-01-20 00:00', '2027-01-27 00:00']
const WITHOUT_JANUARY_12 = ['2027-01-06 00:00', '2027-01-20 00:00', '2027-01-27 00:00']
/** The weekdays of December 2027 in Manila. */
const MANILA = [1, 2, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 19, 20, 21, 22, 23, 26, 27, 28, 29, 30]

/** Lines of `describeCalendar` by the name of the calendar; of the first 30 occurrences. */
export const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'a01-utc-byday': hours(
    'a01-utc-byday',
    '2027-01-06 01:00',
    '2027-01-13 01:00',
    '2027-01-20 01:00',
    '2027-01-27 01:00',
  ),
  'a04-until-local': hours('a04-until-local', ...WEDNESDAYS),
  'a05-until-floating': moments('a05-until-floating', ...WEDNESDAYS),
  'a08-allday-until-utc': days('a08-allday-until-utc', '2027-01-05', '2027-01-12', '2027-01-19', '2027-01-26'),
  'a09-multi-rrule': hours(
    ...(['a09-multi-rrule', '2027-01-06 00:00', '2027-01-09 00:00', '2027-01-13 00:00', '2027-01-16 00:00'] as const),
    ...['2027-01-20 00:00', '2027-01-23 00:00'],
  ),
  'a11-rdate-times': hours('a11-rdate-times', '2027-01-05 19:00', '2027-01-06 00:00', '2027-01-07 19:00'),
  'a13-daily-old': hours(
    'a13-daily-old',
    ...Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2015, 0, 6 + day)).toISOString().slice(0, 10)).map(
      (date) => `${date} 00:00`,
    ),
  ),
  'a15-rrule-lower': hours('a15-rrule-lower', ...WEDNESDAYS.slice(0, 3)),
  'a18-rrule-spaces': hours('a18-rrule-spaces', '2027-01-06 00:00', '2027-01-08 00:00', '2027-01-13 00:00'),
  'a22-rscale': [
    'line 10: RRULE is not supported (RSCALE=CHINESE): RSCALE=CHINESE;FREQ=YEARLY;COUNT=3. Its other dates are not imported.',
    ...hours('a22-rscale', '2027-01-06 00:00'),
  ],
  'a26-count0': ['failed on line 10: RRULE has no dates: FREQ=WEEKLY;COUNT=0'],
  'b01-date-noval': ['2027-01-05 to 2027-01-06 b01-date-noval'],
  'b05-nosec': hours('b05-nosec', '2027-01-05 19:00'),
  'b08-24h': ['2027-01-06 00:00 to 2027-01-06 05:00 b08-24h'],
  'b09-dtend-empty': moments('b09-dtend-empty', '2027-01-06 00:00'),
  'b10-end-before': ['failed on line 9: DTEND is before DTSTART: 20270105T180000'],
  'b29-lowerz': hours('b29-lowerz', '2027-01-05 19:00'),
  'b37-badcreated': moments('b37-badcreated', '2027-01-05 19:00'),
  'e01-exdate-paris': hours('e01-exdate-paris', ...WITHOUT_JANUARY_12),
  'e02-exdate-float': hours('e02-exdate-float', ...WITHOUT_JANUARY_12),
  'e03-exdate-utc': hours('e03-exdate-utc', ...WITHOUT_JANUARY_12),
  'e06-exdate-noval': hours('e06-exdate-noval', ...WITHOUT_JANUARY_12),
  'e08-exdate-all': [],
  'e24-lastmod-date': moments('e24-lastmod-date', '2027-01-05 19:00'),
  'e27-bad-geo': moments('e27-bad-geo', '2027-01-05 19:00'),
  'e29-xalt-lower': moments('e29-xalt-lower', '2027-01-05 19:00'),
  foldmid: hours('Café au lait', '2027-01-05 19:00'),
  latin1: [GUESSED, ...hours('Café München', '2027-01-05 19:00')],
  onebad: [GUESSED, ...hours('ok', '2027-01-05 19:00'), ...moments('Café', '2027-01-05 19:00')],
  'p08-facebook-bday': days('p08-facebook-bday', ...Array.from({ length: 30 }, (_, index) => `${2027 + index}-05-02`)),
  'p13-fullcal-utc': hours('p13-fullcal-utc', ...MANILA.map((day) => `2027-12-${String(day).padStart(2, '0')} 23:00`)),
  'p20-wrtz-utc': hours('p20', '2027-01-05 19:00'),
  's01-dup-uid': [
    'line 4: another event with the same UID is newer, so this one is not imported',
    ...moments('new', '2027-01-06 19:00'),
  ],
  's02-bad-override': [...hours('base', ...WEDNESDAYS), 'failed on line 18: DTEND is before DTSTART: 20270112T190000'],
  's07-recid-date': [
    ...hours('base', '2027-01-06 00:00'),
    ...hours('changed', '2027-01-13 01:00'),
    ...hours('base', '2027-01-20 00:00', '2027-01-27 00:00'),
  ],
  's10-cancel-occ': [
    ...hours('base', '2027-01-06 00:00'),
    ...hours('changed (canceled)', '2027-01-13 00:00'),
    ...hours('base', '2027-01-20 00:00', '2027-01-27 00:00'),
  ],
  's15-no-uid': moments('s15', '2027-01-05 19:00'),
}

/** Paths by name. */
export const FILES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ics'))
    .map((path) => [basename(path, '.ics'), join(FOLDER, path)]),
)
