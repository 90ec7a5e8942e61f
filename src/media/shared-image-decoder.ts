/** One decoder process for all workers of a service: the process that forked them has it, and they send it their jobs. */
import type { Worker } from 'node:cluster'
import { Problem } from '../calendar/problem.ts'
import { type DecodedImage, type FlawedImage, type ImageDecoder, type ImageJob, readResult } from './image-decoder.ts'
import { overloaded } from './overloaded.ts'

interface Request {
  readonly kind: 'decode image'
  readonly id: number
  readonly job: ImageJob
}

interface Response {
  readonly kind: 'image decoded'
  readonly id: number
  /** Undefined when the image could not be decoded now. */
  readonly result: DecodedImage | FlawedImage | undefined
  readonly reason: string
}

/** A decoder of a worker. Jobs that the other process does not finish fail with the problem `overloaded`. */
export function createWorkerDecoder(worker: Worker): ImageDecoder {
  const waiting = new Map<number, (response: Omit<Response, 'kind' | 'id'>) => void>()
  let lastId = 0
  worker.on('message', (message: unknown) => {
    if (isMessage(message, 'image decoded')) waiting.get(message.id)?.(message)
  })
  worker.once('disconnect', () => {
    for (const settle of waiting.values()) settle({ result: undefined, reason: 'the service is stopping' })
  })
  return {
    decode: (job) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        waiting.set(id, ({ result, reason }) => {
          waiting.delete(id)
          const read = readResult(result)
          if (read) resolve(read)
          else reject(overloaded(new Error(reason)))
        })
        const request: Request = { kind: 'decode image', id, job }
        if (worker.isConnected()) worker.send(request)
        else waiting.get(id)?.({ result: undefined, reason: 'the service is stopping' })
      }),
    close: async () => undefined,
  }
}

type Listen = (listener: (worker: Worker, message: unknown) => void) => void

/** Decodes what workers send. */
export function decodeForWorkers(listen: Listen, decoder: ImageDecoder): void {
  const decode = async ({ id, job }: Request): Promise<Response> => {
    try {
      return { kind: 'image decoded', id, result: await decoder.decode(job), reason: '' }
    } catch (error) {
      return { kind: 'image decoded', id, result: undefined, reason: reasonOf(error) }
    }
  }
  listen((worker, message) => {
    if (!isMessage(message, 'decode image')) return
    void decode(message).then((response) => {
      if (worker.isConnected()) worker.send(response)
    })
  })
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Problem ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

interface Messages {
  readonly 'decode image': Request
  readonly 'image decoded': Response
}

/** Both ends of the channel run this program, so the rest of a message of its kind is as it should be. */
const isMessage = <K extends keyof Messages>(message: unknown, kind: K): message is Messages[K] =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind
