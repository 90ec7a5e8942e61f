/** Every limit of input, in the order of docs/limits.md. */
import { ACCOUNT_LIMITS } from './account-limits.ts'
import { CONTENT_LIMITS } from './content-limits.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import type { Limit } from './limit.ts'
import { LOAD_LIMITS } from './load-limits.ts'
import { REQUEST_LIMITS } from './request-limits.ts'

export interface LimitGroup {
  readonly title: string
  readonly limits: readonly Limit[]
}

export const LIMIT_GROUPS: readonly LimitGroup[] = [
  { title: 'Requests', limits: REQUEST_LIMITS },
  { title: 'Fields', limits: FIELD_LIMITS },
  { title: 'Accounts and visitors', limits: ACCOUNT_LIMITS },
  { title: 'Files, images and feeds', limits: CONTENT_LIMITS },
  { title: 'Rates and load', limits: LOAD_LIMITS },
]
