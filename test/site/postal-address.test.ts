import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress } from '../../src/pages/view-text.ts'

const VENUE = { id: 1, address: '12 Main St', city: 'Springfield', stateprovince: 'OR', zip: '97477' }

test('An address has the order of its country', () => {
  const format = (fields: object) => formatAddress({ ...VENUE, ...fields } as Parameters<typeof formatAddress>[0])
  assert.equal(format({ country: 'United States' }), '12 Main St, Springfield, OR 97477, United States')
  assert.equal(format({ country: '' }), '12 Main St, Springfield, OR 97477')
  const london = { address: '1 Strand', city: 'London', stateprovince: '', zip: 'WC2N 5HR', country: 'United Kingdom' }
  assert.equal(format(london), '1 Strand, London, WC2N 5HR, United Kingdom')
  const bonn = { address: 'Markt 1', city: 'Bonn', stateprovince: 'NRW', zip: '53111', country: 'Deutschland' }
  assert.equal(format(bonn), 'Markt 1, 53111 Bonn, NRW, Deutschland')
  assert.equal(format({ address: '', zip: '', stateprovince: '', city: 'Ghent', country: '' }), 'Ghent')
})
