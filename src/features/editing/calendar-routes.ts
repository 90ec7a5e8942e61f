/** The calendar of editors: one response with all events of a period. */

import { createPlanContext, createReadContext } from '../../api/list-response.ts'
import { listCalendarEvents } from '../../calendar/events/read-summaries.ts'
import { type AnyRoute, defineEndpoint, type EndpointRequest, READ_METHODS } from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { can } from '../../kernel/user.ts'
import { type CalendarQuery, calendarQuery, planCalendar } from './calendar-query.ts'

async function list(call: EndpointRequest<unknown, CalendarQuery>): Promise<EndpointResponse> {
  const context = createReadContext(call)
  const plan = planCalendar(call.args, call.foundIds, await createPlanContext({ ...call, args: {} }, context))
  const { records, total } = await listCalendarEvents(context, plan)
  return { ...okResponse({ events: records, total }), until: plan.validUntil }
}

export const calendarRoute: AnyRoute = {
  pattern: '/events/calendar',
  needsSignIn: true,
  endpoints: [
    defineEndpoint({
      operation: 'listCalendarEvents',
      answers: { 200: 'Calendar' },
      methods: READ_METHODS,
      path: {},
      args: calendarQuery,
      isQuery: true,
      access: (viewer) => can(viewer, 'edit_posts'),
      isSharedByClass: true,
      handle: list,
    }),
  ],
}
