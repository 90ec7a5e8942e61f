/**
 * Preloaded into the service by `--import`: shifts its clock by the number of milliseconds in the file SOAK_CLOCK, which is
 * read ten times a second. Monotonic clocks are not shifted, as when an operator or NTP sets the clock.
 */
import { readFileSync } from 'node:fs'

const file = process.env.SOAK_CLOCK
const SystemDate = Date
let shift = 0

function readShift() {
  try {
    shift = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    shift = 0
  }
}

class ShiftedDate extends SystemDate {
  constructor(...args) {
    if (args.length === 0) super(SystemDate.now() + shift)
    else super(...args)
  }

  static now() {
    return SystemDate.now() + shift
  }
}

if (file) {
  readShift()
  setInterval(readShift, 100).unref()
  globalThis.Date = ShiftedDate
}
