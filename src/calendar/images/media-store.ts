import type { Readable } from 'node:stream'

/** Content of an image, as a stream. */
export interface StoredMedia {
  /** Bytes. */
  readonly size: number
  readonly stream: Readable
}

/** Bytes, or the path of a temporary file, which is moved or copied. */
export type MediaContent = Buffer | { readonly path: string }

export interface ListedMedia {
  readonly key: string
  /** Time of the last write, in milliseconds since 1970. */
  readonly modified: number
}

/**
 * Storage of image files. Keys have the form `2026/11/name-300x188.jpg` (`isMediaKey`); methods throw for other keys. An
 * unavailable store throws the problem `media_unavailable`, whose `cause` can be logged because it never contains a password.
 */
export interface MediaStore {
  /** Writes or replaces a file atomically. */
  readonly write: (key: string, content: MediaContent, contentType: string) => Promise<void>
  /** Undefined if the file does not exist. The caller must read the stream to its end or destroy it. */
  readonly read: (key: string) => Promise<StoredMedia | undefined>
  /** Ignores missing files. */
  readonly remove: (keys: readonly string[]) => Promise<void>
  /** All files, in no defined order. */
  readonly list: () => AsyncIterable<ListedMedia>
  /** Removes unfinished files of killed processes. Returns their number. */
  readonly removeAbandoned: () => Promise<number>
  readonly close: () => Promise<void>
}
