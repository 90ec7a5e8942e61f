/** Interprets dates in words, without writing anything (decisions: Dates in words). */

import { parsePeriod } from '../../base/time/parse-period.ts'
import { resolveLocal, toLocal } from '../../base/time/time-zone.ts'
import { eventFields } from '../../calendar/events/event-fields.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import { type AnyRoute, CREATE_METHODS, defineEndpoint, type EndpointRequest } from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { parseNonEmptyText } from '../../kernel/field.ts'
import { createInvalidParams } from '../../kernel/problem.ts'
import { presentPeriod } from './present-period.ts'

export const MAX_DATE_TEXT_BYTES = 200

const args = {
  text: {
    type: 'string',
    describe: 'dates.text',
    expects: { key: 'hint.date_text' },
    required: true,
    parse: (raw: unknown) => parseNonEmptyText(raw, { limit: MAX_DATE_TEXT_BYTES }),
  },
  zone: { ...eventFields.timezone, describe: 'dates.zone' },
} as const

interface ParseArguments {
  readonly text: string
  readonly zone?: string
}

async function parse(call: EndpointRequest<unknown, ParseArguments>): Promise<EndpointResponse> {
  const { services, indexContext } = call
  const { text, zone } = call.args
  const { language } = indexContext
  const timezone = zone || services.site.zone
  const period = parsePeriod(text, language, toLocal(services.now(), timezone))
  if ('error' in period) {
    const { error, word } = period
    throw createInvalidParams({ text: { kind: 'invalid', message: `error.${error}`, values: { word } } })
  }
  const resolve = (wallTime: string) => resolveLocal(wallTime, timezone).local
  const resolved = { ...period, start: resolve(period.start), end: period.end && resolve(period.end) }
  return { ...okResponse(presentPeriod(resolved, { timezone, language })), isLocalized: true }
}

export const parseDateRoute: AnyRoute = {
  pattern: '/dates/parse',
  endpoints: [
    defineEndpoint({
      operation: 'parseDate',
      answers: { 200: 'ParsedDate' },
      methods: CREATE_METHODS,
      path: {},
      args,
      access: allowEveryone,
      handle: parse,
    }),
  ],
}
