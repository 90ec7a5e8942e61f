import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
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

/** The events of the shown period. The previous ones stay until the next ones have been read. */
export function useCalendarEvents(filter: Filter) {
  const queries = useQueryClient()
  const [period, setShownPeriod] = useState<{ readonly from: string; readonly to: string }>()
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
  const setPeriod = useCallback((start: Date, end: Date) => {
    const [from, to] = [start, new Date(end.getTime() - 1)].map((date) => toWallTime(date).slice(0, 10))
    setShownPeriod((before) =>
      before?.from === from && before?.to === to ? before : { from: from ?? '', to: to ?? '' },
    )
  }, [])
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: ['events'] }), [queries])
  return { events: data?.events ?? NO_EVENTS, total: data?.total ?? 0, colors, setPeriod, refresh }
}
