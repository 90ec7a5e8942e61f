/** Somebody asks for a page, and what they may be answered. */
import type { PageRequest } from '../actions/pages.ts'
import type { PasswordAttempt } from '../actions/record-passwords.ts'
import type { DateTime } from '../text/dates.ts'
import type { Options } from './choices.ts'
import type { Frame } from './frame.ts'
import type { Sheet } from './layout.ts'
import type { Source } from './reading.ts'

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
  /** With the password of a form. */
  readonly attempt: PasswordAttempt | undefined
  readonly optionsOf: (source: Source) => Promise<Options>
}
