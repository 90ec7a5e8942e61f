import ipaddr from 'ipaddr.js'

/** IPv6 has more room than is given out: what lies outside this block is not on the internet (IANA, RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by its number, but answered by the host a virtual machine runs on (Azure). */
const AZURE_PLATFORM_IP = '168.63.129.16'

/**
 * Whether an IP address, in the form a resolver or a URL gives it, is one of the public internet: not of a private,
 * local or reserved network, nor one that carries an IPv4 address within (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(GLOBAL_UNICAST) : address.toString() !== AZURE_PLATFORM_IP
}
