/** Collects violations and counts during a soak test. */
import { createHash } from 'node:crypto'

/** Time after a fault in which connections that it broke are still noticed, in milliseconds. */
const RECOVERY_MILLISECONDS = 3000

export interface FaultEffects {
  /** Connections may be refused or reset. */
  readonly breaksConnections: boolean
  /** Requests may return 503. */
  readonly causesErrors: boolean
}

export class Invariants {
  readonly violations: string[] = []
  readonly counts = new Map<string, number>()
  readonly #bodies = new Map<string, string>()
  readonly #generations = new Map<string, number>()
  #active: FaultEffects | undefined
  #ended = { breaksConnections: -RECOVERY_MILLISECONDS, causesErrors: -RECOVERY_MILLISECONDS }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  fail(description: string): void {
    const text = `${new Date().toISOString()} ${description}`
    this.violations.push(text)
    process.stdout.write(`VIOLATION ${text}\n`)
  }

  /** True while a fault has the effect, and for a few seconds afterwards. */
  mayHave(effect: keyof FaultEffects): boolean {
    return this.#active?.[effect] === true || performance.now() - this.#ended[effect] < RECOVERY_MILLISECONDS
  }

  async during<T>(effects: FaultEffects, run: () => Promise<T>): Promise<T> {
    this.#active = effects
    try {
      return await run()
    } finally {
      const now = performance.now()
      this.#ended = {
        breaksConnections: effects.breaksConnections ? now : this.#ended.breaksConnections,
        causesErrors: effects.causesErrors ? now : this.#ended.causesErrors,
      }
      this.#active = undefined
    }
  }

  /** Responses with the same validator have the same body. */
  checkValidator(url: string, etag: string, body: string): void {
    const hash = createHash('sha1').update(body).digest('base64')
    const key = `${url} ${etag}`
    const known = this.#bodies.get(key)
    if (known !== undefined && known !== hash) this.fail(`two bodies with the validator ${etag} of ${url}`)
    if (this.#bodies.size > 50_000) this.#bodies.clear()
    this.#bodies.set(key, hash)
  }

  /** The number of the newest change never decreases on a node while the epoch is the same. */
  checkGeneration(node: string, epoch: string, generation: number): void {
    const key = `${node} ${epoch}`
    const known = this.#generations.get(key) ?? 0
    if (generation < known) this.fail(`generation ${generation} after ${known} on ${node}`)
    this.#generations.set(key, generation)
  }
}
