/** Unsaved input, stored in this browser for each user and event until it is saved or discarded. */
import type { EventValues } from './event-values.ts'

export interface Draft {
  readonly values: EventValues
  /** The values and the ETag of the event on which the input is based. */
  readonly base: EventValues
  readonly etag: string
  /** Time of the last change, milliseconds since 1970. */
  readonly at: number
}

/** Unused drafts are deleted after this time. */
const LIFETIME_MILLISECONDS = 90 * 24 * 3_600_000
const PREFIX = 'calends.draft.'

/** `record` is an ID, or `new`. */
export const createDraftKey = (userId: string | number, record: string | number): string =>
  `${PREFIX}${userId}.events.${record}`

export function readDraft(key: string): Draft | undefined {
  const stored = localStorage.getItem(key)
  if (stored === null) return undefined
  try {
    const draft: Draft = JSON.parse(stored)
    return Date.now() - draft.at < LIFETIME_MILLISECONDS ? draft : undefined
  } catch {
    return undefined
  }
}

/** Returns false if the browser has no space left. */
export function storeDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export const deleteDraft = (key: string): void => localStorage.removeItem(key)

export function deleteOldDrafts(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  for (const key of keys) if (!readDraft(key)) deleteDraft(key)
}
