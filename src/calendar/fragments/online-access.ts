/** Online access of an event, stored next to its fragment: responses write the link. */

import type { Event } from '../../kernel/post.ts'
import { type LinkOpening, resolveLinkOpening } from '../posts/virtual-link.ts'

export interface OnlineAccess {
  readonly attendanceMode: 'online' | 'mixed'
  readonly opening: LinkOpening
  /** Empty without a link. */
  readonly url: string
}

/** Mode, opening and URL, separated by semicolons; empty for an offline event. */
export const formatOnlineAccess = (event: Event): string =>
  event.attendance_mode === 'offline'
    ? ''
    : [event.attendance_mode, resolveLinkOpening(event), event.virtual_url].join(';')

export function parseOnlineAccess(text: string): OnlineAccess | undefined {
  const [, mode, opening = '', url = ''] = /^(online|mixed);([^;]*);(.*)$/s.exec(text) ?? []
  return mode === undefined ? undefined : { attendanceMode: mode === 'mixed' ? mode : 'online', opening, url }
}
