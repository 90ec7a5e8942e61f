/** The page of all venues or organizers. */

import type { OrganizerView, VenueView } from '../../../calendar/linked/present-linked.ts'
import type { LinkedKind } from '../../../kernel/post.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { Page } from '../../../pages/page.ts'
import { type PageContext, toSitePath } from '../../../pages/page-context.ts'
import { INDEX_PATHS, withQuery } from '../../../pages/page-routes.ts'
import { renderResponsiveImage } from '../../../pages/responsive-image.ts'
import { extractText } from '../../../pages/view-text.ts'
import { createSortKey } from '../../../storage/sort-key.ts'
import { DIRECTORY_PAGE_SIZE, type LinkedDirectory } from '../data/directory.ts'
import { buildDirectoryPage, renderEventCount } from './directory-page.ts'

interface LinkedDirectoryInput {
  readonly kind: LinkedKind
  readonly search: string
  readonly page: number
}

export function buildLinkedDirectoryPage(
  context: PageContext,
  directory: LinkedDirectory,
  { kind, search, page }: LinkedDirectoryInput,
): Page {
  const lastPage = Math.max(1, Math.ceil(directory.total / DIRECTORY_PAGE_SIZE))
  const buildPath = (number: number) =>
    withQuery(INDEX_PATHS[kind], { search: search || undefined, page: number > 1 ? String(number) : undefined })
  const linkTo = (number: number) => `${context.root}${buildPath(number)}`
  const previous = page > 1 ? linkTo(page - 1) : undefined
  const next = page < lastPage ? linkTo(page + 1) : undefined
  return buildDirectoryPage(context, {
    kind,
    path: buildPath(page),
    apiUrl: `${context.urls.base}/${kind}s`,
    isNoindex: search !== '' || directory.total === 0,
    previous,
    next,
    content: html`${renderSearch(context, kind, search)}
${renderLetters(context, directory, linkTo)}
${renderGroups(context, directory, search)}
${lastPage > 1 && renderPages(context, { page, lastPage, previous, next })}`,
  })
}

function renderSearch({ translate, root }: PageContext, kind: LinkedKind, search: string): Html {
  const label = translate(kind === 'venue' ? 'sharing.search_venues' : 'sharing.search_organizers')
  return html`<form class="directory-search" role="search" aria-label="${label}" action="${root}${INDEX_PATHS[kind]}" method="get">
<label class="hidden" for="directory-search">${label}</label>
<input id="directory-search" name="search" type="search" value="${search}" placeholder="${label}" autocomplete="off">
<button type="submit">${translate('page.search_button')}</button>${search !== '' && html` <a class="directory-all" href="${root}${INDEX_PATHS[kind]}">${translate('sharing.show_all')}</a>`}
</form>`
}

/** Letters of scripts with upper case have a group; all other characters share one. */
const getLetter = (character: string): string => {
  const letter = character.toUpperCase()
  return /^\p{Lu}$/u.test(letter) ? letter : '#'
}

interface LetterLink {
  readonly letter: string
  /** Page on which the names with this letter begin. */
  readonly page: number
}

function listLetters({ initials }: LinkedDirectory): readonly LetterLink[] {
  const letters = new Map<string, number>()
  let before = 0
  for (const { character, count } of initials) {
    const letter = getLetter(character)
    if (!letters.has(letter)) letters.set(letter, Math.floor(before / DIRECTORY_PAGE_SIZE) + 1)
    before += count
  }
  return [...letters].map(([letter, page]) => ({ letter, page }))
}

/** Short lists need no letters. */
const MIN_LETTERS = 6

function renderLetters(
  { translate }: PageContext,
  directory: LinkedDirectory,
  linkTo: (page: number) => string,
): Html | undefined {
  const letters = listLetters(directory)
  if (letters.length < MIN_LETTERS) return undefined
  const items = letters.map(
    ({ letter, page }) => html`<li><a href="${linkTo(page)}#${createLetterId(letter)}">${letter}</a></li>`,
  )
  return html`<nav class="letters" aria-label="${translate('sharing.letters')}"><ul>${items}</ul></nav>`
}

const createLetterId = (letter: string): string => `letter-${letter.codePointAt(0)?.toString(16) ?? ''}`

interface LetterGroup {
  readonly letter: string
  readonly records: LinkedDirectory['records']
}

const getName = (record: VenueView | OrganizerView): string =>
  extractText('venue' in record ? record.venue : record.organizer)

function groupByLetter({ records }: LinkedDirectory): readonly LetterGroup[] {
  const groups = new Map<string, (VenueView | OrganizerView)[]>()
  for (const record of records) {
    const letter = getLetter(Array.from(createSortKey(getName(record)))[0] ?? '')
    const group = groups.get(letter)
    if (group) group.push(record)
    else groups.set(letter, [record])
  }
  return [...groups].map(([letter, group]) => ({ letter, records: group }))
}

/** Results of a search are one list. */
function renderGroups(context: PageContext, directory: LinkedDirectory, search: string): Html {
  const { translate } = context
  if (directory.records.length === 0) {
    const text = search === '' ? translate('sharing.no_entries') : translate('sharing.no_matches', { search })
    return html`<p class="nothing">${text}</p>`
  }
  if (search !== '') return renderCards(context, directory, directory.records)
  const groups = groupByLetter(directory).map(
    ({ letter, records }) =>
      html`<section class="letter-group"><h2 id="${createLetterId(letter)}">${letter}</h2>${renderCards(context, directory, records)}</section>`,
  )
  return html`${groups}`
}

function renderCards(context: PageContext, { counts }: LinkedDirectory, records: LinkedDirectory['records']): Html {
  const items = records.map((record) => {
    const place = 'venue' in record ? extractText(record.city ?? '') : ''
    return html`<li class="directory-card">${record.image && html`<span class="directory-image">${renderResponsiveImage({ ...record.image, alt_text: '' }, { sizes: '4rem', isAboveFold: false })}</span>`}<span class="directory-text"><a class="directory-name" href="${toSitePath(context, record.url)}">${getName(record)}</a>${place !== '' && html`<span class="muted">${place}</span>`}${renderEventCount(context, counts.get(record.id))}</span></li>`
  })
  return html`<ul class="directory-cards">${items}</ul>`
}

interface PagesInput {
  readonly page: number
  readonly lastPage: number
  readonly previous: string | undefined
  readonly next: string | undefined
}

function renderPages({ translate }: PageContext, { page, lastPage, previous, next }: PagesInput): Html {
  return html`<nav class="pages" aria-label="${translate('page.more_pages')}"><p class="page-note">${translate('page.page_of', { page: String(page), pages: String(lastPage) })}</p>${previous && html`<a class="button" href="${previous}" rel="prev">${translate('sharing.previous_page')}</a>`}${next && html`<a class="button" href="${next}" rel="next">${translate('sharing.next_page')}</a>`}</nav>`
}
