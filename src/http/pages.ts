/** What is no API: the landing page with its discovery headers (contract 18.3), health and readiness. */

import { newestChange } from '../actions/readiness.ts'
import type { Services } from '../actions/services.ts'
import { escapeHtml } from '../text/html.ts'

export interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

interface PageRequest {
  readonly path: string
  readonly home: string
  /** Address of the namespace that clients are to find. */
  readonly base: string
  /** Of the program. */
  readonly version: string
  /** Number of this process where several share a port. */
  readonly worker: number | undefined
  /** Hears what keeps the service from being ready. */
  readonly onFailure: (error: unknown) => void
}

/** Undefined for an address that is no page. */
export async function page(
  { path, home, base, version, worker, onFailure }: PageRequest,
  services: Services,
): Promise<Page | undefined> {
  if (path === '/healthz') return json(200, { status: 'ok' })
  if (path === '/readyz')
    return readiness(
      { version, ...(worker !== undefined && { worker }) },
      await newestChange(services, onFailure),
      services,
    )
  return path === '/' || path === '/index.php' ? landing(services.site.name, home, base) : undefined
}

interface Who {
  readonly version: string
  readonly worker?: number
}

/** What the node runs, what it knows (the number of the newest change), and whether it reads from its replica, if any. */
function readiness(who: Who, generation: number | undefined, { database }: Services): Page {
  if (generation === undefined) return json(503, { status: 'away', ...who })
  const isUsed = database.usesReplica()
  const replica = isUsed === undefined ? {} : { replica: isUsed ? 'used' : 'left alone' }
  return json(200, { status: 'ready', ...who, generation, ...replica })
}

function json(status: number, body: Readonly<Record<string, string | number>>): Page {
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' }
  return { status, headers, text: JSON.stringify(body) }
}

function landing(name: string, home: string, base: string): Page {
  const title = escapeHtml(name)
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-tec-api-version': 'v1',
      'x-tec-api-root': `${base}/`,
      'x-tec-api-origin': home,
    },
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${escapeHtml(home)}">
<link rel="alternate" href="${escapeHtml(base)}/">
<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem;color:#222}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>An event calendar. Its <a href="${escapeHtml(base)}/events/">events</a> are served as JSON; the
<a href="${escapeHtml(base)}/doc">description of the interface</a> is OpenAPI.</p>
</main>
</body>
</html>
`,
  }
}
