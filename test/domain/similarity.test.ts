import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSimilarRecords, groupDuplicates, type NamedRecord } from '../../src/features/directory/similar-records.ts'

const createRecords = (
  ...values: readonly (readonly [name: string, address?: string, city?: string])[]
): NamedRecord[] => values.map(([name, address = '', city = ''], index) => ({ id: index + 1, name, address, city }))

const findMatch = (a: string, b: string) =>
  findSimilarRecords({ name: a, address: '', city: '' }, createRecords([b]))[0]?.match

test('Names that differ by case, accents, punctuation and article are the same', () => {
  for (const [a, b] of [
    ['Café Zürich', 'CAFE ZURICH'],
    ['St. John’s Hall', 'St Johns Hall'],
    ['The Blue Note', 'Blue Note'],
    ['Die Fabrik', 'fabrik'],
    ['Rock &amp; Roll Bar', 'Rock & Roll Bar'],
    ['Филармония', 'ФИЛАРМОНИЯ'],
  ] as const)
    assert.equal(findMatch(a, b), 'name', `${a} and ${b}`)
})

test('Names that differ by one missing, additional, wrong or exchanged character are similar', () => {
  for (const name of ['Coper Room', 'Copperr Room', 'Coppar Room', 'Coppre Room', 'CopperRoom'])
    assert.equal(findMatch(name, 'Copper Room'), 'spelling', name)
  assert.equal(findMatch('Филармания', 'Филармония'), 'spelling')
})

test('Names that differ by a digit, a letter of a room or more characters are different', () => {
  for (const [a, b] of [
    ['Room 1', 'Room 2'],
    ['Studio 54', 'Studio 5'],
    ['Hall A', 'Hall B'],
    ['Bar', 'Car'],
    ['East Hall', 'West Hall'],
    ['!!!', '???'],
  ] as const)
    assert.equal(findMatch(a, b), undefined, `${a} and ${b}`)
})

test('Records with the same address are similar, but not in another city', () => {
  const records = createRecords(['Ost', 'Hauptstr. 1', 'Köln'], ['West', 'Hauptstraße 1', 'Bonn'], ['Nord', '', 'Köln'])
  const find = (city: string) =>
    findSimilarRecords({ name: 'Theater', address: 'HAUPTSTRASSE 1', city }, records).map(({ record }) => record.name)
  assert.deepEqual([find('koln'), find('Bonn'), find('')], [['Ost'], ['West'], ['Ost', 'West']])
})

test('The most similar records are first', () => {
  const records = createRecords(['Other', '1 Main Street'], ['Copper Rooms'], ['Copper Room'])
  const found = findSimilarRecords({ name: 'copper room', address: '1 main st', city: '' }, records)
  assert.deepEqual(
    found.map(({ record, match }) => [record.id, match]),
    [
      [3, 'name'],
      [2, 'spelling'],
      [1, 'address'],
    ],
  )
})

test('Duplicates form one group per place', () => {
  const records = createRecords(
    ['Copper Room', '1 Main St'],
    ['Town Hall', '', 'Bonn'],
    ['The Copper Room'],
    ['Something else', '1 Main Street'],
    ['Town Hall', '', 'Köln'],
    ['Coper Room'],
    ['Alone'],
  )
  const groups = groupDuplicates(records)
  assert.deepEqual(
    groups.map((group) => [group.records.map(({ id }) => id), group.matches]),
    [
      [
        [1, 3, 4, 6],
        ['name', 'spelling', 'address'],
      ],
    ],
  )
})
