import { useEffect, useRef, useState } from 'react'

/**
 * A calendar in a frame that is as high as its content.
 *
 *     <CalendarFrame calendar="https://calendar.example" path="events/month/" query={{ open: 'here', theme: 'dark' }} />
 *
 * @param {object} props
 * @param {string} props.calendar URL of the calendar, without a slash at its end
 * @param {string} [props.path] page to show, such as `events/month/`, `venue/SLUG/` or `event/SLUG/`
 * @param {Record<string, string>} [props.query] filters, `theme`, `open` and `limit`
 * @param {string} [props.title] accessible title; by default the title of the page in the frame
 */
export function CalendarFrame({ calendar, path = 'events/', query = {}, title }) {
  const frame = useRef(null)
  const [height, setHeight] = useState(600)
  const [pageTitle, setPageTitle] = useState('Calendar')
  const { origin } = new URL(calendar)
  const parameters = new URLSearchParams(query).toString()

  useEffect(() => {
    const onMessage = (event) => {
      const isOwn = event.origin === origin && event.source === frame.current?.contentWindow
      if (!isOwn || event.data?.calends !== 'size') return
      if (event.data.height > 0) setHeight(event.data.height)
      if (event.data.title) setPageTitle(event.data.title)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [origin])

  return (
    <iframe
      ref={frame}
      src={`${calendar}/embed/${path}${parameters && `?${parameters}`}`}
      title={title ?? pageTitle}
      width="100%"
      height={height}
      style={{ border: 0 }}
      loading="lazy"
      onLoad={() => frame.current?.contentWindow?.postMessage({ calends: 'hello' }, origin)}
    />
  )
}
