/** The scripted session: all requests in their order. Most of them read what the first ones have written. */
import type { Step } from './request.ts'
import { createAccessRequests } from './requests/access.ts'
import { ACCOUNTS } from './requests/accounts.ts'
import { FEEDS } from './requests/feeds.ts'
import { LISTS } from './requests/lists.ts'
import { OPERATIONS } from './requests/operations.ts'
import { PAGES } from './requests/pages.ts'
import { PROTOCOL } from './requests/protocol.ts'
import { READS } from './requests/reads.ts'
import { RECORDS } from './requests/records.ts'
import { VALIDATION } from './requests/validation.ts'
import { WORDPRESS_REQUESTS } from './requests/wordpress.ts'
import { WRITES } from './requests/writes.ts'

export const createSession = (): readonly Step[] => [
  ...RECORDS,
  ...READS,
  ...LISTS,
  ...FEEDS,
  ...PAGES,
  ...PROTOCOL,
  ...createAccessRequests(),
  ...VALIDATION,
  ...WORDPRESS_REQUESTS,
  ...WRITES,
  ...ACCOUNTS,
  ...OPERATIONS,
]
