const NUMBER =
  /^[~≈<>≤≥±]?\s*(\()?\s*([+-])?\s*\p{Sc}?\s*([+-])?\s*(\d[\d\s.,'’]*(?:e[+-]?\d+)?)\s*(?:[%‰]|\p{Sc}|[\p{L}°µ][\p{L}\d°²³/]{0,5})?\)?$/iu
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/

/** The sign before decimals. */
export type DecimalSign = '.' | ','

/** The sign before decimals in a column of numbers. @returns undefined if the numbers do not agree, or do not say it */
export function decimalSign(texts: readonly string[]): DecimalSign | undefined {
  const signs = new Set<DecimalSign>()
  for (const text of texts) {
    const digits = /\d[\d.,]*/.exec(text.replaceAll(/(?<=\d)[\s'’](?=\d)/g, ''))?.[0].replace(/[.,]$/, '')
    const [, whole = '', sign, decimals = ''] = /^(.*)([.,])(\d*)$/.exec(digits ?? '') ?? []
    if (sign === undefined) continue
    const other = sign === '.' ? ',' : '.'
    if (whole.includes(sign)) signs.add(other)
    else if (whole.includes(other) || decimals.length !== 3 || whole.length > 3 || whole === '0')
      signs.add(sign as DecimalSign)
  }
  return signs.size === 1 ? [...signs][0] : undefined
}

/** The number of a cell, without its currency or unit. @returns undefined if the text is no number */
export function numberIn(text: string, sign: DecimalSign | undefined): number | undefined {
  const [, bracket, before, after, digits] = NUMBER.exec(text) ?? []
  const value = digits === undefined ? undefined : valueOf(digits, sign)
  return value === undefined || !(bracket ?? before ?? after) || (before ?? after) === '+' ? value : -value
}

/** The value of digits with separators, such as `1,234.5`. @returns undefined if they are no number, such as `1.2.3` */
export function valueOf(digits: string, sign: DecimalSign | undefined): number | undefined {
  const [, mantissa = '', exponent = ''] = /^(.*?)(e[+-]?\d+)?$/iu.exec(digits.replaceAll(/[\s'’]/g, '')) ?? []
  const plain = mantissa.replace(/[.,]$/, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last < 0) return Number(plain + exponent)
  const lastSign = plain[last]
  const isGrouped = GROUPED.test(plain) && new Set(plain.replaceAll(/\d/g, '')).size === 1
  if (isGrouped && lastSign !== sign) return Number(plain.replaceAll(/[.,]/g, '') + exponent)
  const whole = plain.slice(0, last)
  if (lastSign === undefined || whole.includes(lastSign)) return undefined
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${plain.slice(last + 1)}${exponent}`)
}
