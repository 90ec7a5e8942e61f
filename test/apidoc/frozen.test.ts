import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildCurrentInterface } from '../../scripts/generate/frozen-interface.ts'
import type { Json } from '../helper/service.ts'
import { findBreakingChanges } from './breaking.ts'
import { readFrozenInterface } from './frozen-file.ts'

const frozen = readFrozenInterface()
const current = buildCurrentInterface()

describe('The frozen interface', () => {
  test('The document has no breaking change', () => assert.deepEqual(findBreakingChanges(frozen, current), []))

  test('The frozen interface is complete: freeze additions with npm run generate -- frozen-interface', () => {
    assert.deepEqual(findBreakingChanges(current, frozen), [])
  })

  const CHANGES: readonly (readonly [string, (document: Json) => void])[] = [
    ['get /venues is gone', ({ paths }) => delete paths['/venues'].get],
    ['get /events is called events', ({ paths }) => Object.assign(paths['/events'].get, { operationId: 'events' })],
    ['get /events: query venue is gone', ({ paths }) => without(paths['/events'].get.parameters, 'venue')],
    [
      'get /events: query x is demanded',
      ({ paths }) => paths['/events'].get.parameters.push({ in: 'query', name: 'x', required: true, schema: {} }),
    ],
    [
      'get /events: query page is string instead of integer',
      ({ paths }) => Object.assign(named(paths['/events'].get.parameters, 'page').schema, { type: 'string' }),
    ],
    [
      'get /events: query orderby: title is no longer taken',
      ({ paths }) => without(named(paths['/events'].get.parameters, 'orderby').schema.enum, 'title'),
    ],
    ['get /events: 400 is gone', ({ paths }) => delete paths['/events'].get.responses[400]],
    ['CreateEvent.cost is demanded', ({ components }) => components.schemas.CreateEvent.required.push('cost')],
    ['Event.cost is gone', ({ components }) => delete components.schemas.Event.properties.cost],
    ['Event.cost may be absent', ({ components }) => without(components.schemas.Event.required, 'cost')],
    [
      'Event.cost: null is new',
      ({ components }) => Object.assign(components.schemas.Event.properties.cost, { nullable: true }),
    ],
    ['Event.status: odd is new', ({ components }) => components.schemas.Event.properties.status.enum.push('odd')],
  ]
  for (const [line, change] of CHANGES) {
    test(`A breaking change is found: ${line}`, () => {
      const changed = structuredClone(current)
      change(changed)
      assert.ok(findBreakingChanges(frozen, changed).includes(line), findBreakingChanges(frozen, changed).join('\n'))
    })
  }
})

const named = (list: Json[], name: string): Json => list.find((item) => item.name === name)

function without(list: Json[], item: string): void {
  const index = list.findIndex((one) => one === item || one.name === item)
  list.splice(index, 1)
}
