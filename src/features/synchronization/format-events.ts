/** Formats changes as server-sent events (HTML Standard, 9.2). */

import { JsonDocument } from '../../calendar/fragments/json-fragment.ts'
import { type ChangeCursor, formatCursor } from './change-cursor.ts'
import { type ChangedRecord, createChangeWriter } from './changed-records.ts'
import type { ChangesPage } from './read-changes.ts'

/** Delay in milliseconds after which clients reconnect. */
const RETRY_MILLISECONDS = 2000

/** A comment, which keeps connections open and shows which are broken. */
export const HEARTBEAT = Buffer.from(': \n\n')

/** The first event, so that clients can resume before the first change. */
export const formatReady = (cursor: ChangeCursor): Buffer =>
  Buffer.from(`retry: ${RETRY_MILLISECONDS}\nid: ${formatCursor(cursor)}\nevent: ready\ndata: {}\n\n`)

/** Tells the client that it cannot resume. */
export const EXPIRED = Buffer.from('event: expired\ndata: {"code":"cursor-expired"}\n\n')

/** Only the last event of a page has an id: a client that received a part of the page gets all of it again. */
export function formatPage({ changes, cursor }: ChangesPage): Buffer {
  const last = changes.length - 1
  const events = changes.map((change, index) => formatChange(change, index === last ? cursor : undefined))
  return Buffer.concat(events)
}

function formatChange(change: ChangedRecord, cursor: ChangeCursor | undefined): Buffer {
  const id = cursor ? `id: ${formatCursor(cursor)}\n` : ''
  const { bytes } = new JsonDocument(createChangeWriter(change)).toFragment()
  return Buffer.concat([Buffer.from(`${id}event: change\ndata: `), bytes, EVENT_END])
}

const EVENT_END = Buffer.from('\n\n')
