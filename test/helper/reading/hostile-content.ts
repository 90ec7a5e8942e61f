/** Services whose readers misbehave, see hostile-readers.ts. */

import { findProgram } from '../../../src/base/concurrency/child-program.ts'
import { type ContainedReader, createContainedReader } from '../../../src/base/concurrency/contained-reader.ts'
import type { TestService } from '../service.ts'

/** Far less than the service allows, so that tests are fast. */
const CPU_MILLISECONDS = 300

export const createHostileReader = (cpuMilliseconds = CPU_MILLISECONDS): ContainedReader =>
  createContainedReader({ program: findProgram('hostile-readers', import.meta.url), cpuMilliseconds })

/** The same service, whose background work uses the reader. */
export const withReader = (service: TestService, reader: ContainedReader): TestService => ({
  ...service,
  services: { ...service.services, reader },
})
