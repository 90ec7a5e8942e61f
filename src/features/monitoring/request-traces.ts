/** OpenTelemetry spans of requests. They are created when a request has ended, from the times that were measured anyway. */
import {
  type Attributes,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { MeasuredStage, ObservedRequest } from '../../http/request-observer.ts'
import type { ObservedStatement } from '../../storage/statement-monitor.ts'

interface SpanOptions {
  readonly name: string
  readonly kind: SpanKind
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
  readonly milliseconds: number
  readonly attributes: Attributes
  readonly parent: Context
  readonly isFailed?: boolean
}

const toEpoch = (moment: number): number => performance.timeOrigin + moment

/** Creates a span for a request, with a span for each stage, and in these one for each SQL statement. */
export const createRequestTracer =
  (tracer: Tracer) =>
  (request: ObservedRequest): void => {
    const root = addSpan(tracer, describeRoot(request))
    const stages = request.stages.map((stage) => ({
      stage,
      context: addSpan(tracer, { ...stage, kind: SpanKind.INTERNAL, attributes: {}, parent: root }),
    }))
    for (const statement of request.statements) {
      const { context = root } = stages.findLast(({ stage }) => contains(stage, statement)) ?? {}
      addSpan(tracer, describeStatement(statement, context))
    }
  }

function addSpan(tracer: Tracer, options: SpanOptions): Context {
  const { name, kind, startedAt, milliseconds, attributes, parent, isFailed } = options
  const span = tracer.startSpan(name, { kind, attributes, startTime: toEpoch(startedAt) }, parent)
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(toEpoch(startedAt + milliseconds))
  return trace.setSpan(ROOT_CONTEXT, span)
}

/** Names of attributes: https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
const describeRoot = (request: ObservedRequest): SpanOptions => ({
  name: `${request.method} ${request.route}`,
  kind: SpanKind.SERVER,
  startedAt: request.startedAt,
  milliseconds: request.milliseconds,
  attributes: {
    'http.request.method': request.method,
    'http.route': request.route,
    'http.response.status_code': request.status,
    'url.path': request.path,
    'calends.request_id': request.id,
  },
  parent: createParentContext(request.traceParent),
  isFailed: request.status >= 500,
})

/** The text of a statement contains no values. */
const describeStatement = ({ sql, startedAt, milliseconds }: ObservedStatement, parent: Context): SpanOptions => ({
  name: /^\w+/.exec(sql)?.[0] ?? 'statement',
  kind: SpanKind.CLIENT,
  startedAt,
  milliseconds,
  attributes: { 'db.query.text': sql },
  parent,
})

const contains = (stage: MeasuredStage, { startedAt }: ObservedStatement): boolean =>
  stage.startedAt <= startedAt && startedAt <= stage.startedAt + stage.milliseconds

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** The span of the client or proxy; the root of a new trace without a valid header. */
function createParentContext(header: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '0'] = TRACE_PARENT.exec(header ?? '') ?? []
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT
}
