/**
 * Returns a function that returns the CPU time of this process since the call, in milliseconds. Tests of costs measure it
 * instead of the time of a clock, because other programs on the machine change only that.
 */
export function startCpuTimer(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
