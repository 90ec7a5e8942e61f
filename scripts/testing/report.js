/** What a run of tests prints. */
import { startStep } from '../setup/step.js'

const SLOWEST = 10

/** Failures are printed at once, with the output of their file. */
export function createReport() {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const files = []
  let step
  let count = 0

  return {
    addCheck: ({ name, isPassed, seconds, output }) => {
      sum[isPassed ? 'passed' : 'failed']++
      if (!isPassed) print(output)
      print(`${isPassed ? 'ok' : 'not ok'} ${name} (${seconds.toFixed(1)} s)`)
    },
    startFiles: (number) => {
      count = number
      step = startStep('Running tests', () => `${files.length} of ${count} files, ${formatSum(sum)}`)
    },
    addFile: (result) => {
      files.push(result)
      sum.passed += result.passed
      sum.skipped += result.skipped
      sum.failed += result.failures.length
      if (result.failures.length > 0) printFailures(result)
    },
    /** Returns whether all passed. */
    printSum: () => {
      step?.end(sum.failed === 0)
      printSlowest(files)
      printFailed(files)
      print(formatSum(sum))
      return sum.failed === 0
    },
  }
}

function printFailures({ file, failures, output }) {
  for (const { name, error } of failures) print(`not ok ${file}: ${name}\n${error.replaceAll(/^/gm, '  ')}`)
  if (output.trim() !== '') print(`Output of ${file}:\n${output}`)
}

/** Repeats the names of failed tests, because CI may show only the end of a long log. */
function printFailed(files) {
  for (const { file, failures } of files) for (const { name } of failures) print(`Failed: ${file}: ${name}`)
}

function printSlowest(files) {
  if (files.length <= SLOWEST) return
  print(`The ${SLOWEST} files with the most CPU time:`)
  const slowest = files.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, SLOWEST)
  for (const { file, seconds, cpuSeconds } of slowest)
    print(`  ${cpuSeconds.toFixed(1).padStart(6)} s (${seconds.toFixed(1)} s in all) ${file}`)
}

const formatSum = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const print = (text) => process.stdout.write(`${text}\n`)
