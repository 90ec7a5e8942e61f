/** Renders the pages and mails of digests. */

import type { Services } from '../../calendar/services.ts'
import { createIntlFormattersCache } from '../../pages/intl-formatters.ts'
import { type Filters, readFilters } from '../../pages/page-filters.ts'
import { buildDigestMail } from '../digests/digest-mail.ts'
import { buildDigestPage } from '../digests/digest-pages.ts'
import type { DigestPage, DigestPageLocale, DigestRenderer } from '../digests/digest-renderer.ts'
import { formatScope, formatScopeName, isValidScope, parseScope } from '../digests/digest-scope.ts'
import { createFilterOptionsCache } from './data/filter-options.ts'
import { createPageContext, type PageContextOptions, renderPrivatePage, type SiteOptions } from './page-renderer.ts'

export function createDigestRenderer(siteOptions: SiteOptions): DigestRenderer {
  const options: PageContextOptions = { ...siteOptions, getFormatters: createIntlFormattersCache() }
  const getFilterOptions = createFilterOptionsCache()
  const open = (services: Services, locale: DigestPageLocale) => ({
    context: createPageContext(options, services, locale),
    source: { services, urls: locale.urls },
  })
  return {
    readScope: async (services, input) => {
      const filters = readFilters(input, false)
      // Only the filters matter, not URLs.
      return (await isValidScope(services, filters)) ? formatScope(filters) : undefined
    },
    describeScope: (services, locale, scope) => {
      const { context, source } = open(services, locale)
      return formatScopeName(context, source, parseScope(scope))
    },
    renderPage: async (services, locale, page) => {
      const { context, source } = open(services, locale)
      const filters = findFilters(page)
      const scopeName = await formatScopeName(context, source, filters)
      const view = { page, filters, scopeName, options: await getFilterOptions(source, context.today) }
      return renderPrivatePage(context, buildDigestPage(context, view), findStatus(page))
    },
    renderMail: (services, locale, scope) => {
      const { context, source } = open(services, locale)
      return buildDigestMail(context, source, parseScope(scope))
    },
  }
}

function findFilters(page: DigestPage): Filters {
  if (page.kind === 'form') return readFilters(page.input, false)
  return 'subscription' in page ? parseScope(page.subscription.scope) : {}
}

function findStatus(page: DigestPage): number {
  if (page.kind === 'invalid') return 410
  if (page.kind !== 'form' || page.failure === undefined) return 200
  return page.failure === 'limit' ? 429 : 400
}
