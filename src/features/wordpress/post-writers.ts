/** The writes of the calendar, with the input of posts of `wp/v2`. */

import { createEvent } from '../../calendar/events/write-event.ts'
import { createLinked, updateLinked } from '../../calendar/linked/write-linked.ts'
import type { WriteContext } from '../../calendar/posts/apply-post-input.ts'
import { trashOccurrence, updateOccurrence } from '../../calendar/series/write-occurrence.ts'
import type { LinkedKind, PostByKind, PostKind } from '../../kernel/post.ts'
import type { Writer } from '../../storage/types.ts'
import {
  completeNewPost,
  toEventInput,
  toLinkedInput,
  type WordpressEventInput,
  type WordpressLinkedInput,
} from './wordpress-post-fields.ts'

export interface WordpressInputByKind {
  readonly event: WordpressEventInput
  readonly venue: WordpressLinkedInput
  readonly organizer: WordpressLinkedInput
}

interface PostWriter<K extends PostKind> {
  readonly create: (
    tx: Writer,
    args: WordpressInputByKind[K],
    context: WriteContext,
  ) => Promise<{ readonly post: { readonly id: number } }>
  readonly update: (
    tx: Writer,
    current: PostByKind[K],
    args: WordpressInputByKind[K],
    options: { readonly context: WriteContext; readonly horizon: number },
  ) => Promise<unknown>
  readonly trash: (tx: Writer, current: PostByKind[K], context: WriteContext) => Promise<unknown>
}

const createLinkedPostWriter = <K extends LinkedKind>(kind: K): PostWriter<K> => ({
  create: (tx, args, context) => createLinked<K>(tx, kind, completeNewPost(kind, toLinkedInput(kind, args)), context),
  update: (tx, current, args, { context }) =>
    updateLinked<K>(tx, { kind, current }, toLinkedInput(kind, args), context),
  trash: (tx, current, context) => updateLinked<K>(tx, { kind, current }, { status: 'trash' }, context),
})

export const POST_WRITERS: { readonly [K in PostKind]: PostWriter<K> } = {
  event: {
    create: (tx, args, context) => createEvent(tx, completeNewPost('event', toEventInput(args)), context),
    update: (tx, current, args, options) =>
      updateOccurrence(tx, current, toEventInput(args), { ...options, scope: 'this' }),
    trash: (tx, current, context) => trashOccurrence(tx, current, 'this', context),
  },
  venue: createLinkedPostWriter('venue'),
  organizer: createLinkedPostWriter('organizer'),
}
