/** Descriptions of records on pages. */
import { findVideos, replaceVideoLines, type Video } from '../base/text/videos.ts'
import { type Html, html, renderHtml, trustHtml } from './html-template.ts'
import type { PageContext } from './page-context.ts'
import { cleanDescription } from './view-text.ts'

/** Links to videos of allowed hosts become boxes that load the player on demand; other lines stay as they are. */
export const renderDescription = (context: PageContext, description: string): Html =>
  html`<div class="prose">${trustHtml(replaceVideoLines(cleanDescription(description), (video) => renderVideo(context, video)))}</div>`

/** Without scripts and in frames it is a link, which search engines do not count, because visitors may have written it. */
function renderVideo({ translate, videoHosts, embed }: PageContext, video: Video): string | undefined {
  const { host, hostName, pageUrl, playerUrl } = video
  if (!videoHosts.includes(host)) return undefined
  const link = html`href="${pageUrl}" rel="nofollow noopener"`
  if (embed) return renderHtml(html`<a ${link}>${pageUrl}</a>`)
  const name = translate('page.play_video', { host: hostName })
  const note = translate('page.video_note', { host: new URL(playerUrl).host })
  const title = translate('page.video', { host: hostName })
  return renderHtml(
    html`<span class="video"><a class="video-play" ${link} data-player="${playerUrl}" data-title="${title}"><span class="video-name">${name}</span> <span class="video-note">${note}</span></a></span>`,
  )
}

/** Scripts and frame sources that a page requires for the videos of a description. */
export interface VideoNeeds {
  /** Origins of the players. */
  readonly frameSources: readonly string[]
  readonly scripts: readonly string[]
}

export function findVideoNeeds({ videoHosts, embed }: PageContext, description: string | undefined): VideoNeeds {
  const videos = embed || !description ? [] : findVideos(description).filter(({ host }) => videoHosts.includes(host))
  const frameSources = [...new Set(videos.map(({ playerUrl }) => new URL(playerUrl).origin))]
  return { frameSources, scripts: videos.length > 0 ? ['video.js'] : [] }
}
