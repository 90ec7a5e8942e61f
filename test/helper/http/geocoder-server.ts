/** A server on a free port that responds in the format of Nominatim and records its requests. */
import { createServer } from 'node:http'

export type GeocoderQuery = Readonly<Record<string, string>>

export interface GeocoderRequest {
  readonly query: GeocoderQuery
  readonly agent: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface GeocoderReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string is sent unchanged, other values as JSON. */
  readonly body?: unknown
}

export interface TestGeocoder {
  readonly url: string
  /** Tests may clear it. */
  readonly requests: GeocoderRequest[]
  /** Sets the response; by default nothing is found. */
  readonly respondWith: (createReply: (query: GeocoderQuery) => GeocoderReply | Promise<GeocoderReply>) => void
  readonly stop: () => Promise<void>
}

/** One place of a list, with the other properties of Nominatim. */
export const createPlacesReply = (lat: number | string, lon: number | string): GeocoderReply => ({
  body: [{ place_id: 1, licence: 'Data © OpenStreetMap contributors', lat: `${lat}`, lon: `${lon}`, importance: 0.5 }],
})

export const NO_PLACES: GeocoderReply = { body: [] }

/** The town hall of Springfield is found, other streets are not. */
export const HALL_ADDRESS = { address: '12 High Street', city: 'Springfield', zip: '62701', country: 'United States' }
export const HALL_COORDINATES = { geo_lat: 39.8, geo_lng: -89.65 }

export async function startGeocoder(): Promise<TestGeocoder> {
  const requests: GeocoderRequest[] = []
  let createReply: (query: GeocoderQuery) => GeocoderReply | Promise<GeocoderReply> = () => NO_PLACES
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const query = Object.fromEntries(searchParams)
    requests.push({ query, agent: request.headers['user-agent'] ?? '', at: Date.now() })
    const { status = 200, headers = {}, body = '' } = await createReply(query)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/search`,
    requests,
    respondWith: (next) => {
      createReply = next
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
