/** An outcome as it goes out: wrapped as asked, in bytes, with the headers of every answer. */
import type { Lasting } from '../actions/lasting.ts'
import { Problem } from '../calendar/problem.ts'
import { presentProblem } from './failure.ts'
import { commonHeaders, keptByCaches, linkHeader, type Place, spokenHeaders, type Voice } from './headers.ts'
import { type Wrapped, type Wrapping, wrap } from './output.ts'
import { type Prepared, prepare } from './prepared.ts'
import type { Reply, StreamedBody } from './route.ts'
import type { Outcome } from './run.ts'

export interface AnswerFacts extends Outcome {
  readonly place: Place
  readonly voice: Voice
  readonly wrapping: Wrapping
  /** For somebody in particular: signed in, or with a password. */
  readonly isPersonal: boolean
  readonly isRead: boolean
  /** A HEAD that Node does not know for one. */
  readonly isBodiless: boolean
  /** Of what anybody may keep. */
  readonly lasting: Lasting | undefined
  /** How long shared caches may keep it. */
  readonly cdnSeconds: number
  /** Of the database, as it was before anything was read of it. */
  readonly epoch: string
}

const NOTHING = Buffer.alloc(0)

const streamed = (status: number, headers: Wrapped['headers'], { mediaType, tag }: StreamedBody): Wrapped => ({
  status,
  headers,
  contentType: `${mediaType}; charset=UTF-8`,
  body: { bytes: NOTHING, tag },
})

export function answerInBytes(facts: AnswerFacts): Prepared {
  const { reply, allow, wrapping, voice, isPersonal, isRead, lasting } = facts
  const isFailure = reply instanceof Problem
  const answer: Reply = isFailure ? presentProblem(reply, voice.language) : reply
  const { link, ...own }: Readonly<Record<string, string | undefined>> = answer.headers ?? {}
  const handed = { ...(allow && { allow: allow.join(', ') }), ...own, ...(wrapping.isEnveloped && link && { link }) }
  const wrapped = answer.stream
    ? streamed(answer.status, handed, answer.stream)
    : wrap({ status: answer.status, headers: handed, body: answer.body, isFailure }, wrapping)
  return prepare({
    status: wrapped.status,
    headers: {
      ...commonHeaders(isPersonal),
      ...(answer.isLocalized && spokenHeaders(voice)),
      ...(lasting && keptByCaches(facts.cdnSeconds)),
      ...wrapped.headers,
      link: linkHeader(facts.place, wrapping.isEnveloped ? undefined : link),
    },
    contentType: wrapped.contentType,
    body: facts.isBodiless ? { ...wrapped.body, bytes: NOTHING } : wrapped.body,
    chunks: answer.stream?.chunks,
    isRead: isRead && !isFailure,
    revision: answer.revision === undefined ? undefined : { epoch: facts.epoch, seq: answer.revision },
    lastModified: lasting?.since,
  })
}
