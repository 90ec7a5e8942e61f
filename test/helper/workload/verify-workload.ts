/** Verifies after a failover that the nodes serve what the database contains, and nothing that was lost. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { assertEqualCopy } from '../changes/change-copy.ts'
import type { Json } from '../service.ts'
import { createCopy, type Follower } from './follower.ts'
import { createFailureLog, describeResult, sendRequest } from './outcome.ts'
import type { NodeReader } from './reader.ts'
import { findLosses, readStoredRecords, type StoredRecord, type WriteLosses } from './stored-records.ts'
import type { Workload } from './workload.ts'
import { COLLECTIONS, WRITTEN_KINDS, type WrittenKind, type WrittenRecord } from './writer.ts'

export interface VerificationOptions {
  readonly name: string
  /** The primary, without a pooler. */
  readonly databaseUrl: string
  readonly nodeUrls: readonly string[]
  /** Time of the first write after the outage, in milliseconds of `performance.now()`. */
  readonly recoveredAt: number
}

export interface Verification extends WriteLosses {
  /** Followers that had to begin again because their cursor had expired. */
  readonly expired: number
  /** What must not happen, with any kind of replication. */
  readonly violations: readonly string[]
}

/** Nodes notice the writes of others, and a failover, within a second; the rest is for a busy machine. */
const NOTICE_MILLISECONDS = 1500

/** The workload has been stopped. */
export async function verifyWorkload(workload: Workload, options: VerificationOptions): Promise<Verification> {
  await pause(NOTICE_MILLISECONDS)
  const records = workload.writers.flatMap((writer) => writer.records)
  const stored = await readStoredRecords(options.databaseUrl)
  const losses = findLosses(records, stored)
  const own = stored.filter(({ title }) => title.startsWith(`${options.name} `))
  const violations = [...losses.contradictions, ...findLateSightings(workload.readers, losses, options.recoveredAt)]
  for (const url of options.nodeUrls) {
    violations.push(...(await compareLists(url, options.name, own)))
    violations.push(...(await compareRecords(url, records, stored)))
  }
  for (const follower of workload.followers) violations.push(...(await compareCopy(follower, options.nodeUrls, stored)))
  for (const { wrong } of Object.values(workload.failures)) violations.push(...wrong)
  const expired = workload.followers.filter(({ copy }) => copy.snapshots() > 1).length
  return { ...losses, expired, violations }
}

function findLateSightings(readers: readonly NodeReader[], { lostTitles }: WriteLosses, recoveredAt: number): string[] {
  return readers.flatMap(({ origin, lastSeen }) =>
    [...lostTitles].flatMap((title) => {
      const delay = (lastSeen.get(title) ?? 0) - recoveredAt
      return delay > NOTICE_MILLISECONDS
        ? [`${origin} served "${title}" ${Math.round(delay)} ms after it was lost`]
        : []
    }),
  )
}

const describeRecord = (kind: WrittenKind, id: number, title: string): string => `${kind} ${id} ${title}`

/** Compares the search for all records of the workload. */
async function compareLists(url: string, name: string, own: readonly StoredRecord[]): Promise<readonly string[]> {
  const listed: string[] = []
  for (const kind of WRITTEN_KINDS) {
    const { path, title, filter } = COLLECTIONS[kind]
    for (let page = 1, pages = 1; page <= pages; page++) {
      const result = await sendRequest(url, `${path}?search=${name}&per_page=50&page=${page}${filter}`)
      if (result.status !== 200) return [describeResult(`GET ${url}${path}`, result)]
      pages = result.json.total_pages
      for (const record of result.json[path.slice(1)]) listed.push(describeRecord(kind, record.id, record[title]))
    }
  }
  return describeDifference(`lists of ${url}`, listed, describePublished(own))
}

/** Compares what a node returns for the id of each record that was written. */
async function compareRecords(
  url: string,
  records: readonly WrittenRecord[],
  stored: readonly StoredRecord[],
): Promise<readonly string[]> {
  const byId = new Map(stored.map((row) => [`${row.kind} ${row.id}`, row]))
  const found: string[] = []
  const expected: string[] = []
  for (const { kind, id } of records) {
    const row = byId.get(`${kind} ${id}`)
    if (id === 0) continue
    const { path, title } = COLLECTIONS[kind]
    const { status, json } = await sendRequest(url, `${path}/${id}`)
    found.push(describeRecord(kind, id, status === 200 ? json[title] : 'missing'))
    expected.push(describeRecord(kind, id, row?.isPublished ? row.title : 'missing'))
  }
  return describeDifference(`records of ${url}`, found, expected)
}

function describeDifference(about: string, found: readonly string[], expected: readonly string[]): readonly string[] {
  const [seen, wanted] = [new Set(found), new Set(expected)]
  return [
    ...[...seen].filter((record) => !wanted.has(record)).map((record) => `${about}: has ${record}`),
    ...[...wanted].filter((record) => !seen.has(record)).map((record) => `${about}: lacks ${record}`),
  ]
}

/** Compares a copy with a new one from another node, and with the database. */
async function compareCopy(
  { origin, copy }: Follower,
  nodeUrls: readonly string[],
  stored: readonly StoredRecord[],
): Promise<readonly string[]> {
  const failures = createFailureLog()
  try {
    await copy.synchronize()
    const other = createCopy(nodeUrls.find((url) => url !== origin) ?? origin, failures)
    await other.synchronize()
    assertEqualCopy(copy.records, other.records, `copy of ${origin}`)
    return describeDifference(`copy of ${origin}`, describeCopy(copy.records), describePublished(stored))
  } catch (error) {
    return [`copy of ${origin}: ${error instanceof assert.AssertionError ? error.message : String(error)}`]
  }
}

function describeCopy(records: ReadonlyMap<string, Json>): readonly string[] {
  return [...records].map(([key, record]) => `${key} ${record.title ?? record.venue}`)
}

const describePublished = (stored: readonly StoredRecord[]): readonly string[] =>
  stored.filter(({ isPublished }) => isPublished).map(({ kind, id, title }) => describeRecord(kind, id, title))
