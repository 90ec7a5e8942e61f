/** Downloads of all records in the formats of `calends export`, for administrators. */

import type { Urls } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import { type AnyRoute, defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import type { OperationName } from '../../http/route-description.ts'
import type { PostKind } from '../../kernel/post.ts'
import { can, type Viewer } from '../../kernel/user.ts'
import { exportCsv } from './export-csv.ts'
import { exportIcs } from './export-ics.ts'
import { exportRecords } from './export-records.ts'
import { exportWxr } from './export-wxr.ts'

const mayExport = (viewer: Viewer): boolean => can(viewer, 'manage_imports')

interface ExportFile {
  readonly name: string
  readonly mediaType: string
  readonly operation: OperationName
  readonly read: (services: Services, urls: Urls) => AsyncIterable<string>
}

async function* readLines({ database }: Services): AsyncGenerator<string> {
  for await (const { line } of exportRecords(database.read)) yield `${JSON.stringify(line)}\n`
}

async function* readCalendar(services: Services, urls: Urls): AsyncGenerator<string> {
  yield* await exportIcs(services, urls)
}

const readTable = ({ database, site }: Services, kind: PostKind, urls: Urls): AsyncIterable<string> =>
  exportCsv(database.read, kind, { customFields: site.customFields, urls })

const FILES: readonly ExportFile[] = [
  {
    ...{ name: 'calends.ndjson', mediaType: 'application/x-ndjson', operation: 'exportRecords' },
    read: readLines,
  },
  {
    ...{ name: 'wordpress.xml', mediaType: 'application/xml', operation: 'exportWordpress' },
    read: ({ database, site }, urls) => exportWxr(database.read, site, urls),
  },
  { name: 'events.ics', mediaType: 'text/calendar', operation: 'exportCalendar', read: readCalendar },
  {
    ...{ name: 'events.csv', mediaType: 'text/csv', operation: 'exportEvents' },
    read: (services, urls) => readTable(services, 'event', urls),
  },
  {
    ...{ name: 'venues.csv', mediaType: 'text/csv', operation: 'exportVenues' },
    read: (services, urls) => readTable(services, 'venue', urls),
  },
  {
    ...{ name: 'organizers.csv', mediaType: 'text/csv', operation: 'exportOrganizers' },
    read: (services, urls) => readTable(services, 'organizer', urls),
  },
]

/** Streamed in batches, so that its size is not limited by memory. It is never equal to an earlier one. */
function createResponse({ services, urls }: EndpointRequest<unknown, unknown>, file: ExportFile): EndpointResponse {
  const { name, mediaType } = file
  return {
    ...okResponse(undefined, {
      'content-disposition': `attachment; filename="${name}"`,
    }),
    stream: { mediaType, tag: services.random(8), chunks: () => file.read(services, urls) },
  }
}

export const exportRoutes: readonly AnyRoute[] = FILES.map(
  (file): Route<unknown> => ({
    pattern: `/exports/${file.name.replace('.', '\\.')}`,
    needsSignIn: true,
    endpoints: [
      defineEndpoint({
        operation: file.operation,
        answers: { 200: 'Feed' },
        mediaType: file.mediaType,
        methods: READ_METHODS,
        path: {},
        args: {},
        access: mayExport,
        handle: async (call: EndpointRequest<unknown, unknown>) => createResponse(call, file),
      }),
    ],
  }),
)
