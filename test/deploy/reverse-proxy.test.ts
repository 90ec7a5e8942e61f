/** The configurations for Caddy and nginx with the real programs and TLS, if these are installed. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findFreePort } from '../helper/free-port.ts'
import { createImage } from '../helper/media/draw-image.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const SIGN_IN_LIMIT = 5
const read = (path: string) => readFileSync(join(import.meta.dirname, '..', '..', 'deploy', path), 'utf8')

interface Ports {
  readonly service: number
  readonly http: number
  readonly https: number
}

interface ProxyProgram {
  readonly name: string
  /** Arguments that run it in the foreground with the configuration of the repository, on other ports and names. */
  readonly configure: (folder: string, ports: Ports) => readonly string[]
}

const PROGRAMS: readonly ProxyProgram[] = [
  {
    name: 'caddy',
    configure: (folder, { service, http, https }) => {
      const site = read('caddy/Caddyfile')
        .replace('calendar.example {', `localhost {\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${service}`)
      const options = `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
      writeFileSync(join(folder, 'Caddyfile'), options + site)
      return ['run', '--config', join(folder, 'Caddyfile')]
    },
  },
  {
    name: 'nginx',
    configure: (folder, { service, http, https }) => {
      const site = read('nginx/calends.conf')
        .replaceAll('calendar.example;', 'localhost;')
        .replace('127.0.0.1:8080', `127.0.0.1:${service}`)
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443', `listen 127.0.0.1:${https}`)
        .replace(/ssl_certificate \S+;/, `ssl_certificate ${join(folder, 'cert.pem')};`)
        .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${join(folder, 'key.pem')};`)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(folder, name)};`)
        .join('\n')
      const main = `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\n`
      writeFileSync(join(folder, 'nginx.conf'), `${main}http {\naccess_log off;\n${temporary}\n${site}}\n`)
      return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
    },
  },
]

interface ProxyResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

for (const { name, configure } of PROGRAMS) {
  const isInstalled = spawnSync(name, [name === 'caddy' ? 'version' : '-v']).status === 0
  describe(`Behind ${name}`, { skip: !isInstalled && `${name} is not installed` }, () => {
    const folder = mkdtempSync(join(tmpdir(), `calends-${name}-`))
    let ports: Ports
    let proxy: ChildProcess
    let proxyEnded: Promise<unknown>
    let processes: ServeProcesses
    let running: ServeProcess
    let authorization: string
    let certificate: string
    before(async () => {
      // Workers of nginx run as another user.
      chmodSync(folder, 0o755)
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
      const keyPair = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
      spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...keyPair])
      certificate = readFileSync(join(folder, 'cert.pem'), 'utf8')
      ports = { service: await findFreePort(), http: await findFreePort(), https: await findFreePort() }
      const PUBLIC_URL = `https://localhost:${ports.https}`
      const settings = { PORT: String(ports.service), PUBLIC_URL, TRUST_PROXY: 'on' }
      processes = createServeProcesses({ ...settings, RATE_LIMIT_SIGN_IN: String(SIGN_IN_LIMIT) })
      running = await processes.start()
      authorization = createBasicAuth(findSecret(running.printed))
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      proxy = spawn(name, configure(folder, ports), { env, stdio: ['ignore', 'ignore', 'pipe'] })
      let errors = ''
      proxy.stderr?.on('data', (chunk) => {
        errors += chunk
      })
      proxyEnded = new Promise((resolve) => proxy.once('exit', resolve))
      const isUp = () =>
        send('GET', '/healthz').then(
          ({ status }) => status === 200,
          () => false,
        )
      await waitUntil(isUp, 20_000).catch((error: unknown) => {
        throw new Error(`${name} does not respond: ${errors}`, { cause: error })
      })
    })
    after(async () => {
      proxy?.kill('SIGTERM')
      await proxyEnded
      if (running) await stopProcess(running)
      processes?.end()
      rmSync(folder, { recursive: true, force: true })
    })

    const send = (
      method: string,
      path: string,
      { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: Buffer } = {},
    ) =>
      new Promise<ProxyResponse>((resolve, reject) => {
        const options = { host: 'localhost', family: 4, port: ports.https, method, path, headers, ca: certificate }
        const request = httpsRequest(options, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
          })
        })
        request.on('error', reject)
        request.end(body)
      })

    test('Responses name the public URL and require HTTPS', async () => {
      const { status, headers, text } = await send('GET', '/api/cal/events/v1/events')
      assert.equal(status, 200)
      assert.ok(headers['strict-transport-security'])
      assert.match(JSON.parse(text).rest_url, new RegExp(`^https://localhost:${ports.https}/api/cal/events/v1/events`))
    })

    test('The path reaches the service as the client encoded it', async () => {
      const json = Buffer.from(JSON.stringify({ title: 'Café', start_date: '2027-03-01', end_date: '2027-03-01' }))
      const headers = { authorization, 'content-type': 'application/json', 'content-length': String(json.length) }
      const created = await send('POST', '/api/cal/events/v1/events', { headers, body: json })
      assert.equal(created.status, 201, created.text)
      const found = await send('GET', '/api/cal/events/v1/events/by-slug/%63afe')
      assert.equal(found.status, 200, found.text)
      const unreadable = await send('GET', '/api/cal/events/v1/events/by-slug/a%2Fb')
      const local = { url: `http://127.0.0.1:${ports.service}` }
      const direct = await requestProcess(local, 'GET', '/events/by-slug/a%2Fb')
      assert.deepEqual([unreadable.status, JSON.parse(unreadable.text).code], [direct.status, direct.json['code']])
    })

    test('Compressed responses and revalidation pass through', async () => {
      const list = await send('GET', '/api/cal/events/v1/events', { headers: { 'accept-encoding': 'gzip' } })
      const etag = list.headers.etag ?? ''
      assert.match(etag, /^(?:W\/)?"/)
      assert.equal(list.headers['content-encoding'], 'gzip')
      const again = await send('GET', '/api/cal/events/v1/events', { headers: { 'if-none-match': etag } })
      assert.equal(again.status, 304)
    })

    test('An image of several megabytes can be uploaded', async () => {
      const image = await createImage(300, 300, 'png')
      // Data after the end of a PNG image is ignored.
      const body = Buffer.concat([image, Buffer.alloc(12_000_000)])
      const headers = {
        ...{ authorization, 'content-type': 'image/png', 'content-length': String(body.length) },
        'content-disposition': 'attachment; filename="large.png"',
      }
      const { status, text } = await send('POST', '/api/cal/events/v1/media', { headers, body })
      assert.equal(status, 201, text)
    })

    test('The limit of sign-in attempts counts the client, and ignores the X-Forwarded-For that it sends', async () => {
      const statuses: number[] = []
      for (let attempt = 0; attempt <= SIGN_IN_LIMIT; attempt++) {
        const headers = { authorization: createBasicAuth('wrong'), 'x-forwarded-for': `198.51.100.${attempt}` }
        statuses.push((await send('GET', '/wp-json/wp/v2/users/me', { headers })).status)
      }
      assert.equal(statuses.at(-1), 429, statuses.join())
    })

    test('Plain HTTP is redirected to HTTPS', async () => {
      const response = await new Promise<{ status?: number; location?: string }>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: ports.http, path: '/events', headers: { host: 'localhost' } }
        httpRequest(options, (incoming) => {
          incoming.resume()
          resolve({ status: incoming.statusCode ?? 0, location: incoming.headers.location ?? '' })
        })
          .on('error', reject)
          .end()
      })
      assert.ok([301, 308].includes(response.status ?? 0), String(response.status))
      assert.match(response.location ?? '', /^https:\/\/localhost/)
    })
  })
}
