/** Values of additional fields: `custom_fields` of events, venues and organizers. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const COMPATIBLE = '//wp-json/tribe/events/v1'
const OWN = '//api/cal/events/v1'

const FIELDS = [
  { key: 'age', label: { en: 'Age', de: 'Alter' }, type: 'number' },
  { key: 'note', label: { en: 'Note' }, type: 'text' },
  { key: 'link', label: { en: 'Link' }, type: 'url', show_on_pages: false },
  { key: 'level', label: { en: 'Level' }, type: 'choice', options: ['Low', 'High, really'] },
  { key: '_ecp_custom_2', label: { en: 'Open' }, type: 'boolean' },
  { key: 'hall', label: { en: 'Hall' }, type: 'text', kinds: ['venue'] },
]

const VALUES = {
  age: '18',
  note: ' A <b>note</b>\nline 2 ',
  link: 'https://example.org/a',
  level: 'Low',
  _ecp_custom_2: '0',
}
const SHOWN = {
  age: { label: 'Age', value: 18 },
  note: { label: 'Note', value: 'A note\nline 2' },
  link: { label: 'Link', value: 'https://example.org/a' },
  level: { label: 'Level', value: 'Low' },
  _ecp_custom_2: { label: 'Open', value: false },
}

for (const engine of SPLIT_ENGINES) {
  describe(`Values of additional fields on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { LANGUAGES: 'en,de' } })
      for (const json of FIELDS)
        assert.equal((await service.send('POST', '/fields', { as: 'admin', json })).status, 201)
    })
    after(() => service.stop())

    const post = (path: string, json: Json, as: 'admin' | 'editor' = 'admin') =>
      service.send('POST', `${OWN}${path}`, { as, json })
    const createEvent = async (values: Json, more: Json = {}): Promise<Json> => {
      const { status, json, text } = await post('/events', { ...EVENT, ...more, custom_fields: values })
      assert.equal(status, 201, text)
      return json
    }
    const read = async (id: number): Promise<Json> => (await service.send('GET', `/events/${id}`)).json

    test('A record has its values with labels in the language of the URL, in every response', async () => {
      const { id, custom_fields } = await createEvent(VALUES)
      assert.deepEqual(custom_fields, SHOWN)
      assert.deepEqual((await read(id)).custom_fields, SHOWN)
      const { json: list } = await service.send('GET', `/events?include=${id}`)
      assert.deepEqual(list.events[0].custom_fields, SHOWN)
      const german = await service.send('GET', `//de/api/cal/events/v1/events/${id}`)
      assert.deepEqual(german.json.custom_fields, { ...SHOWN, age: { label: 'Alter', value: 18 } })
      const { text: line } = await service.send('GET', `/events.ndjson?include=${id}`)
      assert.deepEqual(JSON.parse(line).custom_fields, SHOWN)
    })

    test('Venues and organizers have values, also in their events; without values they have no key', async () => {
      const venue = await post('/venues', {
        venue: 'Hall',
        custom_fields: { hall: { value: 'Big' }, age: { label: 'x', value: 6 } },
      })
      const values = { age: { label: 'Age', value: 6 }, hall: { label: 'Hall', value: 'Big' } }
      assert.deepEqual(venue.json.custom_fields, values)
      const event = await createEvent(
        {},
        { venue: venue.json.id, organizer: { organizer: 'Ann', custom_fields: { age: 7 } } },
      )
      assert.deepEqual(event.custom_fields, [])
      assert.deepEqual(event.venue.custom_fields, values)
      assert.deepEqual(event.organizer[0].custom_fields, { age: { label: 'Age', value: 7 } })
      const { json: plain } = await post('/venues', { venue: 'Plain' })
      assert.ok(!('custom_fields' in plain))
    })

    test('An update changes the given keys, empty values remove them, and [] removes all', async () => {
      const { id } = await createEvent(VALUES)
      const update = async (values: Json) => (await post(`/events/${id}`, { custom_fields: values })).json.custom_fields
      assert.deepEqual(await update({ age: 21, note: null, link: { value: '' } }), {
        age: { label: 'Age', value: 21 },
        level: SHOWN.level,
        _ecp_custom_2: SHOWN._ecp_custom_2,
      })
      assert.deepEqual(Object.keys(await update({ age: 21 })).length, 3)
      for (const empty of [[], {}, '', null]) {
        await update({ age: 1 })
        assert.deepEqual(await update(empty), [])
      }
    })

    test('The body of a read is accepted, changes nothing, and is not in the history', async () => {
      const { id } = await createEvent(VALUES)
      const before = await read(id)
      const { status, json } = await service.send('PUT', `/events/${id}`, { as: 'admin', json: before })
      assert.equal(status, 200)
      assert.deepEqual(json.custom_fields, before.custom_fields)
      const history = await service.send('GET', `/events/${id}/history`, { as: 'admin' })
      assert.deepEqual(
        history.json.history.map(({ action }: Json) => action),
        ['create'],
      )
    })

    test('Form fields with brackets are values', async () => {
      const body = new URLSearchParams({ ...EVENT, 'custom_fields[age]': '16', 'custom_fields[note][value]': 'x' })
      const { json, text } = await service.send('POST', `${OWN}/events`, {
        as: 'admin',
        body: body.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      assert.deepEqual(
        json.custom_fields,
        { age: SHOWN.age && { label: 'Age', value: 16 }, note: { label: 'Note', value: 'x' } },
        text,
      )
    })

    test('Invalid values and unknown keys return 400 that names the key, and are ignored by clients of the reference', async () => {
      const wrong: readonly (readonly [key: string, value: unknown])[] = [
        ['age', 'eighteen'],
        ['age', true],
        ['age', [1]],
        ['age', '1e999'],
        ['note', { a: 1 }],
        ['note', 'x'.repeat(10_241)],
        ['note', 'é'.repeat(5121)],
        ['link', 'javascript:alert(1)'],
        ['link', 'example.org'],
        ['level', 'high'],
        ['level', ['Low']],
        ['_ecp_custom_2', 'perhaps'],
        ['unknown', 1],
        ['hall', 'x'],
        ['constructor', 'x'],
      ]
      for (const [key, value] of wrong) {
        const json = { ...EVENT, custom_fields: { age: 5, [key]: value } }
        const refused = [
          await post('/events', json),
          await service.send('POST', `${COMPATIBLE}/events?strict=1`, { as: 'admin', json }),
        ]
        for (const { status, json: error } of refused) {
          assert.equal(status, 400, `${key}: ${value}`)
          assert.match(error.data.params.custom_fields, new RegExp(`^custom_fields\\[${key}\\]`))
        }
        const { status, json: event } = await service.send('POST', `${COMPATIBLE}/events`, { as: 'admin', json })
        assert.equal(status, 201)
        assert.deepEqual(event.custom_fields, key === 'age' ? [] : { age: { label: 'Age', value: 5 } })
      }
      for (const custom_fields of ['x', 7, true, [1]]) {
        assert.equal((await post('/events', { ...EVENT, custom_fields })).status, 400)
        const { status } = await service.send('POST', `${COMPATIBLE}/events`, {
          as: 'admin',
          json: { ...EVENT, custom_fields },
        })
        assert.equal(status, 201)
      }
    })

    test('Lists filter by values, of which records must have all', async () => {
      const [one, two, three] = [
        await createEvent({ age: 180, note: 'Same, "quoted"\nline', level: 'High, really' }),
        await createEvent({ age: 18.5, note: 'Same, "quoted"\nline', _ecp_custom_2: true }),
        await createEvent({ age: 18, note: '"age":180,' }),
      ]
      const ids = [one.id, two.id, three.id].join()
      const find = async (query: string, as: 'admin' | 'anon' = 'anon') => {
        const { status, json, text } = await service.send('GET', `${OWN}/events?include=${ids}&${query}`, { as })
        assert.equal(status, 200, text)
        return json.events.map(({ id }: Json) => id)
      }
      const note = encodeURIComponent('Same, "quoted"\r\nline')
      assert.deepEqual(await find('custom_fields[age]=180'), [one.id])
      assert.deepEqual(await find('custom_fields[age]=18'), [three.id])
      assert.deepEqual(await find('custom_fields[age]=18.50'), [two.id])
      assert.deepEqual(await find(`custom_fields[note]=${note}`), [one.id, two.id])
      assert.deepEqual(await find(`custom_fields[note]=${note}&custom_fields[_ecp_custom_2]=true`), [two.id])
      assert.deepEqual(await find(`custom_fields[note]=${note.toLowerCase()}`), [])
      assert.deepEqual(await find('custom_fields[level]=High,%20really'), [one.id])
      const first = await service.send('GET', `${OWN}/events?include=${ids}&custom_fields[note]=${note}&per_page=1`)
      assert.deepEqual([first.json.total, first.json.events.length], [2, 1])
      const next = await service.send('GET', `/${new URL(first.json.next_rest_url).href.slice(service.origin.length)}`)
      assert.deepEqual(
        next.json.events.map(({ id }: Json) => id),
        [two.id],
      )
      const { json: venue } = await post('/venues', { venue: 'Filtered', custom_fields: { hall: 'Unique' } })
      const venues = await service.send('GET', `${OWN}/venues?custom_fields[hall]=Unique`)
      assert.deepEqual(
        venues.json.venues.map(({ id }: Json) => id),
        [venue.id],
      )
    })

    test('Filters by undefined keys return 400, and are ignored by clients of the reference', async () => {
      for (const query of [
        'custom_fields[hall]=x',
        'custom_fields[other]=x',
        'custom_fields[age]=x',
        'custom_fields=x',
      ]) {
        const { status, json } = await service.send('GET', `${OWN}/events?${query}`)
        assert.deepEqual([status, Object.keys(json.data?.params ?? {})], [400, ['custom_fields']], query)
        assert.equal((await service.send('GET', `${COMPATIBLE}/events?${query}`)).status, 200, query)
        assert.equal((await service.send('GET', `${COMPATIBLE}/events?${query}&strict=1`)).status, 400, query)
      }
    })

    test('Protected records hide their values, and filters do not reveal them', async () => {
      const { id } = await createEvent({ age: 99 }, { post_password: 'secret' })
      const { json: closed } = await service.send('GET', `/events/${id}`)
      assert.deepEqual(closed.custom_fields ?? [], [])
      const find = async (query: string, as: 'admin' | 'anon') =>
        (await service.send('GET', `${OWN}/events?custom_fields[age]=99${query}`, { as })).json.total
      assert.deepEqual(
        [await find('', 'anon'), await find('&password=secret', 'anon'), await find('', 'admin')],
        [0, 1, 1],
      )
    })

    test('A change of a definition is visible at once, and hidden values appear again', async () => {
      const { json: field } = await post('/fields', { key: 'late', label: 'Late', type: 'text' })
      const { id } = await createEvent({ late: 'kept', age: 4 })
      const readLate = async () => (await read(id)).custom_fields.late
      for (let round = 0; round < 3; round++) assert.deepEqual(await readLate(), { label: 'Late', value: 'kept' })
      const { headers } = await service.send('GET', `/events/${id}`)
      await post('/fields/late', { label: 'Later' })
      assert.deepEqual(await readLate(), { label: 'Later', value: 'kept' })
      const again = await service.send('GET', `/events/${id}`, { headers: { 'if-none-match': headers['etag'] ?? '' } })
      assert.equal(again.status, 200)
      await post('/fields/late', { type: 'number' })
      assert.equal(await readLate(), undefined)
      await service.send('DELETE', '/fields/late', { as: 'admin' })
      assert.equal(await readLate(), undefined)
      assert.equal((await post(`/events/${id}`, { custom_fields: [] })).status, 200)
      assert.equal((await post(`/events/${id}`, { custom_fields: { late: 'x' } })).status, 400)
      await post('/fields', field)
      assert.deepEqual(await readLate(), { label: 'Late', value: 'kept' })
      await service.send('DELETE', '/fields/late', { as: 'admin' })
    })

    test('The history restores values, also those that were removed or added since', async () => {
      const { id } = await createEvent({ age: 1, note: 'first' })
      const { json: history } = await service.send('GET', `/events/${id}/history`, { as: 'admin' })
      await post(`/events/${id}`, { custom_fields: { note: null, level: 'Low' } })
      const [{ revision }] = history.history ?? history.entries
      const { json, text } = await post(`/events/${id}/history/${revision}/restore`, {})
      assert.deepEqual(
        json.custom_fields,
        { age: { label: 'Age', value: 1 }, note: { label: 'Note', value: 'first' } },
        text,
      )
    })

    test('Occurrences of a series share values, and an edit of one has its own', async () => {
      const {
        status,
        json: created,
        text,
      } = await post('/events', { ...EVENT, recurrence: 'FREQ=WEEKLY;COUNT=3', custom_fields: { age: 3 } })
      assert.equal(status, 201, text)
      const series = created.series.id
      const list = async () => {
        const { json } = await service.send('GET', `${OWN}/events?series=${series}&starts_after=2026-01-01`)
        return json.events.map(({ custom_fields }: Json) => custom_fields.age?.value)
      }
      assert.deepEqual(await list(), [3, 3, 3])
      await post(`/events/${created.id}?scope=all`, { custom_fields: { age: 4 } })
      assert.deepEqual(await list(), [4, 4, 4])
      await post(`/events/${created.id}?scope=this`, { custom_fields: { age: 5 } })
      assert.deepEqual(await list(), [5, 4, 4])
      const { json: found } = await service.send(
        'GET',
        `${OWN}/events?series=${series}&starts_after=2026-01-01&custom_fields[age]=4&collapse=series`,
      )
      assert.equal(found.total, 1)
    })

    test('Batches, dry runs and the input of an event have values', async () => {
      const { id } = await createEvent({ age: 8 })
      const input = await service.send('GET', `/events/${id}/input`, { as: 'admin' })
      assert.deepEqual(input.json.custom_fields, { age: 8 })
      const json = { requests: [{ method: 'POST', path: `/events/${id}`, body: { custom_fields: { age: 9 } } }] }
      const { json: batch, text } = await post('/batch', json)
      assert.deepEqual((batch.responses ?? batch)[0].body.custom_fields, { age: { label: 'Age', value: 9 } }, text)
      const dry = await post(`/events/${id}?dry_run=1`, { custom_fields: { age: 10 } })
      assert.equal(dry.json.custom_fields.age.value, 10)
      assert.equal((await read(id)).custom_fields.age.value, 9)
    })

    test('Pages show the values of fields that are shown on pages', async () => {
      const { id, slug } = await createEvent({ ...VALUES, note: '<script>alert(1)</script>a & "b"\nc' })
      const { text } = await service.send('GET', `//event/${slug}/`)
      assert.match(text, /<dt>Age<\/dt><dd>18<\/dd>/)
      assert.match(text, /<dt>Open<\/dt><dd>No<\/dd>/)
      assert.match(text, /<dt>Note<\/dt><dd>.*a &amp; .*<br>c<\/dd>/)
      assert.ok(!text.includes('example.org/a') && !text.includes('alert(1)'), 'hidden values')
      assert.match((await service.send('GET', `//de/event/${slug}/`)).text, /<dt>Alter<\/dt><dd>18<\/dd>/)
      const { json: venue } = await post('/venues', { venue: 'Page', custom_fields: { hall: 'Third floor' } })
      assert.match((await service.send('GET', `//venue/${venue.slug}/`)).text, /<dt>Hall<\/dt><dd>Third floor<\/dd>/)
      assert.ok(id > 0)
    })

    test('The CSV feed has a column for each field of events', async () => {
      const { id } = await createEvent({ age: 12, note: '=1+1' })
      const { text } = await service.send('GET', `/events.csv?include=${id}`)
      const [head = '', line = ''] = text.split('\r\n')
      const columns = head.split(',')
      assert.deepEqual(
        columns.slice(-5),
        ['age', 'note', 'link', 'level', '_ecp_custom_2'].map((key) => `custom_fields[${key}]`),
      )
      assert.match(line, /,12,'=1\+1,,,$/)
    })
  })
}
