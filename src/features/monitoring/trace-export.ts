/** Exports spans by OTLP over HTTP. Loads the SDK of OpenTelemetry, so this file is loaded only when traces are exported. */
import { setTimeout } from 'node:timers/promises'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { ObservedRequest } from '../../http/request-observer.ts'
import { createRequestTracer } from './request-traces.ts'

export interface TraceExport {
  readonly record: (request: ObservedRequest) => void
  /** Sends the remaining spans. */
  readonly stop: () => Promise<void>
}

export interface TraceExportOptions {
  /** Base URL of the collector. */
  readonly endpoint: string
  readonly version: string
  /** Receives failures of the export, after which spans are dropped. */
  readonly report: (message: string) => void
}

/** An unreachable collector must not delay the end of the process. */
const STOP_TIMEOUT_MILLISECONDS = 3000

export function startTraceExport({ endpoint, version, report }: TraceExportOptions): TraceExport {
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'calends', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  return {
    record: createRequestTracer(provider.getTracer('calends')),
    stop: async () => {
      const stopped = provider.shutdown().catch(() => {})
      await Promise.race([stopped, setTimeout(STOP_TIMEOUT_MILLISECONDS, undefined, { ref: false })])
    },
  }
}
