/** Number formats of spreadsheets (ECMA-376, part 1, 18.8.31): numbers, percentages and sums of money. */

/** Formats without a code in the file (18.8.30), but for dates. */
export const NUMBER_FORMATS: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0;-"$"#,##0',
  6: '"$"#,##0;-"$"#,##0',
  7: '"$"#,##0.00;-"$"#,##0.00',
  8: '"$"#,##0.00;-"$"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0;"-"',
  42: '"$"#,##0;-"$"#,##0;"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '"$"#,##0.00;-"$"#,##0.00;"-"',
  48: '##0.0E+0',
}

/** Parts of a code: quoted and escaped text, brackets, fill and width of a character, exponents, and single characters. */
const PART = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].|E[+-]|[\s\S]/gi
const MOST_DECIMALS = 20
/** Spreadsheets write no longer codes. */
const MOST_CODE = 255

interface Section {
  prefix: string
  suffix: string
  /** Placeholders: `0`, `#`, `?`, `.` and `,`. */
  digits: string
  /** Least digits of the exponent; undefined without one. */
  exponent: number | undefined
  percents: number
}

/** A number as its format says; undefined for other formats, such as fractions and dates. */
export function formatNumber(value: number, code: string): string | undefined {
  if (code.length > MOST_CODE || /^general$/i.test(code)) return undefined
  const sections = sectionsOf(code)
  const at = value < 0 && sections.length > 1 ? 1 : value === 0 && sections.length > 2 ? 2 : 0
  const section = sections[at]
  if (!section) return undefined
  if (section.digits === '') return at > 0 ? section.prefix : undefined
  const shown = digitsOf(at === 1 ? -value : Math.abs(value), section)
  const isNegative = at === 0 && value < 0 && /[1-9]/.test(shown)
  return `${isNegative ? '-' : ''}${section.prefix}${shown}${section.suffix}`.trim()
}

/** The sections for positive and negative numbers and zero; undefined for other formats. */
function sectionsOf(code: string): (Section | undefined)[] {
  const sections: (Section | undefined)[] = []
  let section: Section | undefined = newSection()
  for (const [part, quoted, escaped, symbol] of code.matchAll(PART)) {
    if (part === ';') {
      sections.push(section)
      section = newSection()
    } else if (section) section = added(section, part, quoted ?? escaped ?? symbol)
  }
  return [...sections, section]
}

const newSection = (): Section => ({ prefix: '', suffix: '', digits: '', exponent: undefined, percents: 0 })

/** The section with a part of its code, `text` if that is to be shown as it is. */
function added(section: Section, part: string, text: string | undefined): Section | undefined {
  const literal = (shown: string): Section =>
    section.digits === ''
      ? { ...section, prefix: section.prefix + shown }
      : { ...section, suffix: section.suffix + shown }
  if (text !== undefined) return literal(text)
  if (part.startsWith('[') || part.startsWith('*')) return section
  if (part.startsWith('_')) return section
  if (part === '%') return { ...literal('%'), percents: section.percents + 1 }
  if (/^E/i.test(part) && part.length === 2) return { ...section, exponent: 0 }
  if (!/^[0#?.,]$/.test(part)) return /^[A-Za-z@/]$/.test(part) ? undefined : literal(part)
  if (section.exponent !== undefined) return { ...section, exponent: section.exponent + 1 }
  // Characters between digits, as in phone numbers.
  if (section.suffix !== '') return undefined
  return { ...section, digits: section.digits + part }
}

function digitsOf(value: number, { digits, exponent, percents }: Section): string {
  const [whole = '', fraction = ''] = digits.split('.')
  const isGrouped = /[0#?],+[0#?]/.test(whole)
  const thousands = /,*$/.exec(fraction === '' ? whole : fraction)?.[0].length ?? 0
  const scaled = (value * 100 ** percents) / 1000 ** thousands
  const least = Math.min(MOST_DECIMALS, fraction.replaceAll(/[^0]/g, '').length)
  const most = Math.min(MOST_DECIMALS, fraction.replaceAll(',', '').length)
  // Fifteen digits are what spreadsheets calculate with.
  const exact = Number(scaled.toPrecision(15))
  if (exponent !== undefined) {
    const [mantissa = '', power = ''] = exact.toExponential(most).split('e')
    return `${mantissa}E${power[0] ?? '+'}${power.slice(1).padStart(exponent, '0')}`
  }
  return new Intl.NumberFormat('en', {
    minimumIntegerDigits: Math.min(MOST_DECIMALS, Math.max(1, whole.replaceAll(/[^0]/g, '').length)),
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping: isGrouped,
  }).format(exact)
}
