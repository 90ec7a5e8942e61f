import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useGetList } from 'react-admin'
import { type CalendarEvent, readEvents, toWallTime } from './calendar-event.ts'
import type { Filter } from './calendar-state.ts'

const QUERY_KEY = ['events', 'calendar'] as const
const MAX_CATEGORIES = 100
const NO_EVENTS: readonly CalendarEvent[] = []

interface CategoryColor {
  readonly id: number
  readonly color?: string
}

interface Span {
  readonly start: Date
  /** The moment after the last day. */
  readonly end: Date
}

const createPeriod = ({ start, end }: Span) => ({
  from: toWallTime(start).slice(0, 10),
  to: toWallTime(new Date(end.getTime() - 1)).slice(0, 10),
})

/** The events of the shown period. The previous ones stay until the next ones have been read. */
export function useCalendarEvents(shown: Span | undefined, filter: Filter) {
  const queries = useQueryClient()
  const period = shown && createPeriod(shown)
  const { data } = useQuery({
    queryKey: [...QUERY_KEY, period, filter],
    queryFn: ({ signal }) => readEvents(period ?? { from: '', to: '' }, filter, signal),
    enabled: period !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data: categories } = useGetList<CategoryColor>('categories', {
    pagination: { page: 1, perPage: MAX_CATEGORIES },
  })
  const colors = useMemo(
    () => new Map(categories?.flatMap(({ id, color }) => (color ? [[id, color]] : []))),
    [categories],
  )
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['events'] }), [queries])
  return { events: data?.events ?? NO_EVENTS, total: data?.total ?? 0, colors, refresh }
}
