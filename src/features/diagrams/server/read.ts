import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { mayBeDiagram, parseDiagram, type ReadDiagram } from '#diagrams/import/parse.ts'
import { LIMITS } from '#diagrams/model/document.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { renderDiagram } from '#diagrams/render/render.ts'

/** The bytes of one version of a file. */
export interface StoredBytes {
  sha256: string
  /** Bytes. */
  size: number
}

/** Memory that documents and drawings may take, by the length of their texts; they are made again when asked for. */
const CACHE_CHARACTERS = 32 * 1024 * 1024
/** By how much a document in memory is larger than its text, about. */
const DOCUMENT_WEIGHT = 4
/** How much of a file is looked at to tell what it is. */
const HEAD = 4096

/** Reads and draws the diagrams of a wiki; what it did last is kept in memory. One for each running wiki. */
export class DiagramReader {
  readonly #app: App
  readonly #diagrams = new LRUCache<string, { diagram: ReadDiagram | undefined; size: number }>({
    maxSize: CACHE_CHARACTERS, sizeCalculation: kept => kept.size,
  })
  readonly #drawings = new LRUCache<string, RenderedDiagram>({
    maxSize: CACHE_CHARACTERS, sizeCalculation: drawing => drawing.svg.length + drawing.text.length + 1000,
  })

  constructor(app: App) {
    this.#app = app
  }

  /** The diagram that the bytes hold; undefined when they hold none that can be read, whatever the file's type says. */
  async read(bytes: StoredBytes): Promise<ReadDiagram | undefined> {
    if (bytes.size === 0 || bytes.size > LIMITS.bytes) return undefined
    const kept = this.#diagrams.get(bytes.sha256)
    if (kept) return kept.diagram
    const diagram = await this.#readAnew(bytes)
    this.#diagrams.set(bytes.sha256, { diagram, size: diagram ? bytes.size * DOCUMENT_WEIGHT + 1000 : 1000 })
    return diagram
  }

  /** The id of a page that the diagram has; undefined for every other, which all mean the first. */
  async pageIn(bytes: StoredBytes, pageId: string): Promise<string | undefined> {
    return pageOf(await this.read(bytes), pageId)
  }

  /** A page of it drawn; the first when there is no such page. Undefined when it cannot be read or drawn. */
  async draw(bytes: StoredBytes, pageId?: string): Promise<RenderedDiagram | undefined> {
    const diagram = await this.read(bytes)
    if (!diagram) return undefined
    const id = pageOf(diagram, pageId) ?? ''
    const key = `${bytes.sha256} ${id}`
    const kept = this.#drawings.get(key)
    if (kept) return kept
    const drawing = this.#render(bytes, diagram, id === '' ? undefined : id)
    if (drawing) this.#drawings.set(key, drawing)
    return drawing
  }

  /** The names and words of all its pages, as they are read; undefined when there is no diagram that can be read. */
  async words(bytes: StoredBytes): Promise<string | undefined> {
    const diagram = await this.read(bytes)
    return diagram?.document.pages.flatMap(({ id, name }) => [name, this.#render(bytes, diagram, id)?.text ?? '']).join('\n')
  }

  /** A mistake of the renderer must not break the pages that show the diagram, nor hold up the search for all others. */
  #render({ sha256 }: StoredBytes, { document }: ReadDiagram, pageId: string | undefined): RenderedDiagram | undefined {
    try {
      return renderDiagram(document, pageId === undefined ? {} : { pageId })
    } catch (error) {
      this.#app.log.error({ err: error, blob: sha256, page: pageId }, 'a diagram cannot be drawn')
      return undefined
    }
  }

  async #readAnew(bytes: StoredBytes): Promise<ReadDiagram | undefined> {
    // Most files that are asked about are none: a look at the beginning spares reading them.
    const head = (await this.#bytes(bytes, Math.min(HEAD, bytes.size))).toString('utf8')
    if (!mayBeDiagram(head)) return undefined
    const text = (await this.#bytes(bytes, bytes.size)).toString('utf8')
    try {
      return await parseDiagram(text)
    } catch (error) {
      // Whoever uploads a damaged file must not break the pages that show it: its picture is shown, or a note.
      this.#app.log.info({ err: error, blob: bytes.sha256 }, 'a diagram cannot be read')
      return undefined
    }
  }

  async #bytes({ sha256 }: StoredBytes, length: number): Promise<Buffer> {
    return buffer(await this.#app.blobs.open(sha256, { start: 0, end: length - 1 }))
  }
}

const reader = (app: App): DiagramReader => new DiagramReader(app)

/** The reader of this wiki. */
export function readerOf(app: App): DiagramReader {
  return app.own(reader)
}

function pageOf(diagram: ReadDiagram | undefined, pageId: string | undefined): string | undefined {
  return diagram?.document.pages.find(page => page.id === pageId)?.id
}
