import ipaddr from 'ipaddr.js'

/**
 * Identifies a client for rate limits: the IPv4 address, or the /64 network of an IPv6 address, which usually belongs to
 * one subscriber. Other text is returned unchanged.
 */
export function getClientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // Node reports IPv4 clients of a dual-stack socket as IPv6 addresses such as ::ffff:192.0.2.1.
  const client = ipaddr.process(address)
  if (client instanceof ipaddr.IPv4) return client.toString()
  const prefix = client.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
