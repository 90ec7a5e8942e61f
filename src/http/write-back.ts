/** Updates with a whole record that a client has read, changed and sent back (decision "Read, change, write back"). */
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../base/is-record.ts'
import { copyBody } from '../calendar/fragments/parse-view.ts'
import { Problem } from '../kernel/problem.ts'
import { parseFields } from '../kernel/validate-input.ts'
import { callEndpoint, type EndpointContext, type EndpointInput } from './endpoint-stages.ts'

/**
 * The input without the members that the record shows alike. A record shows some values in another form than they are
 * stored (texts, prices, a date that occurs twice), so writing them back would change them. The `id` of the record in
 * the body tells that the body was read; other updates are not compared, because this takes a read.
 */
export async function omitUnchangedMembers(context: EndpointContext, input: EndpointInput): Promise<EndpointInput> {
  if (!input.isWriteBack) return input
  const shown = await readShownRecord(context, input)
  const isUnchanged = (name: string, value: unknown) =>
    Object.hasOwn(shown, name) && !Object.hasOwn(input.pathArguments, name) && isDeepStrictEqual(shown[name], value)
  const changed = Object.entries(input.rawInput).filter(([name, value]) => !isUnchanged(name, value))
  return { ...input, rawInput: Object.fromEntries(changed) }
}

/** The response to GET; empty if the route has none, or not for this viewer. */
async function readShownRecord(
  context: EndpointContext,
  { fields, pathArguments }: EndpointInput,
): Promise<Readonly<Record<string, unknown>>> {
  const { match, request, target } = context
  const endpoint = match.route.endpoints.find(({ methods }) => methods.includes('GET'))
  if (!endpoint?.access(request.viewer, target)) return {}
  const read = { fields, rawInput: pathArguments, pathArguments, file: undefined, isWriteBack: false }
  const { values: args } = parseFields(endpoint.args, {}, { withDefaults: true })
  try {
    const { body } = await callEndpoint({ ...context, endpoint }, read, { args, found: {} })
    const shown = copyBody(body)
    return isRecord(shown) ? shown : {}
  } catch (error) {
    // For example, a trashed record is not shown, but may be updated.
    if (error instanceof Problem) return {}
    throw error
  }
}
