import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { mayBeDiagram, parseDiagram, type ReadDiagram } from '#diagrams/import/parse.ts'
import { LIMITS } from '#diagrams/model/document.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { pinnedPage } from '../reference-shared.ts'
import { renderDiagram } from '#diagrams/render/render.ts'

/** Stored bytes of a file's version. */
export interface StoredBytes {
  sha256: string
  /** Bytes. */
  size: number
}

/** Cache size for documents and drawings, by length of their texts. */
const CACHE_CHARACTERS = 32 * 1024 * 1024
/** Approximate memory of a document, by length of its text. */
const DOCUMENT_WEIGHT = 4
/** Bytes read to detect the format. */
const HEAD = 4096

/** Cached parser and renderer of stored diagrams; one per app. */
export class DiagramReader {
  readonly #app: App
  readonly #diagrams = new LRUCache<string, { diagram: ReadDiagram | undefined; size: number }>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: cached => cached.size,
  })
  readonly #drawings = new LRUCache<string, RenderedDiagram>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: drawing => drawing.svg.length + drawing.text.length + 1000,
  })

  constructor(app: App) {
    this.#app = app
  }

  /** The parsed diagram; undefined when unreadable, whatever the file's type. */
  async read(bytes: StoredBytes): Promise<ReadDiagram | undefined> {
    if (bytes.size === 0 || bytes.size > LIMITS.bytes) return undefined
    const cached = this.#diagrams.get(bytes.sha256)
    if (cached) return cached.diagram
    const diagram = await this.#parse(bytes)
    this.#diagrams.set(bytes.sha256, { diagram, size: diagram ? bytes.size * DOCUMENT_WEIGHT + 1000 : 1000 })
    return diagram
  }

  /** The id of an existing page, given by its id or number from 1; undefined for every other, which mean the first. */
  async pageIn(bytes: StoredBytes, pageId: string): Promise<string | undefined> {
    return pageOf(await this.read(bytes), pageId)
  }

  /** The rendered page, by default the first; undefined when it cannot be read or drawn. */
  async draw(bytes: StoredBytes, pageId?: string): Promise<RenderedDiagram | undefined> {
    const diagram = await this.read(bytes)
    if (!diagram) return undefined
    const id = pageOf(diagram, pageId) ?? ''
    const key = `${bytes.sha256} ${id}`
    const cached = this.#drawings.get(key)
    if (cached) return cached
    const drawing = this.#render(bytes, diagram, id === '' ? undefined : id)
    if (drawing) this.#drawings.set(key, drawing)
    return drawing
  }

  /** Names and text of all pages in reading order; undefined when unreadable. */
  async words(bytes: StoredBytes): Promise<string | undefined> {
    const diagram = await this.read(bytes)
    return diagram?.document.pages
      .flatMap(({ id, name }) => [name, this.#render(bytes, diagram, id)?.text ?? ''])
      .join('\n')
  }

  /** A renderer bug must not break pages with the diagram, nor block the search index. */
  #render({ sha256 }: StoredBytes, { document }: ReadDiagram, pageId: string | undefined): RenderedDiagram | undefined {
    try {
      return renderDiagram(document, pageId === undefined ? {} : { pageId })
    } catch (error) {
      this.#app.log.error({ err: error, blob: sha256, page: pageId }, 'a diagram cannot be drawn')
      return undefined
    }
  }

  async #parse(bytes: StoredBytes): Promise<ReadDiagram | undefined> {
    // Most files are no diagrams: the beginning suffices to reject them.
    const head = (await this.#bytes(bytes, Math.min(HEAD, bytes.size))).toString('utf8')
    if (!mayBeDiagram(head)) return undefined
    const text = (await this.#bytes(bytes, bytes.size)).toString('utf8')
    try {
      return await parseDiagram(text)
    } catch (error) {
      // A damaged upload must not break pages that show it: its picture is shown, or a note.
      this.#app.log.info({ err: error, blob: bytes.sha256 }, 'a diagram cannot be read')
      return undefined
    }
  }

  async #bytes({ sha256 }: StoredBytes, length: number): Promise<Buffer> {
    return buffer(await this.#app.blobs.open(sha256, { start: 0, end: length - 1 }))
  }
}

const reader = (app: App): DiagramReader => new DiagramReader(app)

export function readerOf(app: App): DiagramReader {
  return app.own(reader)
}

function pageOf(diagram: ReadDiagram | undefined, pageId: string | undefined): string | undefined {
  return diagram && pinnedPage(diagram.document.pages, pageId)
}
