/** Warnings while an event is entered. They do not prevent saving. */
import { Alert, Link, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import { send } from '../../api/client.ts'
import { useDelayed } from '../../components/use-delayed.ts'
import { settings } from '../../settings.ts'
import type { EventValues } from './model/event-values.ts'
import { addDuration, DAY, getDay, getNow, isWallTime, measureDuration } from './when/wall-time.ts'
import { decodeText } from './where/linked-records.ts'

interface WarningsProps {
  /** Undefined for a new event. */
  readonly id: number | undefined
}

interface OtherEvent {
  readonly id: number
  readonly title: string
  readonly event_status?: string
}

export function Warnings({ id }: WarningsProps) {
  const translate = useTranslate()
  const [title, start, end, allDay, venue, organizer, zone] = useDelayed(
    useWatch<EventValues, ['title', 'start_date', 'end_date', 'all_day', 'venue', 'organizer', 'timezone']>({
      name: ['title', 'start_date', 'end_date', 'all_day', 'venue', 'organizer', 'timezone'],
    }),
  )
  const isDated = isWallTime(start) && isWallTime(end)
  const isTimed = isDated && start < end
  const overlap = isTimed && { starts_before: addDuration(end, -1000), ends_after: addDuration(start, 1000) }
  const [venues, organizers] = [listIds(venue), listIds(organizer)]
  const atVenue = useEvents({ ...overlap, venue: venues }, { id, isEnabled: isTimed && venues !== '' })
  const ofOrganizer = useEvents({ ...overlap, organizer: organizers }, { id, isEnabled: isTimed && organizers !== '' })
  const sameDay = useEvents(
    { search: title, starts_after: `${getDay(start)} 00:00:00`, starts_before: `${getDay(start)} 23:59:59` },
    { id, isEnabled: isWallTime(start) && title.trim() !== '' },
  )
  const sameTitle = sameDay.filter((event) => event.title.toLowerCase() === title.trim().toLowerCase())
  const notes = [
    isDated && end < start && 'negative',
    isDated && end >= start && end < getNow(zone || settings.timeZone) && 'past',
    isDated && !allDay && measureDuration(start, end) > DAY && 'long',
  ].filter((note) => note !== false)
  return (
    <Stack useFlexGap spacing={1} role="status" aria-label={translate('form.warnings.title')}>
      {notes.map((note) => (
        <Alert key={note} severity="warning">
          {translate(`form.warnings.${note}`)}
        </Alert>
      ))}
      <EventList text="form.warnings.venue" events={atVenue} />
      <EventList
        text="form.warnings.organizer"
        events={ofOrganizer.filter((event) => !atVenue.some((other) => other.id === event.id))}
      />
      <EventList text="form.warnings.duplicate" events={sameTitle} />
    </Stack>
  )
}

/** Ids of existing records; empty if there are none. */
const listIds = (links: EventValues['venue']): string => links.filter((link) => typeof link === 'number').join()

const SHOWN_EVENTS = 5

function useEvents(
  filters: Readonly<Record<string, unknown>>,
  { id, isEnabled }: { readonly id: number | undefined; readonly isEnabled: boolean },
): readonly OtherEvent[] {
  const query = {
    ...filters,
    ...{ exclude: id, status: 'any', hidden: true, strict_dates: true, per_page: SHOWN_EVENTS },
    _fields: 'events.id,events.title,events.event_status',
  }
  const { data } = useQuery({
    queryKey: ['other-events', query],
    queryFn: async ({ signal }) =>
      (await send<{ events: readonly OtherEvent[] }>('/events', { query, signal })).json.events,
    enabled: isEnabled,
    retry: false,
  })
  const others = isEnabled ? (data ?? []) : []
  return others
    .filter(({ event_status }) => event_status !== 'canceled')
    .map((event) => ({ ...event, title: decodeText(event.title) }))
}

function EventList({ text, events }: { readonly text: string; readonly events: readonly OtherEvent[] }) {
  const translate = useTranslate()
  if (events.length === 0) return null
  return (
    <Alert severity="warning">
      {translate(text)}{' '}
      {events.map(({ id, title }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link component={RouterLink} to={`/events/${id}`} target="_blank">
            {title}
          </Link>
        </span>
      ))}
    </Alert>
  )
}
