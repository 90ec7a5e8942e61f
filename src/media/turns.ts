export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Lets one piece of work run at a time, in the order they came; one that fails does not stop the next. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
