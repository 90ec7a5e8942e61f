import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sanitizeContent } from '../../src/base/text/sanitize-content.ts'
import { findVideo, findVideos, linkVideos, replaceVideoFrames, replaceVideoLines } from '../../src/base/text/videos.ts'
import { displayContent } from '../../src/base/text/wptexturize.ts'

const ID = 'dQw4w9WgXcQ'
const PLAYER = `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1`
const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d'

describe('findVideo', () => {
  const players: readonly (readonly [string, string])[] = [
    [`https://www.youtube.com/watch?v=${ID}`, PLAYER],
    [`http://youtube.com/watch?list=PL1&v=${ID}&feature=share`, PLAYER],
    [`https://m.youtube.com/watch?v=${ID}&t=1m30s`, `${PLAYER}&start=90`],
    [`https://youtu.be/${ID}?t=42`, `${PLAYER}&start=42`],
    [`https://YOUTU.BE/${ID}?si=abc#x`, PLAYER],
    [`https://www.youtube.com/shorts/${ID}`, PLAYER],
    [`https://www.youtube.com/live/${ID}?feature=share`, PLAYER],
    [`https://www.youtube-nocookie.com/embed/${ID}`, PLAYER],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    ['https://vimeo.com/76979871/0a1b2c3d4e', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0a1b2c3d4e'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
    [
      'https://player.vimeo.com/video/76979871?h=0a1b2c3d4e',
      'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0a1b2c3d4e',
    ],
    ['https://www.dailymotion.com/video/x8abcde', 'https://geo.dailymotion.com/player.html?video=x8abcde'],
    ['https://dai.ly/x8abcde', 'https://geo.dailymotion.com/player.html?video=x8abcde'],
    ['https://geo.dailymotion.com/player.html?video=x8abcde', 'https://geo.dailymotion.com/player.html?video=x8abcde'],
    [
      'https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv',
      'https://tube.example/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv?autoplay=1&p2p=0',
    ],
    [
      `https://tube.example:8443/videos/watch/${UUID}`,
      `https://tube.example:8443/videos/embed/${UUID}?autoplay=1&p2p=0`,
    ],
  ]
  for (const [url, player] of players)
    test(`${url} has a player, and its page has the same`, () => {
      const video = findVideo(url)
      assert.equal(video?.playerUrl, player)
      assert.deepEqual(findVideo(video?.pageUrl ?? ''), video)
      assert.doesNotMatch(video?.pageUrl ?? '', /[&<>"']/)
    })

  const others = [
    ...[`https://youtube.com.evil.example/watch?v=${ID}`, `https://evil.example/?https://youtu.be/${ID}`],
    ...[`https://youtube.com@evil.example/watch?v=${ID}`, `https://user:pass@youtu.be/${ID}`],
    ...[`https://youtube.com:8443/watch?v=${ID}`, `https://notyoutube.com/watch?v=${ID}`],
    ...[`javascript:alert(1)//youtube.com/watch?v=${ID}`, `data:text/html,https://youtu.be/${ID}`, `//youtu.be/${ID}`],
    ...[`https://youtu.be/${ID}"><script>`, `https://youtu.be/${ID}x`, 'https://youtu.be/../etc', 'https://youtu.be/'],
    ...[
      'https://www.youtube.com/@channel',
      'https://www.youtube.com/watch',
      'https://www.youtube.com/playlist?list=PL1',
    ],
    ...['https://vimeo.com/user', 'https://vimeo.com/', 'https://www.dailymotion.com/', 'https://tube.example/w/'],
    ...[
      'https://tube.example/w/<b>',
      'https://tube.example/',
      'https://',
      'youtube',
      '',
      `https://youtu.be/${ID} text`,
    ],
    ...[`https://youtu.be/${ID}?${'x'.repeat(1000)}`, 'https://constructor/', 'https://__proto__/w/1'],
  ]
  for (const url of others) test(`${url.slice(0, 60)} is no video`, () => assert.equal(findVideo(url), undefined))

  test('A host of another name is the host of an instance, which is not allowed by default', () => {
    assert.equal(findVideo(`https://youtube.com.evil.example/w/${ID}`)?.host, 'youtube.com.evil.example')
  })
})

describe('Lines with videos', () => {
  const url = `https://www.youtube.com/watch?v=${ID}`
  const mark = (html: string) => replaceVideoLines(html, ({ host }) => `[${host}]`)

  for (const [raw, expected] of [
    [url, '<p>[youtube.com]</p>'],
    [`One\n${url}\ntwo`, '<p>One<br />\n[youtube.com]<br />\ntwo</p>'],
    [`One\n\n  ${url}&t=5  \n\nTwo`, '<p>One</p>\n<p>[youtube.com]</p>\n<p>Two</p>'],
    [`<p><a href="${url}" rel="nofollow">${url}</a></p>`, '<p>[youtube.com]</p>'],
    [`<ul><li>${url}</li></ul>`, '<ul><li>[youtube.com]</li></ul>'],
    ['https://youtu.be/a--b---12x3', '<p>[youtube.com]</p>'],
    ['https://vimeo.com/76979871', '<p>[vimeo.com]</p>'],
  ] as const)
    test(`${raw} is a player`, () => assert.equal(mark(displayContent(raw)), expected))

  for (const raw of [
    ...[`See ${url}`, `${url} and more`, `<pre>${url}</pre>`, `<code>${url}</code>`, `<b>x</b>${url}`],
    ...[`<a href="${url}">The video</a>`, `<a href="https://a.example/">${url}</a>`, `<p title="${url}">x</p>`],
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  ])
    test(`${raw} stays`, () => assert.equal(mark(displayContent(raw)), displayContent(raw)))

  test('Every video is found, and readers without players get links', () => {
    const html = displayContent(`${url}\nhttps://vimeo.com/76979871`)
    assert.deepEqual(
      findVideos(html).map(({ hostName }) => hostName),
      ['YouTube', 'Vimeo'],
    )
    assert.match(
      linkVideos(html),
      /<a href="https:\/\/youtu\.be\/dQw4w9WgXcQ" rel="nofollow">https:\/\/youtu\.be\/dQw4w9WgXcQ<\/a><br \/>/,
    )
  })

  test('At most 50 lines of a text are videos', () => {
    assert.equal(findVideos(`${url}\n`.repeat(60)).length, 50)
  })

  test('Long texts take linear time', () => {
    const texts = [
      '<b>'.repeat(200_000),
      `${'<b>'.repeat(200_000)}://`,
      `https://youtu.be/${'a'.repeat(100_000)}`,
      `https://youtu.be/${ID} `.repeat(5000),
      `https://youtu.be/${ID}\n`.repeat(5000),
      `${'<a href="'.repeat(20_000)}://`,
      `${'<iframe src='.repeat(20_000)}://`,
      `<iframe ${'src="" '.repeat(20_000)}>://`,
      `<iframe${' '.repeat(100_000)}x>://`,
      `<a ${' href'.repeat(20_000)}>https://youtu.be/${ID}</a>`,
      `${'<a x>'.repeat(20_000)}https://youtu.be/${ID}`,
    ]
    for (const text of texts) {
      const start = process.cpuUsage()
      findVideos(text)
      replaceVideoFrames(text)
      findVideo(text)
      const milliseconds = process.cpuUsage(start).user / 1000
      assert.ok(milliseconds < 1000, `${text.slice(0, 40)}: ${milliseconds} ms`)
    }
  })
})

describe('Frames in submitted HTML', () => {
  for (const [raw, expected] of [
    [
      `<p>One</p><iframe width="560" src="https://www.youtube.com/embed/${ID}?si=x&amp;start=9" allowfullscreen></iframe>`,
      `<p>One</p>\nhttps://youtu.be/${ID}?t=9\n`,
    ],
    [
      `<figure><iframe src='//player.vimeo.com/video/1234567'></iframe></figure>`,
      '<figure>\nhttps://vimeo.com/1234567\n</figure>',
    ],
    [`<IFRAME SRC="https://tube.example/videos/embed/${UUID}"></IFRAME>`, `\nhttps://tube.example/w/${UUID}\n`],
    ['<iframe src="https://evil.example/"></iframe>x', 'x'],
    [`<iframe src="https://youtube.com.evil.example/embed/${ID}"></iframe>`, ''],
    ['<iframe srcdoc="<script>1</script>"></iframe>', ''],
    [`<iframe src="javascript:alert('https://youtu.be/${ID}')"></iframe>`, ''],
  ] as const)
    test(`${raw} becomes a link or disappears`, () => {
      assert.equal(sanitizeContent(raw), expected)
      assert.equal(sanitizeContent(expected), expected)
    })
})
