/** A server on a free port that answers in Nominatim's form, and remembers what it was asked. */
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
  /** A text is sent as it is, all else as JSON. */
  readonly body?: unknown
}

export interface TestGeocoder {
  readonly url: string
  /** Emptied by tests as they like. */
  readonly requests: GeocoderRequest[]
  /** Sets what is answered from now on; nothing is found until then. */
  readonly respondWith: (answer: (query: GeocoderQuery) => GeocoderReply | Promise<GeocoderReply>) => void
  readonly stop: () => Promise<void>
}

/** One place of a list, with what else Nominatim says of it. */
export const createPlaceReply = (lat: number | string, lon: number | string): GeocoderReply => ({
  body: [{ place_id: 1, licence: 'Data © OpenStreetMap contributors', lat: `${lat}`, lon: `${lon}`, importance: 0.5 }],
})

export const NO_PLACES: GeocoderReply = { body: [] }

/** Springfield's hall is known, other streets are not. */
export const HALL_ADDRESS = { address: '12 High Street', city: 'Springfield', zip: '62701', country: 'United States' }
export const HALL_COORDINATES = { geo_lat: 39.8, geo_lng: -89.65 }

export async function startGeocoder(): Promise<TestGeocoder> {
  const asked: GeocoderRequest[] = []
  let answer: (query: GeocoderQuery) => GeocoderReply | Promise<GeocoderReply> = () => NO_PLACES
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const query = Object.fromEntries(searchParams)
    asked.push({ query, agent: request.headers['user-agent'] ?? '', at: Date.now() })
    const { status = 200, headers = {}, body = '' } = await answer(query)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/search`,
    requests: asked,
    respondWith: (next) => {
      answer = next
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
