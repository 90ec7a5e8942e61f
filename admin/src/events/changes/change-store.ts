/** Changes that the user has made since the page was loaded, so that they can be undone from any screen. */
import { useSyncExternalStore } from 'react'
import type { EventChange } from './event-change.ts'

export interface ChangeFailure {
  readonly id: number
  readonly title: string
  readonly message: string
}

export interface RecordedChange {
  readonly key: number
  /** Such as "Status: Draft". */
  readonly label: string
  /** Changes that the service has made; none after they were undone. */
  readonly changes: readonly EventChange[]
  readonly failures: readonly ChangeFailure[]
  readonly isUndone: boolean
}

const MAX_CHANGES = 20

class ChangeStore {
  #changes: readonly RecordedChange[] = []
  #listeners = new Set<() => void>()
  #lastKey = 0

  /** Returns the key of the change. */
  add(change: Omit<RecordedChange, 'key' | 'isUndone'>): number {
    this.#lastKey += 1
    this.#set([{ ...change, key: this.#lastKey, isUndone: false }, ...this.#changes].slice(0, MAX_CHANGES))
    return this.#lastKey
  }

  find(key: number): RecordedChange | undefined {
    return this.#changes.find((change) => change.key === key)
  }

  replace(key: number, parts: Partial<RecordedChange>): void {
    this.#set(this.#changes.map((change) => (change.key === key ? { ...change, ...parts } : change)))
  }

  dismiss(key: number): void {
    this.#set(this.#changes.filter((change) => change.key !== key))
  }

  read = (): readonly RecordedChange[] => this.#changes

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(changes: readonly RecordedChange[]): void {
    this.#changes = changes
    for (const listener of this.#listeners) listener()
  }
}

/** One per application. */
export const changeStore = new ChangeStore()

export const useRecordedChanges = (): readonly RecordedChange[] =>
  useSyncExternalStore(changeStore.subscribe, changeStore.read)
