export interface DiskPlace {
  readonly kind: 'disk'
  readonly folder: string
}
