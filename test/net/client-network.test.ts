import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getClientNetwork } from '../../src/base/net/client-network.ts'

describe('getClientNetwork', () => {
  const NETWORKS = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:DB8:1:2::': '2001:db8:1:2::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    unknown: 'unknown',
    '': '',
  }
  for (const [address, network] of Object.entries(NETWORKS)) {
    test(`${JSON.stringify(address)} counts as ${JSON.stringify(network)}`, () => {
      assert.equal(getClientNetwork(address), network)
    })
  }
})
