/** Saves the form: with the scope of a series, and with a comparison when another user has saved meanwhile. */
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../../api/api-error.ts'
import type { Scope } from '../../../components/scopes.ts'
import { createEvent, type LoadedEvent, loadEvent, updateEvent } from '../model/event-requests.ts'
import { type EventValues, FIELD_NAMES, type FieldName, listDifferences, pickValues } from '../model/event-values.ts'
import type { Version } from './use-draft.ts'

export interface SaveOptions {
  readonly form: UseFormReturn<EventValues>
  /** Undefined for a new event. */
  readonly id: number | undefined
  readonly isOccurrence: boolean
  /** Called when everything is saved that was entered when saving began. */
  readonly onSaved: () => void
  readonly version: Version
  readonly setVersion: (version: Version) => void
}

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

/** Fields that the service completes, such as the ID of a new venue. */
const COMPLETED: readonly FieldName[] = ['venue', 'organizer', 'categories', 'tags', 'slug', 'status', 'date']

export function useSave({ form, id, isOccurrence, onSaved, version, setVersion }: SaveOptions) {
  const [state, setState] = useState<SaveState>('idle')
  const [failure, setFailure] = useState('')
  const [theirs, setTheirs] = useState<LoadedEvent>()
  const [isScopeAsked, setScopeAsked] = useState(false)
  const running = useRef<Promise<number | undefined>>(undefined)

  const write = async (scope: Scope | undefined, isQuiet: boolean): Promise<number | undefined> => {
    const sent = structuredClone(form.getValues())
    setState('saving')
    setFailure('')
    form.clearErrors()
    try {
      const savedId = id ?? (await createEvent(sent))
      if (id !== undefined) {
        await updateEvent(sent, { id, ...version, scope })
        const stored = await loadEvent(id)
        onSaved()
        setVersion(acceptStored(form, stored, sent, isQuiet))
      } else onSaved()
      setState('saved')
      return savedId
    } catch (error) {
      setState('failed')
      if (isOutdated(error) && id !== undefined) setTheirs(await loadEvent(id))
      else setFailure(showErrors(form, error, isQuiet))
      return undefined
    }
  }

  /** Resolves to the ID, or to undefined if nothing was saved (yet). Writes run one after another. */
  const save = async (options: { readonly scope?: Scope; readonly isQuiet?: boolean } = {}) => {
    await running.current
    const isUnchanged = id !== undefined && listDifferences(form.getValues(), version.base).length === 0
    if (isUnchanged) {
      setState('saved')
      return id
    }
    if (isOccurrence && !options.scope) {
      setScopeAsked(true)
      return undefined
    }
    setScopeAsked(false)
    running.current = write(options.scope, options.isQuiet === true)
    return running.current
  }

  return { save, state, failure, theirs, setTheirs, isScopeAsked, setScopeAsked }
}

/**
 * Shows what was stored, except in fields that were changed after `sent`. A quiet save replaces only fields that the
 * service completes. Returns the version that the form is based on now.
 */
function acceptStored(
  form: UseFormReturn<EventValues>,
  { input, etag }: LoadedEvent,
  sent: EventValues,
  isQuiet: boolean,
): Version {
  const stored = pickValues(input)
  const current = form.getValues()
  const typed: readonly string[] = listDifferences(current, sent)
  const replaced = FIELD_NAMES.filter((name) => !typed.includes(name)).filter(
    (name) => !isQuiet || COMPLETED.some((one) => one === name),
  )
  form.reset({ ...current, ...pick(stored, replaced) })
  return { base: isQuiet ? { ...sent, ...pick(stored, COMPLETED) } : stored, etag }
}

const pick = (values: EventValues, names: readonly string[]): Partial<EventValues> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.status === 412

/** Shows errors of fields at the fields. Returns the text for the others. */
function showErrors(form: UseFormReturn<EventValues>, error: unknown, isQuiet: boolean): string {
  const errors = error instanceof ApiError ? Object.entries<string>(error.body.errors) : []
  const [ours, others] = [true, false].map((isOurs) => errors.filter(([name]) => FIELD_NAMES.includes(name) === isOurs))
  for (const [index, [name, message]] of (ours ?? []).entries())
    form.setError(name as FieldName, { type: 'service', message }, { shouldFocus: index === 0 && !isQuiet })
  if ((others ?? []).length > 0) return (others ?? []).map(([name, message]) => `${name}: ${message}`).join(' ')
  return ours && ours.length > 0 ? '' : error instanceof Error ? error.message : String(error)
}
