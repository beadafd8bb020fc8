/**
 * Containers of a draw.io file: `<mxfile>` with `<diagram>` pages, each an `<mxGraphModel>` or its URI-encoded text
 * deflated in base64; a bare `<mxGraphModel>`; and `<mxlibrary>`, a JSON list of small models.
 * Source: https://www.drawio.com/doc/faq/diagram-source-edit and the files themselves.
 */
import { LIMITS } from '../../model/document.ts'
import { ImportError } from '../contract.ts'
import { attribute, childOf, parseXml, type Element } from './xml.ts'

export interface Sheet {
  id: string
  name: string
  /** The `<mxGraphModel>`. */
  model: Element
  /** Library entry: size and an image instead of a model. */
  width?: number
  height?: number
}

export interface DrawioFile {
  /** A library's sheets are its shapes. */
  kind: 'file' | 'library'
  sheets: Sheet[]
}

/** Maximum of decompressed characters of all pages. */
const MAX_UNFOLDED = 48 * 1024 * 1024

/** @throws ImportError */
export async function readDrawioFile(text: string): Promise<DrawioFile> {
  if (text.length > LIMITS.bytes)
    throw new ImportError(`The file is larger than ${LIMITS.bytes / 1024 / 1024} MB; split it.`)
  const root = parseXml(text)
  const budget = { left: MAX_UNFOLDED }
  switch (root.name) {
    case 'mxGraphModel':
      return { kind: 'file', sheets: [{ id: '', name: '', model: root }] }
    case 'mxfile':
      return { kind: 'file', sheets: await readPages(root, budget) }
    case 'mxlibrary':
      return { kind: 'library', sheets: await readLibrary(root.text, budget) }
    default:
      throw new ImportError(
        `The file begins with <${root.name.slice(0, 100)}>; a draw.io file begins with <mxfile>, <mxGraphModel> or <mxlibrary>.`,
      )
  }
}

async function readPages(root: Element, budget: { left: number }): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const diagram of root.children) {
    if (diagram.name !== 'diagram') continue
    if (sheets.length >= LIMITS.pages) throw new ImportError(`The file has more than ${LIMITS.pages} pages; split it.`)
    const name = attribute(diagram, 'name') ?? ''
    const model =
      childOf(diagram, 'mxGraphModel') ?? (await unfoldModel(diagram.text, budget, `page ${sheets.length + 1}`))
    sheets.push({ id: attribute(diagram, 'id') ?? '', name, model })
  }
  if (sheets.length === 0) throw new ImportError('The file has no page.')
  return sheets
}

async function readLibrary(json: string, budget: { left: number }): Promise<Sheet[]> {
  let entries: unknown
  try {
    entries = JSON.parse(json)
  } catch (error) {
    throw new ImportError(`The library is not JSON: ${(error as Error).message}`)
  }
  if (!Array.isArray(entries)) throw new ImportError('The library is not a list.')
  const sheets: Sheet[] = []
  for (const [index, entry] of (entries as unknown[]).entries()) {
    const { xml, data, title, w, h } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
      string,
      unknown
    >
    const size = { width: Number(w) || 0, height: Number(h) || 0 }
    const name = typeof title === 'string' ? title : ''
    if (typeof xml === 'string') {
      const model = xml.trimStart().startsWith('<')
        ? parseModel(take(xml, budget))
        : await unfoldModel(xml, budget, `entry ${index + 1}`)
      sheets.push({ id: '', name, model, ...size })
    } else if (typeof data === 'string') {
      sheets.push({ id: '', name, model: pictureModel(data, size), ...size })
    }
  }
  if (sheets.length === 0) throw new ImportError('The library has no entry.')
  return sheets
}

function pictureModel(data: string, { width, height }: { width: number; height: number }): Element {
  const element = (name: string, attributes: Record<string, string>, children: Element[] = []): Element => ({
    name,
    attributes,
    children,
    text: '',
  })
  const geometry = element('mxGeometry', { width: String(width), height: String(height), as: 'geometry' })
  const cell = element(
    'mxCell',
    { id: '2', parent: '1', vertex: '1', style: `shape=image;image=${data.replace(';base64', '')}` },
    [geometry],
  )
  return element('mxGraphModel', {}, [
    element('root', {}, [element('mxCell', { id: '0' }), element('mxCell', { id: '1', parent: '0' }), cell]),
  ])
}

function parseModel(xml: string): Element {
  const model = parseXml(xml)
  if (model.name !== 'mxGraphModel')
    throw new ImportError(`A page begins with <${model.name.slice(0, 100)}> instead of <mxGraphModel>.`)
  return model
}

function take(text: string, budget: { left: number }): string {
  budget.left -= text.length
  if (budget.left < 0)
    throw new ImportError(`The pages unfold to more than ${MAX_UNFOLDED / 1024 / 1024} MB; split the file.`)
  return text
}

/** Decodes base64, raw deflate, URI encoding. An empty page is an empty model. */
async function unfoldModel(packed: string, budget: { left: number }, where: string): Promise<Element> {
  const trimmed = packed.trim()
  if (trimmed === '') return { name: 'mxGraphModel', attributes: {}, children: [], text: '' }
  let text: string
  try {
    text = await inflate(
      Uint8Array.from(atob(trimmed), character => character.charCodeAt(0)),
      budget,
    )
    if (!text.startsWith('<')) text = decodeURIComponent(text)
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(
      `The contents of ${where} cannot be unpacked: the file is damaged. Save it again in draw.io.`,
      { cause: error },
    )
  }
  return parseModel(text)
}

/** Stops at the limit, against decompression bombs. */
async function inflate(bytes: Uint8Array<ArrayBuffer>, budget: { left: number }): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += take(decoder.decode(part.value, { stream: true }), budget)
    }
  } finally {
    // A failure of the stream is reported by read().
    await reader.cancel().catch(() => undefined)
  }
  return text + decoder.decode()
}
