/** Presents series. Their occurrences are events. */

import type { Language } from '../../base/i18n/language.ts'
import { displayTitle } from '../../base/text/wptexturize.ts'
import { restUrl, seriesUrl, type Urls } from '../posts/urls.ts'
import { describeRecurrence } from './describe-recurrence.ts'
import { getRuleDate } from './occurrence-key.ts'
import { presentRecurrence } from './recurrence.ts'
import type { Series } from './series.ts'

export function presentSeries(
  { id, slug, template, recurrence, extended_until }: Series,
  urls: Urls,
  language: Language,
) {
  const rest_url = restUrl(urls, 'series', id)
  return {
    id,
    slug,
    title: displayTitle(template.title),
    status: template.status,
    author: String(template.author),
    url: seriesUrl(urls, slug),
    rest_url,
    events_url: `${rest_url}/events`,
    start_date: template.start_date,
    end_date: template.end_date,
    timezone: template.timezone,
    all_day: template.all_day,
    recurrence: presentRecurrence(recurrence),
    recurrence_text: describeRecurrence(recurrence, getRuleDate(template, recurrence), language),
    extended_until,
  }
}
