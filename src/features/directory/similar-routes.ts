/** Routes that find venues and organizers which are probably the same. */

import { COLLECTION_NAMES, pageUrl, restUrl, type Urls } from '../../calendar/posts/urls.ts'
import { mayCreate } from '../../http/access-rules.ts'
import { defineEndpoint, type EndpointRequest, READ_METHODS, type Route } from '../../http/endpoint.ts'
import { type EndpointResponse, okResponse } from '../../http/response/reply.ts'
import { defineNameField } from '../../kernel/common-fields.ts'
import { definePositiveField, defineTextField, type Fields, type Parsed } from '../../kernel/field.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import { can } from '../../kernel/user.ts'
import { type CountedName, listDuplicates, listSimilar } from './find-similar.ts'

const organizerSimilarity = {
  name: { ...defineNameField('directory.similar_name'), required: true },
  exclude: definePositiveField('directory.similar_exclude'),
} as const

const similarityFields = {
  ...organizerSimilarity,
  address: defineTextField('directory.similar_address'),
  city: defineTextField('directory.similar_city'),
} as const

const KINDS = {
  venue: { noun: 'Venue', fields: similarityFields },
  organizer: { noun: 'Organizer', fields: organizerSimilarity },
} as const

type SimilarityInput = Parsed<typeof similarityFields>

/** Address and city only for venues. */
function presentName({ id, name, slug, status, address, city, events }: CountedName, kind: LinkedKind, urls: Urls) {
  return {
    ...{ id, name, slug, status },
    ...(kind === 'venue' && { address, city }),
    events,
    url: pageUrl(urls, kind, { id, slug, status }),
    rest_url: restUrl(urls, kind, id),
  }
}

async function similar(
  { services, viewer, args, urls }: EndpointRequest<never, SimilarityInput>,
  kind: LinkedKind,
): Promise<EndpointResponse> {
  const { name, address = '', city = '', exclude = 0 } = args
  const found = await listSimilar(services.database.read, viewer, kind, { name, address, city, exclude })
  return okResponse({
    records: found.map(({ record, match }) => ({ ...presentName(record, kind, urls), match })),
  })
}

async function duplicates(
  { services, viewer, urls }: EndpointRequest<never, unknown>,
  kind: LinkedKind,
): Promise<EndpointResponse> {
  const { groups, total } = await listDuplicates(services.database.read, viewer, kind)
  return okResponse({
    groups: groups.map(({ records, matches }) => ({
      matches,
      records: records.map((record) => presentName(record, kind, urls)),
    })),
    total,
  })
}

/** `GET /venues/similar` and `GET /venues/duplicates`, and the same of organizers. */
export function createSimilarRoutes(kind: LinkedKind): readonly Route[] {
  const { noun, fields }: { readonly noun: 'Venue' | 'Organizer'; readonly fields: Fields } = KINDS[kind]
  return [
    {
      pattern: `/${COLLECTION_NAMES[kind]}/similar`,
      needsSignIn: true,
      endpoints: [
        defineEndpoint({
          operation: `listSimilar${noun}s`,
          answers: { 200: 'SimilarRecords' },
          methods: READ_METHODS,
          path: {},
          args: fields,
          isQuery: true,
          access: mayCreate,
          handle: (call: EndpointRequest<never, SimilarityInput>) => similar(call, kind),
        }),
      ],
    },
    {
      pattern: `/${COLLECTION_NAMES[kind]}/duplicates`,
      needsSignIn: true,
      endpoints: [
        defineEndpoint({
          operation: `listDuplicate${noun}s`,
          answers: { 200: 'DuplicateGroups' },
          methods: READ_METHODS,
          path: {},
          args: {},
          isQuery: true,
          access: (viewer) => can(viewer, 'edit_others_posts'),
          handle: (call: EndpointRequest<never, unknown>) => duplicates(call, kind),
        }),
      ],
    },
  ]
}
