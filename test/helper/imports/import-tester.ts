/** Requests of imports, and the process that performs their tasks. */
import assert from 'node:assert/strict'
import { runNextImport } from '../../../src/features/imports/runs/run-imports.ts'
import type { Json, TestService } from '../service.ts'

export interface ImportTester {
  /** Sends a request as an administrator, which must succeed. */
  readonly send: (method: string, path: string, json?: Json) => Promise<Json>
  /** Uploads a file, and returns the import after the inspection. */
  readonly upload: (name: string, content: string | Buffer, settings?: Json) => Promise<Json>
  /** Requests a task, performs it, and returns the import. */
  readonly perform: (id: number, task: string, json?: Json) => Promise<Json>
  /** Performs waiting tasks. */
  readonly work: () => Promise<void>
  readonly results: (id: number, query?: string) => Promise<Json[]>
}

export function createImportTester(service: TestService): ImportTester {
  const { signal } = new AbortController()
  const send = async (method: string, path: string, json?: Json): Promise<Json> => {
    const response = await service.send(method, path, { as: 'admin', ...(json !== undefined && { json }) })
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${response.text}`)
    return response.json
  }
  const work = async () => {
    while (await runNextImport(service.services, signal));
  }
  return {
    send,
    work,
    upload: async (name, content, settings) => {
      const created = await service.send('POST', '/imports/files', {
        as: 'admin',
        body: content,
        headers: {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="${name}"`,
          'content-length': String(Buffer.byteLength(content)),
        },
      })
      assert.equal(created.status, 201, created.text)
      await work()
      const { id } = created.json
      if (settings !== undefined) await send('PUT', `/imports/${id}`, settings)
      await work()
      return send('GET', `/imports/${id}`)
    },
    perform: async (id, task, json = {}) => {
      const accepted = await service.send('POST', `/imports/${id}/${task}`, { as: 'admin', json })
      assert.equal(accepted.status, 202, accepted.text)
      await work()
      return send('GET', `/imports/${id}`)
    },
    results: async (id, query = '') => (await send('GET', `/imports/${id}/results?per_page=50${query}`)).results,
  }
}

/** A calendar with events of these keys; each has a venue and a category. */
export const createCalendar = (...keys: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...keys.flatMap((key) => [
      ...['BEGIN:VEVENT', `UID:${key}`, 'DTSTAMP:20261101T000000Z', `SUMMARY:Event ${key}`],
      ...['DTSTART:20270301T190000Z', 'DTEND:20270301T200000Z', 'LOCATION:Imported Hall', 'CATEGORIES:Imported'],
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
