import ipaddr from 'ipaddr.js'

/** The only IPv6 block from which public addresses are allocated (IANA, RFC 4291). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** In a public range, but served by the host of a virtual machine on Azure. */
const AZURE_PLATFORM_IP = '168.63.129.16'

/**
 * Whether an IP address belongs to the public internet. Private, local and reserved addresses do not, nor do IPv6
 * addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicIp(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(GLOBAL_UNICAST) : address.toString() !== AZURE_PLATFORM_IP
}
