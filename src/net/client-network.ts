import ipaddr from 'ipaddr.js'

/**
 * What counts as one client in limits: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber
 * usually has all of it. Text that is no IP address stands for itself.
 */
export function getClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // Node reports IPv4 clients of a dual-stack socket as IPv6 addresses such as ::ffff:192.0.2.1.
  const client = ipaddr.process(address)
  if (client instanceof ipaddr.IPv4) return client.toString()
  const prefix = client.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
