/** The jobs of all workers, of which only one runs most of them. */
import type { Broadcast } from '../../base/concurrency/ipc.ts'
import type { JobMonitor, JobStatus } from '../../kernel/job-monitor.ts'

const TOPIC = 'jobs'
const SEND_INTERVAL_MILLISECONDS = 2000

type Jobs = ReturnType<JobMonitor['read']>

/** Sends the jobs of this worker to the others. Returns a function that reads the jobs of all. */
export function shareJobs({ send, listen }: Broadcast, jobs: JobMonitor): () => Jobs {
  let received: Jobs = {}
  let receivedAt = 0
  listen(TOPIC, (body) => {
    if (!isJobs(body)) return
    received = body
    receivedAt = performance.now()
  })
  setInterval(() => {
    // A worker that only warms its own cache has nothing that concerns others.
    const own = jobs.read()
    if (Object.keys(own).length > 1) send(TOPIC, own)
  }, SEND_INTERVAL_MILLISECONDS).unref()
  return () => {
    // Without news, for example because that worker hangs, the jobs become overdue.
    const age = (performance.now() - receivedAt) / 1000
    const others = Object.entries(received).map(([name, job]) => [name, { ...job, lag: job.lag + age }])
    return { ...Object.fromEntries(others), ...jobs.read() }
  }
}

const isJobs = (body: unknown): body is Jobs =>
  typeof body === 'object' && body !== null && Object.values(body).every(isJobStatus)

const isJobStatus = (job: unknown): job is JobStatus =>
  typeof job === 'object' && job !== null && 'lag' in job && typeof job.lag === 'number' && 'isFailing' in job
