/** Texts that mail programs read as another address, as several, or as lines of their own. */
export const HOSTILE_ADDRESSES: readonly string[] = [
  ...['v1,victim@example.org', 'a@example.org,victim@example.org', 'x;victim@example.org', 'x:victim@example.org;'],
  ...['<victim@example.org>', 'Ann<victim@example.org>', 'Ann <victim@example.org>', 'victim(c)@example.org'],
  ...['(c)victim@example.org', '"a"@example.org', '"victim@example.org"@x', 'a\\@victim@example.org'],
  ...['a b@example.org', 'a@example.org victim@example.org', 'a@example.org\u00a0x', 'a\u2028b@example.org'],
  ...['a\r\nBcc: victim@example.org', 'a@example.org\nx', 'a\u0007@example.org', 'a\u202eb@c'],
  'a@[victim@example.org]',
]
