/** Recognizes links to videos, as the players of their hosts and as lines of a description. */
import { decodeEntities } from './sanitize.ts'
import { isBlockElement, parseTagName, splitTags } from './split-tags.ts'

export interface Video {
  /** Name under which administrators allow the host. */
  readonly host: string
  /** Name for visitors. */
  readonly hostName: string
  /** Page of the video, without characters that HTML escapes. */
  readonly pageUrl: string
  /** Player for a frame, as private as the host offers it. */
  readonly playerUrl: string
}

/** Hosts that are allowed by default. PeerTube has no central host, so its instances are named by administrators. */
export const DEFAULT_VIDEO_HOSTS = ['youtube.com', 'vimeo.com', 'dailymotion.com'] as const

/** Longer texts are no links to videos. */
const MAX_URL_LENGTH = 500

/** The video of a URL with http or https; undefined for other pages. The host may be one that is not allowed. */
export function findVideo(text: string): Video | undefined {
  if (text.length > MAX_URL_LENGTH || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return undefined
  const known = KNOWN_HOSTS[url.host]
  return known ? known(url) : findPeertubeVideo(url)
}

type FindVideo = (url: URL) => Video | undefined

const matchPath = ({ pathname }: URL, pattern: RegExp): string | undefined => pattern.exec(pathname)?.[1]

function findYoutubeVideo(url: URL): Video | undefined {
  const id =
    url.host === 'youtu.be'
      ? matchPath(url, /^\/([\w-]{11})$/)
      : url.pathname === '/watch'
        ? /^[\w-]{11}$/.exec(url.searchParams.get('v') ?? '')?.[0]
        : matchPath(url, /^\/(?:embed|shorts|live|v)\/([\w-]{11})\/?$/)
  if (id === undefined) return undefined
  const start = parseSeconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return {
    host: 'youtube.com',
    hostName: 'YouTube',
    pageUrl: `https://youtu.be/${id}${start > 0 ? `?t=${start}` : ''}`,
    playerUrl: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`,
  }
}

/** `90`, `90s` and `1h2m3s`; 0 for other texts. */
function parseSeconds(text: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text)
  const [hours, minutes, seconds] = [match?.[1], match?.[2], match?.[3]].map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}

/** Unlisted videos have a key. */
function findVimeoVideo(url: URL): Video | undefined {
  const pattern =
    url.host === 'player.vimeo.com'
      ? /^\/video\/(\d{1,12})()\/?$/
      : /^\/(?:channels\/[\w-]{1,100}\/|showcase\/\d{1,12}\/video\/)?(\d{1,12})(?:\/([\da-f]{8,16}))?\/?$/
  const [, id, pathKey] = pattern.exec(url.pathname) ?? []
  if (id === undefined) return undefined
  const key = pathKey || /^[\da-f]{8,16}$/.exec(url.searchParams.get('h') ?? '')?.[0]
  return {
    host: 'vimeo.com',
    hostName: 'Vimeo',
    pageUrl: `https://vimeo.com/${id}${key ? `/${key}` : ''}`,
    playerUrl: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${key ? `&h=${key}` : ''}`,
  }
}

function findDailymotionVideo(url: URL): Video | undefined {
  const id =
    url.pathname === '/player.html'
      ? /^[a-z\d]{5,12}$/i.exec(url.searchParams.get('video') ?? '')?.[0]
      : matchPath(url, url.host === 'dai.ly' ? /^\/([a-z\d]{5,12})\/?$/i : /^\/(?:embed\/)?video\/([a-z\d]{5,12})\/?$/i)
  if (id === undefined) return undefined
  return {
    host: 'dailymotion.com',
    hostName: 'Dailymotion',
    pageUrl: `https://www.dailymotion.com/video/${id}`,
    playerUrl: `https://geo.dailymotion.com/player.html?video=${id}`,
  }
}

/** Other visitors do not learn the IP address, because the player does not exchange parts of the video with them. */
function findPeertubeVideo(url: URL): Video | undefined {
  const id = matchPath(url, /^\/(?:w|videos\/watch|videos\/embed)\/([\da-zA-Z-]{10,40})\/?$/)
  if (id === undefined || !/^[\w.:-]+$/.test(url.host)) return undefined
  return {
    host: url.host,
    hostName: url.host,
    pageUrl: `https://${url.host}/w/${id}`,
    playerUrl: `https://${url.host}/videos/embed/${id}?autoplay=1&p2p=0`,
  }
}

const createHosts = (find: FindVideo, hosts: readonly string[]) =>
  hosts.map((host): [string, FindVideo] => [host, find])

const KNOWN_HOSTS: Readonly<Partial<Record<string, FindVideo>>> = Object.assign(
  Object.create(null),
  Object.fromEntries([
    ...createHosts(findYoutubeVideo, [
      'youtube.com',
      'www.youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'youtu.be',
    ]),
    ...createHosts(findYoutubeVideo, ['www.youtube-nocookie.com', 'youtube-nocookie.com']),
    ...createHosts(findVimeoVideo, ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']),
    ...createHosts(findDailymotionVideo, ['dailymotion.com', 'www.dailymotion.com', 'geo.dailymotion.com', 'dai.ly']),
  ]),
)

/** Further lines of a text stay as they are. */
const MAX_VIDEOS = 50

/** Replaces lines of HTML that consist of a link to a video. `render` may return undefined to keep one. */
export function replaceVideoLines(html: string, render: (video: Video) => string | undefined): string {
  if (!html.includes('://')) return html
  const output: string[] = []
  let line: string[] = []
  let lineStart = ''
  let count = 0
  for (const token of tokenize(html)) {
    if (token !== undefined && !isLineEnd(token)) {
      line.push(token)
      continue
    }
    const isSearched = count < MAX_VIDEOS && parseTagName(lineStart) !== 'pre'
    const video = isSearched ? findLineVideo(line) : undefined
    if (video) count += 1
    const replacement = video && render(video)
    output.push(replacement ?? line.join(''), token ?? '')
    line = []
    if (token !== '\n') lineStart = token ?? ''
  }
  return output.join('')
}

/** The videos that `replaceVideoLines` finds. */
export function findVideos(html: string): readonly Video[] {
  const videos: Video[] = []
  replaceVideoLines(html, (video) => {
    videos.push(video)
    return undefined
  })
  return videos
}

/** Replaces each video by a link to its page, for readers without players. */
export const linkVideos = (html: string): string =>
  replaceVideoLines(html, ({ pageUrl }) => `<a href="${pageUrl}" rel="nofollow">${pageUrl}</a>`)

/** Tags, line breaks and the texts between them; undefined at the end. */
const tokenize = (html: string): (string | undefined)[] => [
  ...splitTags(html).flatMap((piece, index) =>
    index % 2 === 0 ? piece.split(/(\n)/).filter((text) => text !== '') : [piece],
  ),
  undefined,
]

const isLineEnd = (token: string): boolean =>
  token === '\n' || (token.startsWith('<') && (isBlockElement(parseTagName(token)) || /^<br\b/i.test(token)))

/** A line is a URL, or a link whose text is a URL. */
function findLineVideo(line: readonly string[]): Video | undefined {
  if (line.length > MAX_LINE_TOKENS) return undefined
  const [open = '', text = '', close = '', ...others] = line.filter((token) => token.trim() !== '')
  if (text === '') return open.startsWith('<') ? undefined : findVideo(readUrl(open))
  const isLink = others.length === 0 && /^<a\s/i.test(open) && /^<\/a/i.test(close) && /^\s*https?:/i.test(text)
  const target = isLink ? /\shref="([^"]*)"/i.exec(open)?.[1] : undefined
  return target === undefined ? undefined : findVideo(decodeEntities(target).trim())
}

/** A link and blanks around it. */
const MAX_LINE_TOKENS = 5

/** Texts are displayed with typography, which also changes URLs. */
const TYPOGRAPHY: Readonly<Record<string, string>> = { '–': '--', '—': '---', '×': 'x', '…': '...' }

const readUrl = (text: string): string =>
  text.length > MAX_URL_LENGTH * 2
    ? ''
    : decodeEntities(text)
        .trim()
        .replace(/[–—×…]/g, (character) => TYPOGRAPHY[character] ?? character)

/** Frames with the player of a video become the URL of its page on a line of its own. All other frames stay. */
export function replaceVideoFrames(html: string): string {
  if (!/<iframe/i.test(html)) return html
  return splitTags(html)
    .map((piece, index) => {
      if (index % 2 === 0 || !/^<iframe\s/i.test(piece)) return piece
      const [, quoted, single] = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(piece) ?? []
      const source = decodeEntities(quoted ?? single ?? '').trim()
      const video = findVideo(source.startsWith('//') ? `https:${source}` : source)
      return video ? `\n${video.pageUrl}\n` : piece
    })
    .join('')
}
