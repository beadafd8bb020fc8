/**
 * Containers of a draw.io file: `<mxfile>` with `<diagram>` pages, each an `<mxGraphModel>` or its URI-encoded text
 * deflated in base64; a bare `<mxGraphModel>`; and `<mxlibrary>`, a JSON list of small models.
 * Source: https://www.drawio.com/doc/faq/diagram-source-edit and the files themselves.
 */
import { LIMITS } from '../../model/document.ts'
import { ImportError } from '../contract.ts'
import { variablesOf } from './placeholders.ts'
import { stencilIn } from './stencil.ts'
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
  /** Shapes that the file holds itself, by the base64 text that styles name them by. */
  stencils: ReadonlyMap<string, Element>
  /** Variables of `<mxfile>`, for placeholders. */
  variables: Readonly<Record<string, string>>
}

/** Maximum of decompressed characters of all pages. */
const MAX_UNFOLDED = 48 * 1024 * 1024

/** @throws ImportError */
export async function readDrawioFile(text: string): Promise<DrawioFile> {
  if (text.length > LIMITS.bytes)
    throw new ImportError(`The file is larger than ${LIMITS.bytes / 1024 / 1024} MB; split it.`)
  const root = parseXml(text)
  const budget = { left: MAX_UNFOLDED }
  const withStencils = async (kind: DrawioFile['kind'], sheets: Sheet[]): Promise<DrawioFile> => ({
    kind,
    sheets,
    stencils: await readStencils(sheets, budget),
    variables: variablesOf(root),
  })
  switch (root.name) {
    case 'mxGraphModel':
      return withStencils('file', [{ id: '', name: '', model: root }])
    case 'mxfile':
      return withStencils('file', await readPages(root, budget))
    case 'mxlibrary':
      return withStencils('library', await readLibrary(root.text, budget))
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

/** Stencils of all cells, unpacked; damaged ones are left out, and their shapes then are boxes. */
async function readStencils(sheets: readonly Sheet[], budget: { left: number }): Promise<Map<string, Element>> {
  const packed = new Set<string>()
  const waiting = sheets.map(({ model }) => model)
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    const stencil = element.name === 'mxCell' ? stencilIn(attribute(element, 'style') ?? '') : undefined
    if (stencil !== undefined) packed.add(stencil)
    for (const child of element.children) waiting.push(child)
  }
  const stencils = new Map<string, Element>()
  for (const stencil of packed) {
    try {
      stencils.set(stencil, parseXml(await unpack(stencil, budget)))
    } catch (error) {
      if (budget.left < 0) throw error
    }
  }
  return stencils
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
    text = await unpack(trimmed, budget)
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(
      `The contents of ${where} cannot be unpacked: the file is damaged. Save it again in draw.io.`,
      { cause: error },
    )
  }
  return parseModel(text)
}

async function unpack(base64: string, budget: { left: number }): Promise<string> {
  const text = await inflate(
    Uint8Array.from(atob(base64), character => character.charCodeAt(0)),
    budget,
  )
  return text.startsWith('<') ? text : decodeURIComponent(text)
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
