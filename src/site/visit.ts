/** Somebody asks for a page, and what they may be answered. */
import type { PasswordTries } from '../actions/password-tries.ts'
import type { RawInput } from '../calendar/parse.ts'
import type { Urls } from '../present/urls.ts'
import type { DateTime } from '../text/dates.ts'
import type { Language } from '../text/language.ts'
import type { Options } from './choices.ts'
import type { Frame } from './frame.ts'
import type { Sheet } from './layout.ts'
import type { Source } from './reading.ts'

export interface PageRequest {
  /** Below the folder of the language, still percent-encoded. */
  readonly path: string
  readonly query: RawInput
  readonly language: Language
  readonly urls: Urls
  /** That came with a form, to open what is protected. */
  readonly password: string | undefined
  /** Whence it came. */
  readonly address: string
}

export type Answer =
  | {
      readonly kind: 'sheet'
      readonly status: number
      readonly sheet: Sheet
      /** Last second for which it is true, UTC; without one that is the end of the day. */
      readonly until?: DateTime | undefined
      /** Opened by a password: for nobody else. */
      readonly isPersonal?: boolean
      /** It wants a password. */
      readonly isLocked?: boolean
      /** Seconds. */
      readonly retryAfter?: number
    }
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly to: string }

export interface Visit extends PageRequest {
  readonly frame: Frame
  readonly source: Source
  readonly tries: PasswordTries
  readonly optionsOf: (source: Source) => Promise<Options>
}
