/** Input and result of page handlers. */

import type { DateTime } from '../../base/time/date-time.ts'
import type { PasswordAttempt } from '../../calendar/posts/post-passwords.ts'
import type { PageRequest } from '../../http/page-renderer.ts'
import type { Html } from '../../pages/html-template.ts'
import type { Page } from '../../pages/page.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { FilterOptionsReader } from './data/filter-options.ts'
import type { DataSource } from './data/load-events.ts'

export type PageResult =
  | {
      readonly kind: 'sheet'
      readonly status: number
      readonly page: Page
      /** Last second for which the page is valid, UTC; by default the end of the day. */
      readonly until?: DateTime | undefined
      /** The page was opened with a password and must not be cached. */
      readonly isPersonal?: boolean
      /** The page requires a password. */
      readonly isLocked?: boolean
      /** Seconds. */
      readonly retryAfter?: number
    }
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly to: string }
  /** A part of a page, for scripts. */
  | { readonly kind: 'fragment'; readonly content: Html }

export interface PageRequestContext extends PageRequest {
  readonly context: PageContext
  readonly source: DataSource
  /** The password from a submitted form. */
  readonly attempt: PasswordAttempt | undefined
  readonly getFilterOptions: FilterOptionsReader
}
