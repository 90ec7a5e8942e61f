/** `/healthz` and `/readyz`. */

import { checkReadiness, type Readiness } from '../calendar/readiness.ts'
import type { CheckReport, CheckReports } from '../calendar/readiness-checks.ts'
import type { Services } from '../calendar/services.ts'
import { siteUrl } from '../http/request/resolve-mount.ts'
import { isReadRequest, type RequestContext } from '../http/request-context.ts'
import { linkHeader } from '../http/response/headers.ts'
import { createPlainResponse, type HttpResponse } from '../http/response/http-response.ts'
import type { RouteFinder } from '../http/served-route.ts'

export const findHealthRoute: RouteFinder = (context) => {
  const { path } = context.localizedPath
  if ((path !== '/healthz' && path !== '/readyz') || !isReadRequest(context)) return undefined
  const check = path === '/healthz' ? async () => createHealthResponse(context, 200, { status: 'ok' }) : handleReadiness
  return { kind: 'system', name: 'health', setsOwnCors: true, isUnlimited: true, handle: check }
}

async function handleReadiness(context: RequestContext): Promise<HttpResponse> {
  const { app, query, request } = context
  const { version, worker, services } = app
  const onFailure = (error: unknown) => request.log.error({ err: error }, 'not ready')
  const node = { version, ...(worker !== undefined && { worker }), mustWrite: query['scope'] !== 'reads' }
  const [readiness, reports] = await Promise.all([checkReadiness(services, onFailure), app.runChecks()])
  const { status, body } = describeReadiness(node, readiness, services)
  return createHealthResponse(context, status, { ...body, checks: describeChecks(reports) })
}

interface NodeInfo {
  readonly version: string
  readonly worker?: number
  /** Whether a node that can only read is reported as not ready. */
  readonly mustWrite: boolean
}

interface HealthReport {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Version, epoch and number of the newest change, and whether the node reads from its replica, if it has one. */
function describeReadiness(
  { mustWrite, ...node }: NodeInfo,
  readiness: Readiness | undefined,
  { database }: Pick<Services, 'database'>,
): HealthReport {
  if (readiness === undefined) return { status: 503, body: { status: 'away', ...node } }
  const { generation, writeFailure } = readiness
  const isUsed = database.usesReplica()
  const replica = isUsed === undefined ? {} : { replica: isUsed ? 'used' : 'left alone' }
  const state = { ...node, generation: generation.seq, epoch: generation.epoch, ...replica }
  if (!writeFailure) return { status: 200, body: { status: 'ready', ...state, writes: 'ok' } }
  const body = { status: 'read-only', ...state, writes: 'failing', reason: writeFailure.code }
  return { status: mustWrite ? 503 : 200, body }
}

const describeChecks = (reports: CheckReports) =>
  Object.fromEntries(Object.entries(reports).map(([name, report]) => [name, describeCheck(report)]))

const describeCheck = ({ status, reason, values }: CheckReport) => ({ status, ...(reason && { reason }), ...values })

function createHealthResponse(
  { app, localizedPath }: RequestContext,
  status: number,
  body: HealthReport['body'],
): HttpResponse {
  const home = siteUrl({ site: app.getHomeUrl(), language: localizedPath.language })
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'no-store',
    link: linkHeader({ home, hasWordpress: app.withWordpress }, undefined),
  }
  return createPlainResponse(status, headers, Buffer.from(JSON.stringify(body)))
}
