import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createInvalidationLog, type InvalidationLog } from '../../src/calendar/fragments/invalidation-log.ts'

describe('Invalidation log', () => {
  const SOURCES = { posts: [1, 2], terms: [5] }
  let log: InvalidationLog
  beforeEach(() => {
    log = createInvalidationLog(3)
  })

  test('Only the invalidation of a source after the response was computed makes it outdated', () => {
    log.addPost(1)
    const number = log.newest()
    log.addPost(9)
    assert.equal(log.isOutdated(SOURCES, number), false)
    log.addPost(2)
    assert.equal(log.isOutdated(SOURCES, number), true)
    assert.equal(log.isOutdated(SOURCES, log.newest()), false)
  })

  test('Invalidated terms make only responses with these terms outdated', () => {
    log.addTerm(5)
    assert.equal(log.isOutdated(SOURCES, 0), true)
    assert.equal(log.isOutdated({ posts: [5], terms: [6] }, 0), false)
  })

  test('The invalidation of all records makes every older response outdated', () => {
    log.addAll()
    assert.equal(log.isOutdated({ posts: [7], terms: [] }, 0), true)
    assert.equal(log.isOutdated({ posts: [7], terms: [] }, log.newest()), false)
  })

  test('A response that is older than the remembered invalidations is outdated', () => {
    const number = log.newest()
    for (const id of [11, 12, 13]) log.addPost(id)
    assert.equal(log.isOutdated(SOURCES, number), false)
    log.addPost(14)
    assert.equal(log.isOutdated(SOURCES, number), true)
    assert.equal(log.isOutdated(SOURCES, log.newest()), false)
  })
})
