/** ISO 4217 codes. Not read from `Intl`, whose list depends on the Node version. */
const CURRENCY_CODES = `
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL
MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG ZWL`

const CURRENCIES: ReadonlySet<string> = new Set(CURRENCY_CODES.trim().split(/\s+/))

/** `code` must be in upper case. */
export const isCurrency = (code: string): boolean => CURRENCIES.has(code)

/** The symbol of a currency in English prices, such as `€` or `CA$`; the code for currencies without a symbol. */
export function findCurrencySymbol(code: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: code }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}
