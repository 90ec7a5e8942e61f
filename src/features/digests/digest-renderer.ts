/** Interface between digests and the pages of the calendar, which render them. */

import type { Language } from '../../base/i18n/language.ts'
import type { Services } from '../../calendar/services.ts'
import type { PageRequest, PageResponse } from '../../http/page-renderer.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import type { DigestSubscription } from './subscription-store.ts'

/** Pages of digests, relative to `Urls.home`. */
export const DIGEST_PATHS = {
  form: '/events/digest/',
  confirm: '/events/digest/confirm/',
  manage: '/events/digest/manage/',
  unsubscribe: '/events/digest/unsubscribe/',
} as const

export type DigestFailure = 'email' | 'scope' | 'limit'

export type DigestPage =
  | { readonly kind: 'form'; readonly input: RawInput; readonly failure?: DigestFailure }
  | { readonly kind: 'requested'; readonly email: string }
  | {
      readonly kind: 'confirm' | 'manage' | 'saved' | 'unsubscribe'
      readonly token: string
      readonly subscription: DigestSubscription
    }
  | { readonly kind: 'confirmed'; readonly subscription: DigestSubscription }
  | { readonly kind: 'unsubscribed' | 'invalid' }

export type DigestPageLocale = Pick<PageRequest, 'language' | 'urls'>

/** The links of one mail. */
export interface DigestMailLinks {
  readonly manage: string
  readonly unsubscribe: string
}

/** A digest for all subscribers to a scope in a language. */
export interface DigestContent {
  readonly subject: string
  /** Number of dated events, including those that the mail only counts. */
  readonly events: number
  readonly render: (links: DigestMailLinks) => { readonly text: string; readonly html: string }
}

export interface DigestRenderer {
  /** The filters of a form or page as a scope; undefined if one of them is invalid or names a missing record. */
  readonly readScope: (services: Services, input: RawInput) => Promise<string | undefined>
  /** `Jazz · Town Hall`; the name for all events if the scope has no filters. */
  readonly describeScope: (services: Services, locale: DigestPageLocale, scope: string) => Promise<string>
  readonly renderPage: (services: Services, locale: DigestPageLocale, page: DigestPage) => Promise<PageResponse>
  /** The events of the next seven days for anonymous viewers; undefined without any. */
  readonly renderMail: (
    services: Services,
    locale: DigestPageLocale,
    scope: string,
  ) => Promise<DigestContent | undefined>
}

/** Weekday and hour of digests, in the time zone of the site. */
export interface DigestSchedule {
  /** 0 is Sunday. */
  readonly weekday: number
  readonly hour: number
}

export interface DigestOptions {
  readonly schedule: DigestSchedule
  readonly renderer: DigestRenderer
  /** URLs in mails. */
  readonly getUrls: (language: Language) => PageRequest['urls']
}
