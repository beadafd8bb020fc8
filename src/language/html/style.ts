/** Patterns of style values; none can hold a URL, a bracketed call or a semicolon. */
const length = String.raw`(?:0|\d{1,5}(?:\.\d{1,4})?(?:px|em|rem|ex|ch|pt|pc|cm|mm|in|%))`
const signed = String.raw`(?:0|-?\d{1,5}(?:\.\d{1,4})?(?:px|em|rem|ex|ch|pt|pc|cm|mm|in|%))`
const channel = String.raw`\s*\d{1,3}(?:\.\d{1,4})?%?\s*`
const colour = String.raw`(?:#[0-9a-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl)a?\(${channel},${channel},${channel}(?:,\s*[\d.]{1,6}%?\s*)?\))`
const line = '(?:none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)'
const width = `(?:thin|medium|thick|${length})`
const upToFour = (one: string): string => `${one}(?:\\s+${one}){0,3}`

const patterns: Readonly<Record<string, string>> = {
  color: colour,
  'background-color': colour,
  background: colour,
  'text-align': 'left|right|center|justify|start|end',
  'vertical-align': `top|middle|bottom|baseline|sub|super|text-top|text-bottom|${signed}`,
  direction: 'ltr|rtl',
  'unicode-bidi': 'normal|embed|isolate|plaintext',
  'text-decoration': '(?:none|underline|line-through|overline)(?:\\s+(?:underline|line-through|overline))*',
  'font-weight': 'normal|bold|bolder|lighter|[1-9]00',
  'font-style': 'normal|italic|oblique',
  'font-size': `${length}|smaller|larger|(?:x+-)?(?:small|large)|medium`,
  'line-height': `normal|\\d{1,2}(?:\\.\\d{1,4})?|${length}`,
  'letter-spacing': `normal|${length}`,
  'white-space': 'normal|nowrap|pre|pre-wrap|pre-line',
  'list-style-type':
    'none|disc|circle|square|decimal|decimal-leading-zero|(?:lower|upper)-(?:alpha|roman|latin|greek)|armenian|georgian',
  float: 'left|right|none',
  clear: 'left|right|both|none',
  width: `auto|${length}`,
  height: `auto|${length}`,
  'min-width': length,
  'max-width': `none|${length}`,
  'min-height': length,
  'max-height': `none|${length}`,
  margin: upToFour(`(?:auto|${length})`),
  padding: upToFour(length),
  'text-indent': length,
  border: `(?:${width}|${line}|${colour})(?:\\s+(?:${width}|${line}|${colour})){0,2}`,
  'border-width': upToFour(width),
  'border-style': upToFour(line),
  'border-color': upToFour(colour),
  'border-collapse': 'collapse|separate',
  'border-radius': upToFour(length),
  'page-break-after': 'auto|always|avoid',
  'page-break-before': 'auto|always|avoid',
}
for (const side of ['top', 'right', 'bottom', 'left']) {
  const named = patterns as Record<string, string>
  named[`margin-${side}`] = `auto|${length}`
  named[`padding-${side}`] = length
  named[`border-${side}`] = patterns.border ?? ''
  named[`border-${side}-width`] = width
  named[`border-${side}-style`] = line
  named[`border-${side}-color`] = colour
}

const properties: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(patterns).map(([name, pattern]) => [name, new RegExp(`^(?:${pattern})$`, 'i')]),
)

/** Whether a style property may have this value. */
export function isSafeStyle(property: string, value: string): boolean {
  return value.length <= 200 && (properties.get(property)?.test(value) ?? false)
}

/** Whether a text is a CSS colour: hex, name, rgb() or hsl(). */
export function isColour(value: string): boolean {
  return isSafeStyle('color', value)
}

/** Whether a text is a non-negative CSS length, e.g. `20px` or `40%`. */
export function isLength(value: string): boolean {
  return isSafeStyle('min-width', value)
}

/** The allowed declarations of a style attribute, or undefined for none. */
export function safeStyle(style: string): string | undefined {
  if (style.length > 4000) return undefined
  const safe: string[] = []
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const value = declaration
      .slice(colon + 1)
      .trim()
      .replace(/\s+/g, ' ')
    if (isSafeStyle(property, value)) safe.push(`${property}: ${value}`)
  }
  return safe.length > 0 ? safe.join('; ') : undefined
}
