/** A limit of input, which docs/limits.md shows, and what tries it. */
import type { SettingName } from '../../src/config.ts'
import type { ProblemCode } from '../../src/kernel/problem.ts'
import type { Json, TestResponse, TestService } from '../helper/service.ts'

export interface Limit {
  /** The limited quantity, as the page shows it. */
  readonly name: string
  /** Largest amount that is accepted, or the setting of it. */
  readonly max: number | SettingName
  readonly unit: string
  readonly beyond: Answer
  /** Label `limit` of the metric that counts rejected requests. */
  readonly metric?: string
  readonly trial: Trial | CoveringTest
}

/** The code of the error, or what happens instead. */
export type Answer =
  | { readonly error: ProblemCode /** Parameter that the error names. */; readonly field?: string }
  | { readonly effect: string }

/** Sends input of this amount. Returns the response, or whether the effect occurred. */
export type Trial = (service: TestService, amount: number) => Promise<TestResponse | boolean>

/** A test for limits that need a service, a clock or more time of their own. */
export interface CoveringTest {
  /** Repository path. */
  readonly file: string
  /** Part of the name, as in the source. */
  readonly test: string
}

export const coveredBy = (path: string, test: string): CoveringTest => ({ file: `test/${path}.test.ts`, test })

export const fill = (length: number): string => 'x'.repeat(length)

/** An error of a field of a JSON body, and its trial. */
export function rejectField(
  path: string,
  field: string,
  createValue: (amount: number) => unknown,
  others: Json = {},
): Pick<Limit, 'beyond' | 'trial'> {
  const trial: Trial = (service, amount) =>
    service.send('POST', `//api/cal/events/v1${path}`, {
      as: 'admin',
      json: { ...others, [field]: createValue(amount) },
    })
  return { beyond: { error: 'rest_invalid_param', field }, trial }
}

export const EVENT = { title: 'Concert', start_date: '2027-03-01', end_date: '2027-03-01' } as const

/** Creates a record with this name, and returns its ID. */
export async function createRecord(service: TestService, path: string, json: Json): Promise<number> {
  const created = await service.send('POST', path, { as: 'admin', json })
  if (created.status !== 201) throw new Error(`POST ${path}: ${created.text}`)
  return created.json.id
}
