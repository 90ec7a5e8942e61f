/** View, date and filters of the calendar, all in the URL. */
import { useSearchParams } from 'react-router-dom'

export const VIEWS = { month: 'dayGridMonth', week: 'timeGridWeek' } as const
export type View = keyof typeof VIEWS

export type Filter = Readonly<Record<string, unknown>>

interface CalendarState {
  readonly view: View
  /** `YYYY-MM-DD`; undefined for today. */
  readonly date: string | undefined
  /** As in the URL of the table of events. */
  readonly filter: Filter
  readonly change: (next: { readonly view?: View; readonly date?: string; readonly filter?: Filter }) => void
}

function parseFilter(text: string | null): Filter {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

export function useCalendarState(): CalendarState {
  const [parameters, setParameters] = useSearchParams()
  const date = parameters.get('date') ?? ''
  return {
    view: parameters.get('view') === 'week' ? 'week' : 'month',
    date: /^\d{4}-\d\d-\d\d$/.test(date) ? date : undefined,
    filter: parseFilter(parameters.get('filter')),
    change: ({ view, date: nextDate, filter }) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before)
          if (view) next.set('view', view)
          if (nextDate) next.set('date', nextDate)
          if (filter) next.set('filter', JSON.stringify(filter))
          return next
        },
        { replace: true },
      ),
  }
}
