/** A map with a pin that can be dragged. The coordinates next to it are the way without a pointer. */
import { Box } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { settings } from '../../settings.ts'
import 'leaflet/dist/leaflet.css'

export interface Position {
  readonly lat: number
  readonly lng: number
}

interface PinMapProps {
  readonly position: Position | undefined
  readonly label: string
  readonly onMove: (position: Position) => void
}

const PIN_ZOOM = 16
const WORLD_ZOOM = 2
/** About 10 cm. */
const DECIMALS = 6

const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS))

interface PinMapView {
  /** Shows the pin at a position, or removes it. */
  readonly place: (position: Position | undefined) => void
  readonly remove: () => void
}

interface PinMapOptions {
  readonly tiles: NonNullable<typeof settings.tiles>
  readonly label: string
  readonly report: (position: Position) => void
}

async function createMap(element: HTMLElement, { tiles, label, report }: PinMapOptions): Promise<PinMapView> {
  const { default: leaflet } = await import('leaflet')
  const view = leaflet.map(element).setView([20, 0], WORLD_ZOOM)
  leaflet.tileLayer(tiles.url, { attribution: tiles.attribution }).addTo(view)
  const icon = leaflet.divIcon({ className: 'venue-pin', iconSize: [20, 20], iconAnchor: [10, 24] })
  const marker = leaflet.marker([0, 0], { icon, draggable: true, title: label })
  const reportRounded = ({ lat, lng }: Position) => report({ lat: round(lat), lng: round(lng) })
  marker.on('dragend', () => reportRounded(marker.getLatLng()))
  view.on('click', ({ latlng }) => reportRounded(latlng))
  return {
    place: (position) => {
      if (!position) return void marker.remove()
      const isNew = !view.hasLayer(marker)
      marker.setLatLng(position).addTo(view)
      if (isNew) view.setView(position, Math.max(view.getZoom(), PIN_ZOOM))
      else view.panTo(position)
    },
    remove: () => view.remove(),
  }
}

export function PinMap({ position, label, onMove }: PinMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<PinMapView>()
  const report = useRef(onMove)
  report.current = onMove
  useEffect(() => {
    const { current: element } = container
    const { tiles } = settings
    if (!element || !tiles) return undefined
    const creating = createMap(element, { tiles, label, report: (next) => report.current(next) })
    creating.then(setMap).catch(() => undefined)
    return () => {
      creating.then((view) => view.remove()).catch(() => undefined)
    }
  }, [label])
  useEffect(() => map?.place(position), [map, position])
  return <Box ref={container} role="application" aria-label={label} sx={MAP_STYLE} />
}

const MAP_STYLE = {
  height: 280,
  width: '100%',
  zIndex: 0,
  borderRadius: 1,
  '& .leaflet-control-attribution a': { textDecoration: 'underline' },
  // Leaflet transforms the icon itself to place it.
  '& .venue-pin::before': {
    content: '""',
    position: 'absolute',
    inset: 0,
    backgroundColor: 'error.main',
    border: '2px solid #fff',
    borderRadius: '50% 50% 50% 0',
    transform: 'rotate(-45deg)',
    boxShadow: 2,
  },
} as const
