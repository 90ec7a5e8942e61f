/**
 * The HTTP client undici, loaded after that of Node. If undici is loaded first, `fetch` uses its dispatcher, which Node 20
 * rejects: each request to S3 failed after the first webhook, import or purge.
 */

// Node loads its own client with the first use of one of its classes.
Reflect.get(globalThis, 'Response')

export const { Agent, buildConnector, request } = await import('undici')
