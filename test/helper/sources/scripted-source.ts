/** A source whose events a test sets. */

import type { OccurrenceOverride } from '../../../src/features/imports/external/external-record.ts'
import { runDueSources } from '../../../src/features/sources/run-source.ts'
import { createSourceFailure, type ReadSource } from '../../../src/features/sources/source-content.ts'
import type { Json, TestService } from '../service.ts'

interface ScriptedEvent {
  readonly overrides?: readonly OccurrenceOverride[]
  readonly [field: string]: unknown
}

export interface ScriptedSource {
  /** Fields of the events by key. */
  readonly events: Map<string, ScriptedEvent>
  readonly read: ReadSource
  /** Fails with this message at the end of the input. */
  failure: string
  retrySeconds: number
  isModified: boolean
  hasPast: boolean
  /** Called before each event. */
  onEvent: () => Promise<void> | void
}

export const EVENT = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00', timezone: 'UTC' }

export function createScriptedSource(): ScriptedSource {
  const source: ScriptedSource = {
    ...{ events: new Map(), failure: '', retrySeconds: 0, isModified: true, hasPast: true, onEvent: () => undefined },
    read: async () =>
      source.isModified
        ? { entries: readEntries(source), etag: '"1"', lastModified: '', hasPast: source.hasPast }
        : undefined,
  }
  return source
}

async function* readEntries(source: ScriptedSource) {
  for (const [key, { overrides, ...fields }] of source.events) {
    await source.onEvent()
    if ('failure' in fields) yield { where: key, failure: String(fields['failure']), ...('key' in fields && { key }) }
    else {
      const record = { kind: 'event' as const, key, fields: { ...EVENT, title: key, ...fields }, where: key }
      yield { ...record, ...(overrides && { overrides }) }
    }
  }
  if (source.failure !== '') throw createSourceFailure(source.failure, source.retrySeconds)
}

export interface SourceTester {
  readonly send: (method: string, path: string, json?: Json) => Promise<Json>
  /** Creates a source that reads nothing by HTTP. */
  readonly create: (fields?: Json) => Promise<number>
  /** Requests a run, executes what is due and returns the run. */
  readonly run: (id: number, options?: Json) => Promise<Json>
  readonly preview: (id: number) => Promise<Json>
  /** Executes what is due. */
  readonly runDue: (signal?: AbortSignal) => Promise<number>
  /** Events with any status but trash, by title: their status and event status. */
  readonly list: () => Promise<Record<string, string>>
}

export function createSourceTester(service: TestService, { read }: Pick<ScriptedSource, 'read'>): SourceTester {
  const send = async (method: string, path: string, json?: Json) => {
    const response = await service.send(method, path, { as: 'admin', json })
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.text}`)
    return response.json
  }
  const runDue = (signal = new AbortController().signal) => runDueSources(service.services, { signal, read })
  const execute = async (id: number, name: string, json?: Json) => {
    const { id: run } = await send('POST', `/sources/${id}/${name}`, json)
    await runDue()
    return send('GET', `/sources/${id}/runs/${run}`)
  }
  return {
    send,
    create: async (fields = {}) => {
      const source = { name: 'Scripted', type: 'ics', url: 'https://source.example/', enabled: false, ...fields }
      return (await send('POST', '/sources', source)).id
    },
    run: (id, options) => execute(id, 'run', options),
    preview: (id) => execute(id, 'preview'),
    runDue,
    list: async () => {
      const { events } = await send('GET', '/events?per_page=100&start_date=2000-01-01&end_date=2099-01-01&status=any')
      return Object.fromEntries(
        events.map(({ title, status, event_status: state = '' }: Json) => [title, `${status} ${state}`.trim()]),
      )
    },
  }
}
