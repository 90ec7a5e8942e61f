/** The form of one event: fields, saving, and everything that prevents the loss of input. */
import { Alert, Button } from '@mui/material'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { ScopeDialog } from '../../components/scope-dialog.tsx'
import { SCOPES, type Scope } from '../../components/scopes.ts'
import { EventFields } from './event-fields.tsx'
import type { Draft } from './model/drafts.ts'
import type { LoadedEvent } from './model/event-requests.ts'
import {
  type EventValues,
  type FieldName,
  listDifferences,
  pickChanges,
  pickNewFields,
  pickValues,
} from './model/event-values.ts'
import { mergeVersions } from './model/merge-values.ts'
import { ComparisonDialog } from './save/comparison-dialog.tsx'
import { SaveBar } from './save/save-bar.tsx'
import { useDraft, type Version } from './save/use-draft.ts'
import { useLeaveWarning } from './save/use-leave-warning.tsx'
import { useSave } from './save/use-save.ts'
import { useServiceDraft } from './save/use-service-draft.ts'
import { useTrash } from './save/use-trash.tsx'

const PreviewDialog = lazy(() => import('./preview/preview-dialog.tsx'))

export interface EventFormProps {
  /** Undefined for a new event. */
  readonly loaded: LoadedEvent | undefined
  /** Values without unsaved input. */
  readonly initial: EventValues
  /** Values that the fields have at first and that are not saved, such as a copy. */
  readonly prefilled?: EventValues | undefined
  readonly draftKey: string
  readonly draft: Draft | undefined
}

export function EventForm(props: EventFormProps) {
  const { initial, prefilled, loaded, draft } = props
  const form = useForm<EventValues>({ defaultValues: draft?.values ?? prefilled ?? initial, shouldUnregister: false })
  const [version, setVersion] = useState<Version>(
    draft && loaded ? { base: draft.base, etag: draft.etag } : { base: initial, etag: loaded?.etag ?? '' },
  )
  return (
    <FormProvider {...form}>
      <FormContent {...props} form={form} version={version} setVersion={setVersion} />
    </FormProvider>
  )
}

interface FormContentProps extends EventFormProps {
  readonly form: UseFormReturn<EventValues>
  readonly version: Version
  readonly setVersion: (version: Version) => void
}

/** Saving, merging, and everything that keeps input: drafts and the warning before the form is left. */
function useEventForm({ loaded, draftKey, draft, form, version, setVersion }: FormContentProps) {
  const notify = useNotify()
  const id = loaded?.input.id
  const isOccurrence = Boolean(loaded?.input.series)
  const [isDirty, setDirty] = useState(draft !== undefined)
  const [isNext, setNext] = useState(false)
  // The write uses the version of the next render.
  const [isMerged, setMerged] = useState(false)
  const discard = useDraft(draftKey, version, setDirty)
  const saving = useSave({ form, id, isOccurrence, onSaved: discard, version, setVersion })
  useServiceDraft(version.base.status === 'draft' && id !== undefined && !isOccurrence, () =>
    saving.save({ isQuiet: true }),
  )
  const leave = useLeaveWarning(isDirty)
  const trash = useTrash(id, isOccurrence, () => {
    discard()
    leave.allow()
  })
  const saveThen = useCallback(
    async (startsNew: boolean, scope?: Scope) => {
      setNext(startsNew)
      const savedId = await saving.save(scope ? { scope } : {})
      if (savedId === undefined) return
      notify('form.saved')
      setDirty(false)
      if (startsNew) leave.go(`/events/create?after=${savedId}`)
      else if (id === undefined) leave.go(`/events/${savedId}`)
    },
    [saving.save, id, notify, leave.go],
  )
  useShortcuts(saveThen)
  useEffect(() => {
    if (!isMerged) return
    setMerged(false)
    void saveThen(isNext)
  }, [isMerged, isNext, saveThen])
  const mergeAndSave = (fromTheirs: readonly FieldName[]) => {
    if (!saving.theirs) return
    const theirs = pickValues(saving.theirs.input)
    form.reset(mergeVersions({ base: version.base, mine: form.getValues(), theirs }, fromTheirs))
    setVersion({ base: theirs, etag: saving.theirs.etag })
    saving.setTheirs(undefined)
    setMerged(true)
  }
  return { saving, leave, trash, discard, isDirty, isNext, saveThen, mergeAndSave }
}

function FormContent(props: FormContentProps) {
  const { loaded, initial, prefilled, draft, form, setVersion } = props
  const navigate = useNavigate()
  const id = loaded?.input.id
  const [isRestored, setRestored] = useState(draft !== undefined)
  const [isPreviewed, setPreviewed] = useState(false)
  const actions = useEventForm(props)
  const { saving, leave, trash, saveThen } = actions
  const restart = () => {
    actions.discard()
    setRestored(false)
    setVersion({ base: initial, etag: loaded?.etag ?? '' })
    form.reset(prefilled ?? initial)
  }
  return (
    <>
      {isRestored && <DraftNotice onDiscard={restart} />}
      <EventFields
        id={id}
        isOccurrence={Boolean(loaded?.input.series)}
        hasPassword={loaded?.input.has_password ?? false}
      />
      <SaveBar
        state={saving.state}
        failure={saving.failure}
        isDirty={actions.isDirty}
        onSave={() => saveThen(false)}
        onSaveAndNew={() => saveThen(true)}
        onPreview={() => setPreviewed(true)}
        onDuplicate={id === undefined ? undefined : () => navigate(`/events/create?from=${id}`)}
        onTrash={id === undefined ? undefined : trash.start}
      />
      <SaveDialogs {...props} {...actions} />
      {isPreviewed && <Preview {...props} onClose={() => setPreviewed(false)} />}
      {trash.dialog}
      {leave.dialog}
    </>
  )
}

type SaveDialogsProps = FormContentProps & ReturnType<typeof useEventForm>

/** The questions that saving may ask: the scope in a series, and a comparison with the version of another user. */
function SaveDialogs({ form, version, saving, isNext, saveThen, mergeAndSave }: SaveDialogsProps) {
  const translate = useTranslate()
  const values = form.getValues()
  return (
    <>
      {saving.isScopeAsked && (
        <ScopeDialog
          title={translate('form.scope.save')}
          confirmLabel={translate('ra.action.confirm')}
          scopes={listScopes(values, version.base)}
          onChoose={(scope) => saveThen(isNext, scope)}
          onClose={() => saving.setScopeAsked(false)}
        />
      )}
      {saving.theirs && (
        <ComparisonDialog
          versions={{ base: version.base, mine: values, theirs: pickValues(saving.theirs.input) }}
          onSave={mergeAndSave}
          onClose={() => saving.setTheirs(undefined)}
        />
      )}
    </>
  )
}

function Preview({ loaded, initial, form, version, onClose }: FormContentProps & { readonly onClose: () => void }) {
  const id = loaded?.input.id
  const values = form.getValues()
  return (
    <Suspense>
      <PreviewDialog
        id={id}
        fields={id === undefined ? pickNewFields(values) : pickChanges(values, version.base)}
        isPublished={initial.status === 'publish' && id !== undefined}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** A recurrence belongs to several events. */
const listScopes = (values: EventValues, base: EventValues): readonly Scope[] =>
  listDifferences(values, base).includes('recurrence') ? ['following', 'all'] : SCOPES

function DraftNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onDiscard}>
          {translate('form.draft.discard')}
        </Button>
      }
    >
      {translate('form.draft.restored')}
    </Alert>
  )
}

/** Ctrl+S saves, Ctrl+Enter saves and starts a new event. */
function useShortcuts(save: (startsNew: boolean) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 's' && key !== 'enter') return
      event.preventDefault()
      save(key === 'enter')
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [save])
}
