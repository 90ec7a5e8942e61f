/** Shares one decoder process between all workers. It belongs to the supervisor, to which workers send their jobs. */
import type { Worker } from 'node:cluster'
import {
  type DecodedImage,
  type ImageDecoder,
  type ImageJob,
  parseDecoderResult,
  type RejectedImage,
} from '../../calendar/images/image-decoder.ts'
import { createOverloadProblem } from '../../calendar/images/media-problems.ts'
import { Problem } from '../../kernel/problem.ts'

interface DecodeRequest {
  readonly kind: 'decode image'
  readonly id: number
  readonly job: ImageJob
}

interface DecodeResponse {
  readonly kind: 'image decoded'
  readonly id: number
  /** Undefined if decoding failed for another reason than the image. */
  readonly result: DecodedImage | RejectedImage | undefined
  readonly reason: string
}

/** Decoder of a worker. Jobs that the supervisor does not finish fail with the problem `overloaded`. */
export function createWorkerDecoder(worker: Worker): ImageDecoder {
  const waiting = new Map<number, (response: Omit<DecodeResponse, 'kind' | 'id'>) => void>()
  let lastId = 0
  worker.on('message', (message: unknown) => {
    if (isMessageOfKind(message, 'image decoded')) waiting.get(message.id)?.(message)
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
          const read = parseDecoderResult(result)
          if (read) resolve(read)
          else reject(createOverloadProblem(new Error(reason)))
        })
        const request: DecodeRequest = { kind: 'decode image', id, job }
        if (worker.isConnected()) worker.send(request)
        else waiting.get(id)?.({ result: undefined, reason: 'the service is stopping' })
      }),
    close: async () => undefined,
  }
}

type ListenToWorkers = (listener: (worker: Worker, message: unknown) => void) => void

/** Decodes jobs of workers. */
export function decodeForWorkers(listen: ListenToWorkers, decoder: ImageDecoder): void {
  const decode = async ({ id, job }: DecodeRequest): Promise<DecodeResponse> => {
    try {
      return { kind: 'image decoded', id, result: await decoder.decode(job), reason: '' }
    } catch (error) {
      return { kind: 'image decoded', id, result: undefined, reason: describeError(error) }
    }
  }
  listen((worker, message) => {
    if (!isMessageOfKind(message, 'decode image')) return
    void decode(message).then((response) => {
      if (worker.isConnected()) worker.send(response)
    })
  })
}

function describeError(error: unknown): string {
  const cause = error instanceof Problem ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

interface DecoderMessages {
  readonly 'decode image': DecodeRequest
  readonly 'image decoded': DecodeResponse
}

/** Both processes run the same program, so only the kind of a message is checked. */
const isMessageOfKind = <K extends keyof DecoderMessages>(message: unknown, kind: K): message is DecoderMessages[K] =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind
