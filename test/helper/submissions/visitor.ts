/** A visitor who fills in the form for events. */
import assert from 'node:assert/strict'
import { createMultipart, type MultipartPart } from '../http/upload-body.ts'
import type { TestResponse, TestService } from '../service.ts'

export type FormTexts = Readonly<Record<string, string>>

/** A complete form. */
export const CONCERT: FormTexts = {
  title: 'Choir concert',
  description: 'Songs of the sea.\n\nDoors open at 18:30.',
  start_date: '2027-03-01',
  start_time: '19:00',
  end_date: '',
  end_time: '21:00',
  timezone: 'America/New_York',
  name: 'Ann Singer',
  email: 'ann@example.org',
  company: '',
}

export interface Visitor {
  /** A form token that was issued a minute ago. */
  readonly readToken: () => Promise<string>
  /** Sends the form, by default with a valid token. */
  readonly send: (texts: FormTexts, image?: Buffer) => Promise<TestResponse>
  /** Submits an event and returns its link, relative to the site. */
  readonly submit: (texts?: FormTexts, image?: Buffer) => Promise<string>
  readonly open: (link: string) => Promise<TestResponse>
  /** Sends the form of a link; the revision is the current one unless it is given. */
  readonly change: (link: string, texts: FormTexts, image?: Buffer) => Promise<TestResponse>
  /** Lets time pass. */
  readonly advance: (seconds: number) => void
}

const readInput = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

/** The clock of the service starts at `start`, UTC. Each visitor has an address of its own. */
export function createVisitor(service: TestService, start: string, ip = '203.0.113.1'): Visitor {
  let now = Date.parse(start)
  const headers = { 'x-forwarded-for': ip }
  const advance = (seconds: number) => {
    now += seconds * 1000
    service.setNow(new Date(now).toISOString())
  }
  const post = (path: string, texts: FormTexts, image?: Buffer) => {
    const parts: MultipartPart[] = Object.entries(texts).map(([name, content]) => ({ name, content }))
    if (image) parts.push({ name: 'image', content: image, fileName: 'poster.png' })
    const form = createMultipart(parts)
    return service.send('POST', `/${path}`, { body: form.body, headers: { ...form.headers, ...headers } })
  }
  const readToken = async () => {
    const { text } = await service.send('GET', '//events/submit/', { headers })
    advance(60)
    return readInput(text, 'form_token')
  }
  const send = async (texts: FormTexts, image?: Buffer) =>
    post('/events/submit/', { form_token: texts['form_token'] ?? (await readToken()), ...texts }, image)
  const open = (link: string) => service.send('GET', `/${link}`, { headers })
  return {
    readToken,
    send,
    submit: async (texts = CONCERT, image) => {
      const { status, headers, text } = await send(texts, image)
      assert.equal(status, 303, text)
      return (headers['location'] ?? '').slice(service.origin.length).replace('&done=submitted', '')
    },
    open,
    change: async (link, texts, image) => {
      const revision = texts['revision'] ?? readInput((await open(link)).text, 'revision')
      return post(link, { ...texts, revision, action: 'save' }, image)
    },
    advance,
  }
}
