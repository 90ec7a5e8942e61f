/** Places on the globe. */

/** Degrees: latitude from -90 to 90, longitude from -180 to 180. */
export interface Point {
  readonly lat: number
  readonly lng: number
}

/** A place on the unit sphere. The straight distance of two grows with their distance over ground. */
export interface SphericalPoint {
  readonly x: number
  readonly y: number
  readonly z: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

export function onSphere({ lat, lng }: Point): SphericalPoint {
  const circle = Math.cos(radians(lat))
  return { x: circle * Math.cos(radians(lng)), y: circle * Math.sin(radians(lng)), z: Math.sin(radians(lat)) }
}
