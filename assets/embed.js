/** Shows a calendar where this script stands, or in every element with `data-calends`: see docs/guides/embedding.md. */
;(() => {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const home = script.src.replace(/embed\.js(\?.*)?$/, '')
  const { origin } = new URL(home)

  /** What shows only its own events, with no way to the others. */
  const PLACES = { venue: 'venue', organizer: 'organizer', categories: 'events/category', tags: 'tag' }
  const FILTERS =
    'search venue organizer categories tags featured ticketed free categories_exclude tags_exclude geoloc_lat geoloc_lng geoloc_radius start_date end_date orderby limit'.split(
      ' ',
    )

  /** @param {DOMStringMap} data */
  function addressOf({ view = 'list', event, language, ...data }) {
    const root = `${home}${language ? `${language}/` : ''}embed/`
    if (event) return `${root}event/${event}/`
    const held = Object.keys(PLACES).find((name) => /^[^,]*[^\d,][^,]*$/.test(data[name] ?? ''))
    const query = new URLSearchParams()
    for (const name of FILTERS) {
      const value = data[name.replace(/_(.)/g, (_, sign) => sign.toUpperCase())]
      if (value && name !== held) query.set(name, value)
    }
    const place = held ? `${PLACES[held]}/${data[held]}` : 'events'
    return `${root}${place}/${view === 'list' ? '' : `${view}/`}${query.size > 0 ? `?${query}` : ''}`
  }

  /** @param {DOMStringMap} data */
  function frameOf(data) {
    const frame = document.createElement('iframe')
    frame.title = data.title ?? 'Calendar'
    frame.loading = 'lazy'
    frame.width = '100%'
    frame.height = data.height ?? '600'
    frame.style.border = '0'
    frame.src = addressOf({ ...data })
    frame.addEventListener('load', () => frame.contentWindow?.postMessage({ calends: 'hello' }, origin))
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
      place.replaceChildren(frameOf(place.dataset))
    }
    const isForOthers = Object.keys(script.dataset).length === 0 && document.querySelector('[data-calends]')
    if (!isForOthers && !script.closest('head')) script.replaceWith(frameOf(script.dataset))
  }

  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
  else show()
})()
