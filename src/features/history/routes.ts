/** Histories of the records of the core. Images have theirs in the media library. */
import { revisableEvent } from '../../api/events.ts'
import { createRevisableLinked } from '../../api/linked.ts'
import { revisableSeries } from '../../api/series.ts'
import { createRevisableTerm } from '../../api/terms.ts'
import { createHistoryRoutes } from './record-history.ts'

export const historyRoutes = [
  ...createHistoryRoutes(revisableEvent),
  ...createHistoryRoutes(createRevisableLinked('venue')),
  ...createHistoryRoutes(createRevisableLinked('organizer')),
  ...createHistoryRoutes(createRevisableTerm('category')),
  ...createHistoryRoutes(createRevisableTerm('tag')),
  ...createHistoryRoutes(revisableSeries),
]
