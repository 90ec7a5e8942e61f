import { useCallback, useEffect, useRef } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import { useBlocker, useNavigate } from 'react-router-dom'

/** Asks before the form is left with unsaved input. `go` leaves without a question. */
export function useLeaveWarning(isDirty: boolean) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const isFree = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isFree.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  const allow = useCallback(() => {
    isFree.current = true
  }, [])
  const go = useCallback(
    (path: string) => {
      allow()
      void navigate(path)
    },
    [navigate, allow],
  )
  const dialog = blocker.state === 'blocked' && (
    <Confirm
      isOpen
      title={translate('form.leave.title')}
      content={translate('form.leave.text')}
      confirm={translate('form.leave.leave')}
      cancel={translate('form.leave.stay')}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  )
  return { go, allow, dialog }
}
