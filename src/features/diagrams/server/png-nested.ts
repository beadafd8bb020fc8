/**
 * Nested SVG images. resvg draws no text in them, so text is converted to outlines first by drawing each alone. As
 * resvg would then read files that it references, references are removed.
 */
import { SaxesParser } from 'saxes'
import { escapeXml } from '#diagrams/render/svg.ts'

const NESTED = /data:image\/svg\+xml;base64,([a-z0-9+/=]+)/gi
/** Elements that load resources; resvg draws none of them in a nested image either. */
const LOADING = /(?:^|:)(?:image|feImage)$/

/**
 * Converts the text of nested SVG images.
 * @param outline returns an equivalent SVG without text; unreadable images stay unchanged
 */
export function withOutlinedText(svg: string, outline: (svg: string) => string): string {
  const done = new Map<string, string>()
  return svg.replace(NESTED, (uri: string, data: string) => {
    const known = done.get(data)
    if (known !== undefined) return known
    const nested = Buffer.from(data, 'base64').toString('utf8')
    const outlined = /<(?:\w+:)?text[\s>]/.test(nested) ? outlinedOf(nested, outline) : undefined
    const result =
      outlined === undefined ? uri : `data:image/svg+xml;base64,${Buffer.from(outlined).toString('base64')}`
    done.set(data, result)
    return result
  })
}

function outlinedOf(nested: string, outline: (svg: string) => string): string | undefined {
  try {
    return outline(withoutLoading(nested))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/**
 * An SVG without elements that load resources, serialised from the parse without DOCTYPE, so that entities cannot
 * restore them.
 * @throws Error when it is not well-formed
 */
export function withoutLoading(svg: string): string {
  const parser = new SaxesParser()
  let written = ''
  let skipped = 0
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (skipped > 0 || LOADING.test(name)) skipped++
    else
      written += `<${name}${Object.entries(attributes)
        .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
        .join('')}>`
  })
  parser.on('closetag', ({ name }) => {
    if (skipped > 0) skipped--
    else written += `</${name}>`
  })
  const write = (text: string) => {
    if (skipped === 0) written += text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  }
  parser.on('text', write)
  parser.on('cdata', write)
  parser.write(svg.replace(/^\uFEFF/, '')).close()
  return written
}
