/** Videos in descriptions: players on pages, links in feeds and frames, plain text in the API. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const ID = 'dQw4w9WgXcQ'
const DATES = { start_date: '2027-03-01 20:00', end_date: '2027-03-01 22:00' }

for (const engine of ONE_ENGINE) {
  describe(`Videos in descriptions on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      const env = { VIDEO_HOSTS: 'youtube.com,tube.example' }
      service = await startService({ engine, now: '2027-02-01T12:00:00Z', env })
    })
    after(() => service.stop())

    const open = async (url: string) => {
      const path = url.startsWith('http') ? url.slice(service.origin.length) : url
      const { status, text, headers } = await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, path)
      return { text, policy: headers['content-security-policy'] ?? '' }
    }
    const create = async (description: string, as: 'admin' | 'author' = 'author') => {
      const { json } = await service.send('POST', '/events', { as, json: { title: 'Film', ...DATES, description } })
      return json
    }

    test('A link alone on a line is a player behind a click, and only that page allows its frames', async () => {
      const event = await create(`Trailer:\nhttps://www.youtube.com/watch?v=${ID}`)
      const { text, policy } = await open(event.url)
      assert.match(
        text,
        new RegExp(`<a class="video-play" href="https://youtu\\.be/${ID}" rel="nofollow noopener" data-player="`),
      )
      assert.match(text, /<span class="video-name">Play video from YouTube<\/span>/)
      assert.match(text, /\/video\.js\?/)
      assert.doesNotMatch(text, /<iframe|<img[^>]*(?:ytimg|youtube)/)
      assert.match(policy, /; frame-src https:\/\/www\.youtube-nocookie\.com;/)

      const plain = await open((await create(`See https://youtu.be/${ID} for more`)).url)
      assert.doesNotMatch(plain.text, /video-play|\/video\.js\?/)
      assert.doesNotMatch(plain.policy, /frame-src/)
    })

    test('A frame in submitted HTML becomes a player, for every role, and the API shows its link', async () => {
      for (const as of ['admin', 'author'] as const) {
        const frame = `<p>Hi</p><iframe src="https://www.youtube.com/embed/${ID}" width="560"></iframe>`
        const event = await create(frame, as)
        assert.equal(event.description, `<p>Hi</p>\n<p>https://youtu.be/${ID}</p>`)
        assert.match((await open(event.url)).text, /video-play/)
      }
    })

    test('Hosts are those of the setting; others stay as written, or disappear as frames', async () => {
      const own = await open((await create('https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv')).url)
      assert.match(own.text, /data-player="https:\/\/tube\.example\/videos\/embed\/kkGMgK9ZtnKfYAgnEtQxbv\?/)
      assert.match(own.policy, /; frame-src https:\/\/tube\.example;/)
      for (const url of ['https://vimeo.com/76979871', 'https://other.example/w/kkGMgK9ZtnKfYAgnEtQxbv']) {
        const { text, policy } = await open((await create(url)).url)
        assert.doesNotMatch(text, /video-play/)
        assert.ok(text.includes(`<p>${url}</p>`), url)
        assert.doesNotMatch(policy, /frame-src/)
      }
      const hostile = await create(`https://youtube.com.evil.example/watch?v=${ID}`)
      assert.doesNotMatch((await open(hostile.url)).text, /video-play|href="https:\/\/youtube\.com\.evil/)
      const dropped = await create(
        'Text<iframe src="https://evil.example/"></iframe><script>x()</script><style>p{}</style>',
      )
      assert.equal(dropped.description, '<p>Text</p>')
    })

    test('Descriptions of venues and organizers play videos on their pages', async () => {
      for (const [path, name] of [
        ['/venues', 'venue'],
        ['/organizers', 'organizer'],
      ] as const) {
        const description = `https://youtu.be/${ID}`
        const { json } = await service.send('POST', path, {
          as: 'admin',
          json: { [name]: 'Cinema', description, status: 'publish' },
        })
        const { text, policy } = await open(json.url)
        assert.match(text, /video-play/)
        assert.match(policy, /frame-src https:\/\/www\.youtube-nocookie\.com/)
      }
    })

    test('Feeds and frames have links', async () => {
      const event = await create(`https://www.youtube.com/watch?v=${ID}`)
      const { text: rss } = await service.send('GET', `/events.rss?include=${event.id}`)
      assert.match(rss, /<content:encoded>.*&lt;a href=(?:&quot;|")https:\/\/youtu\.be\/dQw4w9WgXcQ/)
      const framed = await open(`/embed${event.url.slice(service.origin.length)}`)
      assert.doesNotMatch(framed.text, /video-play/)
      assert.doesNotMatch(framed.policy, /frame-src/)
    })
  })
}

test('An invalid VIDEO_HOSTS is rejected, and off plays nothing', async () => {
  await assert.rejects(startService({ env: { VIDEO_HOSTS: 'https://tube.example/' } }), /VIDEO_HOSTS/)
  const service = await startService({ env: { VIDEO_HOSTS: 'off' } })
  const json = { title: 'Film', ...DATES, description: `https://youtu.be/${ID}` }
  const { json: event } = await service.send('POST', '/events', { as: 'admin', json })
  const { text } = await service.send('GET', `/${event.url.slice(service.origin.length)}`)
  assert.doesNotMatch(text, /video-play/)
  await service.stop()
})
