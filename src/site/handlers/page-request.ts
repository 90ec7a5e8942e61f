/** Somebody asks for a page, and what they may be answered. */

import type { DateTime } from '../../datetime/parse-date.ts'
import type { PasswordAttempt } from '../../usecases/auth/post-passwords.ts'
import type { PageRequest } from '../../usecases/page-renderer.ts'
import type { Page } from '../components/layout.ts'
import type { PageContext } from '../core/page-context.ts'
import type { FilterOptions } from '../data/filter-options.ts'
import type { DataSource } from '../data/load-events.ts'

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
