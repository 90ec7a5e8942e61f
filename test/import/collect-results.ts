/** An observer of imports that collects what it receives. */
import {
  formatProblem,
  type InputObserver,
  type InputResult,
} from '../../src/features/imports/formats/import-inputs.ts'

export interface CollectedResults {
  readonly observer: InputObserver
  /** Without `folder`. */
  readonly problems: string[]
  /** Records that were created, changed or rejected. */
  readonly changes: InputResult[]
}

export function collectResults(folder = ''): CollectedResults {
  const problems: string[] = []
  const changes: InputResult[] = []
  const result = (one: InputResult): void => {
    const text = formatProblem(one)
    if (text !== undefined) problems.push(folder === '' ? text : text.replaceAll(`${folder}/`, ''))
    if (one.kind !== '' && one.outcome !== 'unchanged' && one.outcome !== 'warning') changes.push(one)
  }
  return { observer: { result, progress: () => {} }, problems, changes }
}
