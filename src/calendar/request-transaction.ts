/** All writes of a request, or of several requests, as one transaction, with the files and mails that belong to them. */

import type { Mail, Mailer } from '../kernel/mailer.ts'
import { createOpenTransaction, type OpenTransactionOptions } from '../storage/open-transaction.ts'
import type { MediaStore } from './images/media-store.ts'
import type { Services } from './services.ts'

export interface RequestTransaction {
  /** Their transactions are parts of the shared one. */
  readonly services: Services
  /** Rejects when nothing was committed, or when that is unknown. */
  readonly commit: () => Promise<void>
  /** Undoes everything, but ids that others have seen are not used again. */
  readonly rollback: () => Promise<void>
}

interface RequestTransactionOptions extends OpenTransactionOptions {
  /** True if the transaction is never committed, so that no files need to be written. */
  readonly isDryRun?: boolean
}

export function createRequestTransaction(
  services: Services,
  { isDryRun = false, ...options }: RequestTransactionOptions = {},
): RequestTransaction {
  const { database, commit, rollback } = createOpenTransaction(services.database, options)
  const files = createFileJournal(services.files, isDryRun)
  const mails = createOutbox(services.mailer)
  const undo = async () => {
    await rollback()
    await files.undo().catch(services.reportError)
  }
  return {
    services: { ...services, database, files: files.store, mailer: mails.mailer },
    commit: async () => {
      try {
        await commit()
      } catch (error) {
        // Records may refer to the files when the outcome is unknown; `calends check` finds orphaned files.
        if (!services.database.engine.isCommitUncertain(error)) await undo()
        throw error
      }
      await files.finish().catch(services.reportError)
      await mails.send().catch(services.reportError)
    },
    rollback: undo,
  }
}

interface FileJournal {
  readonly store: MediaStore
  /** Removes the files whose removal was postponed. */
  readonly finish: () => Promise<void>
  /** Removes the files that were written. */
  readonly undo: () => Promise<void>
}

/** Writes files at once, and removes files when the transaction is committed. A dry run does neither. */
function createFileJournal(store: MediaStore, isDryRun: boolean): FileJournal {
  const written = new Set<string>()
  const removed = new Set<string>()
  return {
    store: {
      ...store,
      write: async (key, content, contentType) => {
        if (isDryRun) return
        written.add(key)
        await store.write(key, content, contentType)
      },
      remove: async (keys) => {
        for (const key of keys) removed.add(key)
      },
    },
    finish: () => removeAll(store, removed),
    undo: () => removeAll(store, written),
  }
}

const removeAll = async (store: MediaStore, keys: ReadonlySet<string>): Promise<void> => {
  if (keys.size > 0) await store.remove([...keys])
}

/** Sends mails when the transaction is committed. */
function createOutbox(mailer: Mailer | undefined) {
  const mails: Mail[] = []
  return {
    mailer: mailer && {
      send: async (mail: Mail) => {
        mails.push(mail)
      },
    },
    send: async () => {
      for (const mail of mails) await mailer?.send(mail)
    },
  }
}
