/** Limits on what a process does at the same time: memory, bodies in memory, uploads. */
import type { IncomingMessage } from 'node:http'
import { type Problem, problem } from '../../kernel/problem.ts'

export interface WorkLimits {
  /** Starts a request. Call `release` when its response was sent. */
  readonly admit: (request: IncomingMessage) => Admission
  /** Starts an upload and returns the function that ends it. Throws `overloaded`. */
  readonly beginUpload: () => () => void
  readonly close: () => void
}

interface Admission {
  /** Why the request cannot be handled now. */
  readonly problem: Problem | undefined
  readonly release: () => void
}

export interface WorkLimitOptions {
  readonly maxUploads: number
  /** Received bytes of bodies that are kept in memory. */
  readonly maxBodyBytes: number
  /** Resident memory of the process. */
  readonly maxMemoryBytes: number
  /** Called with the name of the limit. */
  readonly onReject: (limit: string) => void
  /** Resident memory, in bytes. */
  readonly readMemory?: () => number
}

/** Larger bodies are files, which are written to the disk while they arrive. */
const MAX_BYTES_IN_MEMORY = 1_048_576
const MEMORY_INTERVAL_MILLISECONDS = 500
const RETRY_SECONDS = 5

export function createWorkLimits(options: WorkLimitOptions): WorkLimits {
  const { maxUploads, maxBodyBytes, maxMemoryBytes, onReject, readMemory = () => process.memoryUsage.rss() } = options
  /** Functions that return the bytes received for a request. */
  const bodies = new Set<() => number>()
  let uploads = 0
  let isMemoryFull = false
  const timer = setInterval(() => {
    try {
      isMemoryFull = readMemory() > maxMemoryBytes
    } catch {
      // At the limit of open files, the memory cannot be read. The last measurement stays valid.
    }
  }, MEMORY_INTERVAL_MILLISECONDS).unref()
  const reject = (limit: string): Problem => {
    onReject(limit)
    return problem('overloaded', { retryAfter: RETRY_SECONDS })
  }
  const isBodyLimitReached = (): boolean => {
    let bytes = 0
    for (const count of bodies) bytes += count()
    return bytes > maxBodyBytes
  }
  return {
    admit: (request) => {
      if (isMemoryFull) return { problem: reject('memory'), release: () => {} }
      if (!hasBody(request)) return ADMITTED
      if (isBodyLimitReached()) return { problem: reject('body'), release: () => {} }
      const count = countReceivedBytes(request)
      bodies.add(count)
      return { problem: undefined, release: () => bodies.delete(count) }
    },
    beginUpload: () => {
      if (uploads >= maxUploads) throw reject('uploads')
      uploads++
      return () => {
        uploads--
      }
    },
    close: () => clearInterval(timer),
  }
}

const ADMITTED: Admission = { problem: undefined, release: () => {} }

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Counts what has arrived, not what was announced: a client that sends nothing uses no memory. */
function countReceivedBytes({ socket }: IncomingMessage): () => number {
  const before = socket.bytesRead
  return () => Math.min(socket.bytesRead - before, MAX_BYTES_IN_MEMORY) || 0
}
