/** Start, end and title of every occurrence of a calendar, as independent readers expand it. */
import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'

const iso = (date: Date): string => date.toISOString().replace('.000Z', 'Z')

export function expandWithIcalJs(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  const exceptions = events.filter((event) => event.isRecurrenceException())
  const lines = events
    .filter((event) => !event.isRecurrenceException())
    .flatMap((event) => {
      for (const exception of exceptions) event.relateException(exception)
      return expandEvent(event)
    })
  return lines.sort()
}

function expandEvent(event: ICAL.Event): string[] {
  const moment = (time: ICAL.Time) => (time.isDate ? time.toString() : iso(time.toJSDate()))
  if (!event.isRecurring()) return [`${moment(event.startDate)} ${moment(event.endDate)} ${event.summary}`]
  const lines: string[] = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next && lines.length < 2000; next = iterator.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(next)
    lines.push(`${moment(startDate)} ${moment(endDate)} ${item.summary}`)
  }
  return lines
}

export function expandWithNodeIcal(text: string): string[] {
  const range = { from: new Date('2020-01-01'), to: new Date('2035-01-01') }
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (event): event is VEvent => event?.type === 'VEVENT',
  )
  const day = (date: Date) =>
    `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
  return events
    .flatMap((event) =>
      nodeIcal.expandRecurringEvent(event, range).map(({ start, end, summary, isFullDay }) => {
        const moment = (date: Date) => (isFullDay ? day(date) : iso(date))
        const title = typeof summary === 'string' ? summary : summary.val
        return `${moment(start)} ${moment(end)} ${title}`
      }),
    )
    .sort()
}
