/** Reads several records by id in the form of single reads. */

import type { LinkedKind } from '../../kernel/post.ts'
import { mayRead } from '../../kernel/visibility.ts'
import type { FragmentWriterFn } from '../fragments/json-fragment.ts'
import type { FragmentsById } from '../fragments/read-fragments.ts'
import {
  createEventDetail,
  loadRelated,
  type ReadContext,
  selectLinkedText,
  toFragment,
  writeEventFragment,
} from './read-posts.ts'
import { findClosedIds } from './viewer-access.ts'

/** Events that the viewer may read. Those whose password is missing have the form of lists. */
export async function readEventRecords(
  context: ReadContext,
  ids: readonly number[],
): Promise<FragmentsById<FragmentWriterFn>> {
  const { services, renderContext, access } = context
  const texts = await services.fragments.read(services.database.read, renderContext)
  const events = await texts.eventDetails(ids)
  const visible = [...events.values()].filter(({ post }) => mayRead(access.viewer, post))
  const related = await loadRelated(texts, visible, context)
  return new Map(
    visible.map((event) => {
      const detail = createEventDetail(event, { ...related, variant: 'full' })
      return [event.post.id, detail?.fragment ?? writeEventFragment(event, related)]
    }),
  )
}

/** Venues or organizers that the viewer may read. Those whose password is missing are redacted. */
export async function readLinkedRecords(
  { services, renderContext, access }: ReadContext,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<FragmentsById<FragmentWriterFn>> {
  const texts = await services.fragments.read(services.database.read, renderContext)
  const records = await texts.linked(kind, ids)
  const visible = [...records.values()].filter(({ post }) => mayRead(access.viewer, post))
  const closed = await findClosedIds(
    visible.map(({ post }) => post),
    access,
  )
  return new Map(visible.map((linked) => [linked.post.id, toFragment(selectLinkedText(linked, closed, 'full'))]))
}
