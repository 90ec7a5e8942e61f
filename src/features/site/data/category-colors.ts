/** Categories and colors of events for pages, read in batches. */
import type { EventView } from '../../../calendar/events/present-event.ts'
import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import { findCategoriesOfEvents, findCategoryColors } from '../../../calendar/lists/event-summaries.ts'
import { extractText, isPasswordProtected } from '../../../pages/view-text.ts'
import type { Reader } from '../../../storage/types.ts'

/** The category that an event is marked with: the first one with a color, else the first one. */
export interface CategoryMark {
  /** Text of the page, not yet escaped. */
  readonly categoryName?: string
  readonly color?: string | undefined
}

/** Adds a category to each event that has one. Protected events have none, because their views contain none. */
export async function markCategories<T extends EventView>(
  db: Reader,
  events: readonly T[],
): Promise<readonly (T & CategoryMark)[]> {
  if (!events.some(({ categories }) => categories.length > 0)) return events
  const colors = await findCategoryColors(db)
  return events.map((event) => {
    const category = event.categories.find(({ id }) => colors.has(id)) ?? event.categories[0]
    return category ? { ...event, categoryName: extractText(category.name), color: colors.get(category.id) } : event
  })
}

/** Adds colors to events; none to protected ones, whose categories are hidden. */
export async function colorSummaries(db: Reader, events: readonly EventSummary[]): Promise<readonly EventSummary[]> {
  const colors = await findCategoryColors(db)
  const open = colors.size === 0 ? [] : events.filter((event) => !isPasswordProtected(event))
  if (open.length === 0) return events
  const categories = await findCategoriesOfEvents(
    db,
    open.map(({ id }) => id),
  )
  return events.map((event) => {
    const id = isPasswordProtected(event) ? undefined : categories.get(event.id)?.find((one) => colors.has(one))
    return id === undefined ? event : { ...event, color: colors.get(id) }
  })
}
