/**
 * SVG pictures within a diagram. resvg draws no text in them, so their text is turned into outlines first. As resvg reads
 * files that a picture names when that picture is drawn by itself, what could name one is taken out.
 */
import { SaxesParser } from 'saxes'
import { escapeXml } from '#diagrams/render/svg.ts'

const NESTED = /data:image\/svg\+xml;base64,([a-z0-9+/=]+)/gi
/** Elements that load something; resvg draws none of them in a nested picture either. */
const LOADING = /(?:^|:)(?:image|feImage)$/

/**
 * Replaces the text of nested SVG pictures.
 * @param outline gives an SVG without text that looks the same. A picture that it cannot read stays as it is.
 */
export function withOutlinedText(svg: string, outline: (svg: string) => string): string {
  const done = new Map<string, string>()
  return svg.replace(NESTED, (uri: string, data: string) => {
    const known = done.get(data)
    if (known !== undefined) return known
    const nested = Buffer.from(data, 'base64').toString('utf8')
    const outlined = /<(?:\w+:)?text[\s>]/.test(nested) ? outlinedOf(nested, outline) : undefined
    const result = outlined === undefined ? uri : `data:image/svg+xml;base64,${Buffer.from(outlined).toString('base64')}`
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
 * An SVG without elements that load. Written anew from what the parser read, and without its DOCTYPE, so that nothing
 * comes back by entities.
 * @throws Error when it is not well-formed
 */
export function withoutLoading(svg: string): string {
  const parser = new SaxesParser()
  let written = ''
  let skipped = 0
  parser.on('error', error => { throw error })
  parser.on('opentag', ({ name, attributes }) => {
    if (skipped > 0 || LOADING.test(name)) skipped++
    else written += `<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')}>`
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
