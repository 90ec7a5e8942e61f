/** Settings of the site that administrators change while the service runs. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withCurrentSite } from '../../../src/calendar/services.ts'
import { createServices } from '../../../src/process-services.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

for (const engine of ONE_ENGINE) {
  describe(`The time zone of the site on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T12:00:00Z', env: { SITE_TIMEZONE: '' } })
    })
    after(() => service.stop())
    const listTitles = async (): Promise<string[]> =>
      (await service.send('GET', '/events')).json.events.map(({ title }: Json) => title)
    const create = (json: Json) => service.send('POST', '/events', { as: 'admin', json })

    test('It changes the window of cached lists and new records at once; existing times stay', async () => {
      const dates = { start_date: '2026-11-21 01:00', end_date: '2026-11-21 02:00' }
      const { json: old } = await create({ title: 'This morning', ...dates })
      assert.deepEqual([old.timezone, old.date], ['UTC', '2026-11-21 12:00:00'])
      for (let times = 0; times < 3; times++) assert.deepEqual(await listTitles(), ['This morning'])
      const changed = await service.send('POST', '/settings', { as: 'admin', json: { timezone: 'Pacific/Kiritimati' } })
      assert.equal(changed.json.timezone.source, 'database')
      // It is the 22nd there.
      assert.deepEqual(await listTitles(), [])
      const { json: next } = await create({
        title: 'Later',
        start_date: '2026-11-23 01:00',
        end_date: '2026-11-23 02:00',
      })
      assert.deepEqual([next.timezone, next.date], ['Pacific/Kiritimati', '2026-11-22 02:00:00'])
      const { json: stored } = await service.send('GET', `/events/${old.id}`)
      assert.deepEqual([stored.timezone, stored.date, stored.start_date], ['UTC', old.date, old.start_date])
    })

    test('Work that has begun keeps the settings of its start', async () => {
      const begun = withCurrentSite(service.services)
      const { zone } = begun.site
      await service.send('POST', '/settings', { as: 'admin', json: { timezone: 'Asia/Tokyo' } })
      assert.deepEqual([begun.site.zone, service.services.site.zone], [zone, 'Asia/Tokyo'])
      await service.send('POST', '/settings', { as: 'admin', json: { timezone: zone } })
    })

    test('Another process follows a change, and uses no cache before', async (context) => {
      const other = await createServices(service.config, Date.now, () => {})
      await other.database.startPolling()
      context.after(() => other.close())
      assert.equal(other.settings.current().zone, 'Pacific/Kiritimati')
      await other.settings.refresh()
      const generation = other.settings.generation()
      assert.ok(generation)
      await service.send('POST', '/settings', { as: 'admin', json: { timezone: 'Europe/Paris', name: 'Everywhere' } })
      await waitUntil(() => {
        const newest = other.settings.generation()
        const isCurrent = newest !== undefined && newest !== generation
        if (isCurrent)
          assert.deepEqual(
            [other.settings.current().zone, other.settings.current().name],
            ['Europe/Paris', 'Everywhere'],
          )
        return isCurrent
      }, 5000)
    })
  })

  describe(`Settings of the site on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T12:00:00Z' })
    })
    after(() => service.stop())
    const change = (json: unknown, as: 'admin' | 'editor' = 'admin') => service.send('POST', '/settings', { as, json })
    const read = async (path: string) => (await service.send('GET', path)).text

    test('Only administrators read and change settings', async () => {
      assert.equal((await service.send('GET', '/settings')).status, 401)
      assert.equal((await service.send('GET', '/settings', { as: 'editor' })).status, 403)
      assert.equal((await change({ name: 'X' }, 'editor')).status, 403)
    })

    test('GET /settings states value, default and source of each setting, and which the environment locks', async () => {
      const { json } = await service.send('GET', '/settings', { as: 'admin' })
      assert.deepEqual(json.timezone, {
        value: 'America/New_York',
        default: 'UTC',
        source: 'environment',
        locked: true,
        variable: 'SITE_TIMEZONE',
      })
      assert.deepEqual([json.name.value, json.name.source, json.name.locked], ['Calends', 'default', false])
      assert.deepEqual([json.logo.value, json.colors], [null, null])
    })

    test('A setting of the environment cannot be changed; the error names the field and the variable', async () => {
      const { status, json } = await change({ timezone: 'Europe/Berlin', name: 'Changed' })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(json.data.params), ['timezone'])
      assert.match(json.data.params.timezone, /SITE_TIMEZONE/)
      assert.equal((await service.send('GET', '/settings', { as: 'admin' })).json.name.value, 'Calends')
    })

    test('Each invalid value is named, and nothing is stored', async () => {
      const { status, json } = await change({
        name: 'Stored?',
        languages: ['de', 'xx'],
        currency_code: 'dollars',
        currency_position: 'middle',
        logo: 99_999,
        favicon: 99_999,
        accent_color: 'red',
      })
      assert.equal(status, 400)
      const invalid = ['accent_color', 'currency_code', 'currency_position', 'favicon', 'languages', 'logo']
      assert.deepEqual(Object.keys(json.data.params).sort(), invalid)
      assert.equal((await service.send('GET', '/settings', { as: 'admin' })).json.name.value, 'Calends')
    })

    test('The name, footer and languages of cached pages and feeds change at once, and null restores the default', async () => {
      for (let times = 0; times < 3; times++) assert.match(await read('//events/'), /<title>[^<]*Calends<\/title>/)
      const { json } = await change({ name: 'Springfield & Co', footer: 'Printed on <paper>', languages: 'de,fr' })
      assert.deepEqual(
        [json.name.value, json.name.source, json.languages.value],
        ['Springfield & Co', 'database', ['de', 'fr']],
      )
      const page = await read('//events/')
      assert.match(page, /<html lang="de">/)
      assert.match(page, /Springfield &amp; Co<\/title>/)
      assert.match(page, /<p>Printed on &lt;paper&gt;<\/p>/)
      assert.equal((await service.send('GET', '//en/events/')).status, 404)
      assert.match(await read('//events/?ical=1'), /X-WR-CALNAME:Springfield & Co/)
      const restored = await change({ name: null, footer: '', languages: null })
      assert.deepEqual([restored.json.name.source, restored.json.languages.value.length], ['default', 7])
      assert.match(await read('//events/'), /<title>[^<]*Calends<\/title>/)
    })

    test('The currency changes prices in cached single responses and lists', async () => {
      const event = { title: 'Paid', start_date: '2026-12-01 10:00', end_date: '2026-12-01 11:00', cost: '10' }
      const { id } = (await service.send('POST', '/events', { as: 'admin', json: event })).json
      const readCosts = async () => {
        const one = await service.send('GET', `/events/${id}`)
        const list = await service.send('GET', '/events?search=Paid')
        return [one.json.cost, list.json.events[0].cost, one.json.json_ld?.offers?.priceCurrency ?? '']
      }
      for (let times = 0; times < 3; times++) assert.deepEqual((await readCosts()).slice(0, 2), ['$10', '$10'])
      await change({ currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix' })
      for (let times = 0; times < 3; times++) assert.deepEqual((await readCosts()).slice(0, 2), ['10€', '10€'])
      await change({ currency_symbol: null, currency_code: null, currency_position: null })
      assert.deepEqual((await readCosts()).slice(0, 2), ['$10', '$10'])
    })

    test('The accent color is a style sheet with sufficient contrast, without inline styles', async () => {
      const { json } = await change({ accent_color: '#FF0' })
      assert.equal(json.accent_color.value, '#ffff00')
      const { light, dark } = json.colors
      assert.deepEqual([light.is_adjusted, dark.is_adjusted, dark.accent], [true, false, '#ffff00'])
      assert.ok(light.contrast < 1.1 && dark.contrast > 15)
      const page = await read('//events/')
      const [, url = ''] = /href="([^"]*accent-ffff00\.css[^"]*)"/.exec(page) ?? []
      assert.doesNotMatch(page, / style=/)
      const style = await service.send('GET', `/${url}`)
      assert.equal(style.status, 200)
      assert.match(style.headers['content-type'] ?? '', /text\/css/)
      assert.match(style.text, new RegExp(`--accent:${light.accent};`))
      await change({ accent_color: '' })
      assert.doesNotMatch(await read('//events/'), /accent-/)
    })

    test('The icon of browser tabs is the image of the setting, until the image is deleted', async () => {
      const body = await createImage(256, 256, 'png')
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="tab.png"' }
      const { id } = (await service.send('POST', '/media', { as: 'admin', body, headers })).json
      assert.equal((await change({ favicon: id })).json.favicon.value, id)
      assert.match(await read('//events/'), /<link rel="icon" href="[^"]+tab[^"]*\.png">/)
      assert.doesNotMatch(await read('//events/'), /icon\.svg/)
      await service.send('DELETE', `/media/${id}?force=true`, { as: 'admin' })
      await waitUntil(async () => /<link rel="icon" href="[^"]+icon\.svg/.test(await read('//events/')), 5000)
    })

    test('The logo is an image with the name of the site as its text, until the image is deleted', async () => {
      const body = await createImage(400, 200, 'png')
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="logo.png"' }
      const { id } = (await service.send('POST', '/media', { as: 'admin', body, headers })).json
      assert.equal((await change({ logo: id })).json.logo.value, id)
      assert.match(
        await read('//events/'),
        /<img class="masthead-logo" src="[^"]+logo[^"]*" width="\d+" height="\d+" alt="Calends">/,
      )
      assert.equal((await service.send('DELETE', `/media/${id}?force=true`, { as: 'admin' })).status, 200)
      await waitUntil(async () => !/masthead-logo/.test(await read('//events/')), 5000)
    })

    test('Changes are recorded in the audit log, and a dry run changes nothing', async () => {
      await change({ name: 'Audited' })
      const { json } = await service.send('GET', '/audit?kind=settings&per_page=1', { as: 'admin' })
      const [entry] = json.audit
      assert.equal(entry.user.login, 'admin')
      assert.deepEqual(entry.changes, [{ field: 'name', before: '', after: 'Audited' }])
      const tried = await service.send('POST', '/settings?dry_run=1', { as: 'admin', json: { name: 'Tried' } })
      assert.equal(tried.status, 200)
      assert.equal((await service.send('GET', '/settings', { as: 'admin' })).json.name.value, 'Audited')
      assert.match(await read('//events/'), /Audited<\/title>/)
    })
  })
}
