const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** `5.2 MB`: powers of 1024, with the units that people read. @param locale BCP 47 tag */
export function byteSize(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}
