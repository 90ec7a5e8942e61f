/** The namespace `oembed/1.0`: the oEmbed route of WordPress. */
import { createHash } from 'node:crypto'
import { createNamespaceRoute } from '../../api/document-routes.ts'
import { findHomeLanguage } from '../../calendar/posts/urls.ts'
import { allowEveryone } from '../../http/access-rules.ts'
import { describePage, parseLimit, writeOembedXml } from '../../http/describe-page.ts'
import { type AnyRoute, defineEndpoint, type EndpointRequest, READ_METHODS } from '../../http/endpoint.ts'
import type { OembedDescription, PageRenderer } from '../../http/page-renderer.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { createRouter, type Router } from '../../http/router.ts'
import { type Parsed, type ParseResult, valid } from '../../kernel/field.ts'
import { INVALID_VALUE, problem } from '../../kernel/problem.ts'

export const OEMBED_NAMESPACE = 'oembed/1.0'

const parseFormat = (raw: unknown): ParseResult<'json' | 'xml'> => valid(raw === 'xml' ? 'xml' : 'json')

/** As in WordPress, every format but `xml` means JSON, and invalid sizes are ignored. */
const embedQuery = {
  url: {
    type: 'string',
    required: true,
    describe: 'oembed.url',
    expects: { key: 'hint.url' },
    parse: (raw: unknown) => (typeof raw === 'string' && raw !== '' ? valid(raw) : { error: INVALID_VALUE }),
  },
  format: {
    type: 'string',
    describe: 'oembed.format',
    expects: { key: 'hint.one_of', values: { names: 'json, xml' } },
    parse: parseFormat,
  },
  maxwidth: {
    type: 'integer',
    describe: 'oembed.maxwidth',
    expects: { key: 'hint.positive_integer' },
    parse: (raw: unknown) => valid(parseLimit(raw)),
  },
  maxheight: {
    type: 'integer',
    describe: 'oembed.maxheight',
    expects: { key: 'hint.positive_integer' },
    parse: (raw: unknown) => valid(parseLimit(raw)),
  },
  callback: {
    type: 'string',
    describe: 'oembed.callback',
    expects: { key: 'hint.text' },
    parse: (raw: unknown) => valid(raw),
  },
} as const

type OembedRequest = EndpointRequest<unknown, Parsed<typeof embedQuery>>

async function handleEmbed(call: OembedRequest, pageRenderer: PageRenderer): Promise<EndpointResponse> {
  const { services, args, urls } = call
  const { callback, format } = args
  if (callback !== undefined && (typeof callback !== 'string' || !/^[\w.]+$/.test(callback))) {
    throw problem('rest_callback_invalid')
  }
  const language = findHomeLanguage(urls, services.site.languages)
  const limits = { width: args.maxwidth, height: args.maxheight }
  const request = { pageRenderer, services, site: urls.site, language, ip: '', limits }
  const result = await describePage(request, args.url)
  if (result?.kind !== 'shown') throw problem('oembed_invalid_url')
  return { ...presentDescription(result.description, { format, callback }), until: result.until }
}

interface OutputFormat {
  readonly format: 'json' | 'xml' | undefined
  readonly callback: string | undefined
}

function presentDescription(description: OembedDescription, { format, callback }: OutputFormat): EndpointResponse {
  if (format === 'xml') return createTextResponse('text/xml', writeOembedXml(description))
  if (callback === undefined) return okResponse(description)
  return createTextResponse('application/javascript', `/**/${callback}(${JSON.stringify(description)})`)
}

function createTextResponse(mediaType: string, text: string): EndpointResponse {
  const tag = createHash('sha1').update(text).digest('base64url').slice(0, 16)
  const chunks = async function* () {
    yield text
  }
  return { ...okResponse(undefined), stream: { mediaType, tag, chunks } }
}

export function createOembedRouter(pageRenderer: PageRenderer): Router {
  const route: AnyRoute = {
    pattern: '/embed',
    endpoints: [
      defineEndpoint({
        operation: 'describePage',
        answers: {},
        methods: READ_METHODS,
        path: {},
        args: embedQuery,
        isQuery: true,
        access: allowEveryone,
        handle: (call: OembedRequest) => handleEmbed(call, pageRenderer),
      }),
    ],
  }
  const router: Router = createRouter([createNamespaceRoute(() => router.routes), route])
  return router
}
