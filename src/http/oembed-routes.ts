/** `oembed/1.0`: the oEmbed route of WordPress, by which other sites ask for the description of a page. */
import { createHash } from 'node:crypto'
import type { OembedFacts, Pages } from '../actions/pages.ts'
import { type Parsed, type Reading, ok as value } from '../calendar/field.ts'
import { INVALID, problem } from '../calendar/problem.ts'
import { homeLanguage } from '../present/urls.ts'
import { namespaceRoute } from './document-routes.ts'
import { describePage, readLimit, writeOembedXml } from './page-description.ts'
import { everybody } from './post-access.ts'
import { type AnyRoute, type Call, endpoint, ok, READS, type Reply } from './route.ts'
import { createRouting, type Routing } from './routes.ts'

export const OEMBED_NAMESPACE = 'oembed/1.0'

const parseFormat = (raw: unknown): Reading<'json' | 'xml'> => value(raw === 'xml' ? 'xml' : 'json')

/** WordPress answers with JSON for any format but `xml`, and takes a size that means nothing as not given. */
const query = {
  url: {
    type: 'string',
    required: true,
    describe: 'oembed.url',
    expects: { key: 'hint.url' },
    parse: (raw: unknown) => (typeof raw === 'string' && raw !== '' ? value(raw) : { flaw: INVALID }),
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
    parse: (raw: unknown) => value(readLimit(raw)),
  },
  maxheight: {
    type: 'integer',
    describe: 'oembed.maxheight',
    expects: { key: 'hint.positive_integer' },
    parse: (raw: unknown) => value(readLimit(raw)),
  },
  callback: {
    type: 'string',
    describe: 'oembed.callback',
    expects: { key: 'hint.text' },
    parse: (raw: unknown) => value(raw),
  },
} as const

type OembedCall = Call<unknown, Parsed<typeof query>>

async function embed(call: OembedCall, pages: Pages): Promise<Reply> {
  const { services, args, urls } = call
  const { callback, format } = args
  if (callback !== undefined && (typeof callback !== 'string' || !/^[\w.]+$/.test(callback))) {
    throw problem('rest_callback_invalid')
  }
  const language = homeLanguage(urls, services.site.languages)
  const limits = { width: args.maxwidth, height: args.maxheight }
  const request = { pages, services, site: urls.site, language, address: '', limits }
  const found = await describePage(request, args.url)
  if (found?.kind !== 'shown') throw problem('oembed_invalid_url')
  return { ...present(found.facts, { format, callback }), until: found.until }
}

interface Form {
  readonly format: 'json' | 'xml' | undefined
  readonly callback: string | undefined
}

function present(facts: OembedFacts, { format, callback }: Form): Reply {
  if (format === 'xml') return textReply('text/xml', writeOembedXml(facts))
  if (callback === undefined) return ok(facts)
  return textReply('application/javascript', `/**/${callback}(${JSON.stringify(facts)})`)
}

function textReply(mediaType: string, text: string): Reply {
  const tag = createHash('sha1').update(text).digest('base64url').slice(0, 16)
  const chunks = async function* () {
    yield text
  }
  return { ...ok(undefined), stream: { mediaType, tag, chunks } }
}

export function createOembedRouting(pages: Pages): Routing {
  const route: AnyRoute = {
    pattern: '/embed',
    endpoints: [
      endpoint({
        operation: 'describePage',
        answers: {},
        methods: READS,
        path: {},
        args: query,
        isQuery: true,
        access: everybody,
        handle: (call: OembedCall) => embed(call, pages),
      }),
    ],
  }
  const routing: Routing = createRouting([namespaceRoute(() => routing.routes), route])
  return routing
}
