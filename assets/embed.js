/** Embeds a calendar at the position of this script, or in every element with `data-calends` (docs/guides/embedding.md). */
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const home = script.src.replace(/embed\.js(\?.*)?$/, '')
  const { origin } = new URL(home)

  /** Filters with an embeddable archive page, by path segment. A single slug uses that page instead of a query. */
  const PLACES = {
    venue: 'venue',
    organizer: 'organizer',
    series: 'series',
    categories: 'events/category',
    tags: 'tag',
  }
  const FILTERS =
    'search venue organizer categories tags featured ticketed free is_virtual categories_exclude tags_exclude geoloc_lat geoloc_lng geoloc_radius start_date end_date orderby limit'.split(
      ' ',
    )

  /** @param {DOMStringMap} data */
  function buildUrl({ view = 'list', event, language, ...data }) {
    const root = `${home}${language ? `${language}/` : ''}embed/`
    if (event) return `${root}event/${event}/${formatQuery(new URLSearchParams(pickFrameOptions(data)))}`
    const held = Object.keys(PLACES).find((name) => /^[^,]*[^\d,][^,]*$/.test(data[name] ?? ''))
    const query = new URLSearchParams(pickFrameOptions(data))
    for (const name of FILTERS) {
      const value = data[name.replace(/_(.)/g, (_, sign) => sign.toUpperCase())]
      if (value && name !== held) query.set(name, value)
    }
    const place = held ? `${PLACES[held]}/${data[held]}` : 'events'
    return `${root}${place}/${view === 'list' ? '' : `${view}/`}${formatQuery(query)}`
  }

  /** @param {URLSearchParams} query */
  const formatQuery = (query) => (query.size > 0 ? `?${query}` : '')

  /**
   * Colors, and where events open.
   * @param {DOMStringMap} data
   */
  const pickFrameOptions = ({ theme, open }) => ({
    ...((theme === 'dark' || theme === 'light') && { theme }),
    ...(open === 'here' && { open }),
  })

  /** @param {DOMStringMap} data */
  function createFrame(data) {
    const frame = document.createElement('iframe')
    frame.title = data.title ?? 'Calendar'
    frame.loading = 'lazy'
    frame.width = '100%'
    frame.height = data.height ?? '600'
    frame.style.border = '0'
    frame.src = buildUrl({ ...data })
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage({ calends: 'hello' }, origin)
      // An event that opens in a tall frame begins at the top of it.
      if (data.open === 'here' && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    })
    addEventListener('message', (event) => {
      if (event.origin !== origin || event.source !== frame.contentWindow || event.data?.calends !== 'size') return
      if (!data.height && event.data.height > 0) frame.style.height = `${event.data.height}px`
      if (!data.title && event.data.title) frame.title = event.data.title
    })
    return frame
  }

  function show() {
    for (const place of document.querySelectorAll('[data-calends]')) {
      if (place.getAttribute('data-calends') === 'shown') continue
      place.setAttribute('data-calends', 'shown')
      place.replaceChildren(createFrame(place.dataset))
    }
    const isForOthers = Object.keys(script.dataset).length === 0 && document.querySelector('[data-calends]')
    if (!isForOthers && !script.closest('head')) script.replaceWith(createFrame(script.dataset))
  }

  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
  else show()
})()
