export interface Region {
  readonly country: string
  readonly state: string
  readonly province: string
}

/** The state or the province, depending on the country (wire-contract §11.3). */
export function chooseStateOrProvince({ country, state, province }: Region): string {
  const hasStates = country === '' || country === 'US' || country === 'United States'
  return hasStates ? state || province : province
}
