/** Requests and notices between the supervisor and its workers. Each side has a `Worker` object for the channel. */
import type { Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'

type MessageKind = 'request' | 'response' | 'notice'

interface IpcMessage {
  readonly kind: MessageKind
  /** Subject of the message. */
  readonly topic: string
  /** The same in a request and its response; empty in notices. */
  readonly id: string
  readonly body: unknown
}

const isMessage = (message: unknown, kind: MessageKind): message is IpcMessage =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind && 'topic' in message

function send(peer: Worker, message: IpcMessage): void {
  if (peer.isConnected()) peer.send(message)
}

/** Resolves with the body of the response; undefined when none arrives in time. */
export function requestFrom(peer: Worker, topic: string, milliseconds: number): Promise<unknown> {
  const id = randomUUID()
  return new Promise((resolve) => {
    const finish = (body: unknown) => {
      clearTimeout(timeout)
      peer.off('message', onMessage)
      resolve(body)
    }
    const onMessage = (message: unknown) => {
      if (isMessage(message, 'response') && message.id === id) finish(message.body)
    }
    const timeout = setTimeout(() => finish(undefined), milliseconds)
    peer.on('message', onMessage)
    send(peer, { kind: 'request', topic, id, body: undefined })
  })
}

/** Responds to requests of one topic; a rejected `answer` is reported as undefined. */
export function answerRequests(peer: Worker, topic: string, answer: () => Promise<unknown>): void {
  peer.on('message', (message: unknown) => {
    if (!isMessage(message, 'request') || message.topic !== topic) return
    const respond = (body: unknown) => send(peer, { kind: 'response', topic, id: message.id, body })
    answer().then(respond, () => respond(undefined))
  })
}

/** Notices that reach all other workers. */
export interface Broadcast {
  readonly send: (topic: string, body: unknown) => void
  /** `listener` must not trust the shape of the body. */
  readonly listen: (topic: string, listener: (body: unknown) => void) => void
}

export const createBroadcast = (supervisor: Worker): Broadcast => ({
  send: (topic, body) => send(supervisor, { kind: 'notice', topic, id: '', body }),
  listen: (topic, listener) => {
    supervisor.on('message', (message: unknown) => {
      if (isMessage(message, 'notice') && message.topic === topic) listener(message.body)
    })
  },
})

/** Passes the notices of one worker on to the others. */
export function relayNotices(sender: Worker, listWorkers: () => Iterable<Worker>): void {
  sender.on('message', (message: unknown) => {
    if (!isMessage(message, 'notice')) return
    for (const worker of listWorkers()) if (worker !== sender) send(worker, message)
  })
}
