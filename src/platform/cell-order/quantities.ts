import { valueOf, type DecimalSign } from './numbers.ts'

/** The size of a unit in the smallest one of its family. @returns undefined for another family's unit */
type Family = (unit: string) => number | undefined

const SIZE = /^(?:([kmgtpeкмгтп])[iи]?)?(b|bytes?|o|octets?|б|байт|bits?)(?:\/s|ps)?$/u
const SIZE_NAME = /^(?:(kilo|mega|giga|tera|peta|exa|kibi|mebi|gibi|tebi|pebi|exbi)(bytes?|bits?))$/u
const POWERS: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4, p: 5, e: 6, к: 1, м: 2, г: 3, т: 4, п: 5 }

/** Sizes of data in bytes, by powers of 1024. `K`, `M`, `G`, `T` alone are as in the output of `ls -h`. */
const sizes: Family = unit => {
  if (/^[kKMGTP]$/.test(unit)) return 1024 ** (POWERS[unit.toLowerCase()] ?? 0)
  const [, prefix, name] = SIZE.exec(unit.toLowerCase()) ?? SIZE_NAME.exec(unit.toLowerCase()) ?? []
  if (name === undefined) return undefined
  return 1024 ** (prefix === undefined ? 0 : (POWERS[prefix[0] ?? ''] ?? 0)) / (name.startsWith('bit') ? 8 : 1)
}

const SECONDS: readonly (readonly [seconds: number, names: RegExp])[] = [
  [0.001, /^(?:ms|millise[ck].*)$/],
  [1, /^(?:s|secs?|seconds?|sek|sekunden?)$/],
  [60, /^(?:m|mins?|minutes?|minuten?)$/],
  [3600, /^(?:h|hrs?|hours?|std|stunden?)$/],
  [86_400, /^(?:d|days?|tage?|tagen)$/],
  [604_800, /^(?:w|wks?|weeks?|wochen?)$/],
  [2_629_800, /^(?:mo|mos|months?|monate?|monaten)$/],
  [31_557_600, /^(?:y|yrs?|years?|jahre?|jahren)$/],
]

const durations: Family = unit => SECONDS.find(([, names]) => names.test(unit.toLowerCase()))?.[0]

/** Families of units that differ in size, so that their numbers alone have no order. */
export const FAMILIES: readonly Family[] = [sizes, durations]

/**
 * The value of a cell with units of one family, such as `2 GB` or `1 h 30 min`. A number without a unit is in the
 * smallest one.
 * @returns undefined if the text is anything else
 */
export function quantityIn(
  text: string,
  family: Family,
  sign: DecimalSign | undefined,
): { value: number; hasUnit: boolean } | undefined {
  const part = /\s*(\d[\d\s.,'’]*)(?<!\s)\s*([\p{L}µ][\p{L}/]*)?\.?(?:\s*(?:,|and|und))?/uy
  part.lastIndex = /^[~≈<>≤≥±+-]?\s*/u.exec(text)?.[0].length ?? 0
  let value = 0
  let units = 0
  while (part.lastIndex < text.length) {
    const [, digits = '', unit] = part.exec(text) ?? []
    const number = digits === '' ? undefined : valueOf(digits, sign)
    const factor = unit === undefined ? (units === 0 && part.lastIndex === text.length ? 1 : undefined) : family(unit)
    if (number === undefined || factor === undefined) return undefined
    value += number * factor
    if (unit !== undefined) units++
  }
  return { value: text.startsWith('-') ? -value : value, hasUnit: units > 0 }
}
