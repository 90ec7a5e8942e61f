import type { Conformance } from '../conformance.ts'

const as = 'admin'

/** Sends every request about similar and merged records and compares its response with the document. */
export async function checkDirectoryDocument(conformance: Conformance): Promise<void> {
  await checkLinked(conformance, 'venues', (external_id) => ({ venue: 'Similar Hall', external_id }))
  await checkLinked(conformance, 'organizers', (external_id) => ({ organizer: 'Similar Hall', external_id }))
  const category = await conformance.check('/categories', 'POST', 201, {
    as,
    json: { name: 'Moved', color: '#0b5c8a', icon: '🎷' },
  })
  await conformance.check('/categories/tree', 'GET', 200)
  const moved = { params: { id: category.json.id }, json: { position: 1 } }
  await conformance.check('/categories/{id}/move', 'POST', 200, { as, ...moved })
  for (const plural of ['categories', 'tags']) {
    const create = async (name: string) =>
      (await conformance.check(`/${plural}`, 'POST', 201, { as, json: { name } })).json
    const [target, copy] = [await create('Merge target'), await create('Merge source')]
    const params = { id: target.id }
    await conformance.check(`/${plural}/{id}/merge`, 'POST', 200, { as, params, json: { from: [copy.id] } })
  }
}

async function checkLinked(
  conformance: Conformance,
  plural: 'venues' | 'organizers',
  createRecord: (externalId: string) => object,
): Promise<void> {
  const create = async (externalId: string) =>
    (await conformance.check(`/${plural}`, 'POST', 201, { as, json: createRecord(externalId) })).json
  const [target, copy] = [await create('doc:similar'), await create('doc:copy')]
  await conformance.check(`/${plural}/similar`, 'GET', 200, { as, query: '?name=similar+hall' })
  await conformance.check(`/${plural}/duplicates`, 'GET', 200, { as })
  const [path, params] = [`/${plural}/{id}/merge`, { id: target.id }]
  await conformance.check(path, 'POST', 200, { as, params, json: { from: [copy.id] } })
  await conformance.check(`/${plural}/{id}`, 'DELETE', 200, { as, params })
  const other = await create('doc:other')
  await conformance.check(path, 'POST', 410, { as, params, json: { from: [other.id] } })
}
