/** `POST /batch`: several requests in one (decisions: Bulk). */
import { setTimeout as pause } from 'node:timers/promises'
import { allowEveryone } from '../../http/access-rules.ts'
import {
  type BatchItem,
  type BatchItemResponse,
  type BatchRunner,
  CREATE_METHODS,
  defineEndpoint,
  type EndpointRequest,
  type Route,
} from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { isTrueWord } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import { type BatchArguments, batchFields } from './batch-fields.ts'

type BatchRequest = EndpointRequest<never, BatchArguments>

async function run(call: BatchRequest): Promise<EndpointResponse> {
  const { batch, args } = call
  if (!batch) throw problem('batch_nested')
  return okResponse({ responses: await (args.atomic ? runAtomically(call, batch) : runOneByOne(call, batch)) })
}

/** `services` belong to the transaction, which ends with the response to the batch. */
function runAtomically({ services, args }: BatchRequest, batch: BatchRunner): Promise<BatchItemResponse[]> {
  if (args.requests.some(({ headers }) => headers['idempotency-key'] !== undefined)) throw problem('batch_not_atomic')
  return batch.run({ services: { ...services, mustNotFetch: true } }, async (send) => {
    const responses: BatchItemResponse[] = []
    for (const [index, item] of args.requests.entries()) {
      const response = await send(item)
      if (response.status >= 400) throw createBatchProblem(index, response)
      responses.push(response)
    }
    return responses
  })
}

/** Has the status of the request that failed, so that the client can decide whether to retry. */
function createBatchProblem(index: number, response: BatchItemResponse) {
  const retryAfter = Number(response.headers['retry-after'])
  return problem('batch_failed', {
    status: response.status,
    values: { number: String(index + 1) },
    data: { failed: index, response },
    ...(retryAfter > 0 && { retryAfter }),
  })
}

/** Other processes try to lock the database at intervals; after a long request, the next one leaves time for them. */
const LONG_MILLISECONDS = 100
const PAUSE_MILLISECONDS = 25

function runOneByOne({ args, rawInput }: BatchRequest, batch: BatchRunner): Promise<BatchItemResponse[]> {
  const isDryRun = isTrueWord(rawInput['dry_run'])
  return batch.run({ isDryRun }, async (send) => {
    const responses: BatchItemResponse[] = []
    for (const [index, item] of args.requests.entries()) {
      const keyed = batch.idempotencyKey === undefined ? item : withKey(item, `${batch.idempotencyKey}/${index}`)
      const startedAt = performance.now()
      responses.push(await send(keyed))
      if (performance.now() - startedAt > LONG_MILLISECONDS) await pause(PAUSE_MILLISECONDS)
    }
    return responses
  })
}

/** A repeated batch executes only what was not executed before. */
const withKey = (item: BatchItem, key: string): BatchItem => ({
  ...item,
  headers: { 'idempotency-key': key, ...item.headers },
})

export const batchRoute: Route = {
  pattern: '/batch',
  endpoints: [
    defineEndpoint({
      operation: 'runBatch',
      answers: { 200: 'Batch', 404: 'Error', 410: 'Error', 412: 'Error' },
      methods: CREATE_METHODS,
      path: {},
      args: batchFields,
      isBatch: true,
      access: allowEveryone,
      handle: run,
    }),
  ],
}
