/** Somebody asks for a page, and what they may be answered. */
import type { PageRequest } from '../actions/pages.ts'
import type { PasswordAttempt } from '../actions/record-passwords.ts'
import type { DateTime } from '../text/dates.ts'
import type { FilterOptions } from './choices.ts'
import type { PageContext } from './frame.ts'
import type { Page } from './layout.ts'
import type { DataSource } from './reading.ts'

export type PageResult =
  | {
      readonly kind: 'sheet'
      readonly status: number
      readonly page: Page
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

export interface PageRequestContext extends PageRequest {
  readonly context: PageContext
  readonly source: DataSource
  /** With the password of a form. */
  readonly attempt: PasswordAttempt | undefined
  readonly getFilterOptions: (source: DataSource) => Promise<FilterOptions>
}
