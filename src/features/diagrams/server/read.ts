import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { firstBytes } from '#platform/server/blobs/first-bytes.ts'
import { WorkerError, type WorkerTask } from '#platform/server/workers/index.ts'
import { mayBeDiagram, type ReadDiagram } from '#diagrams/import/parse.ts'
import { LIMITS } from '#diagrams/model/document.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { pinnedPage } from '../reference-shared.ts'
import { drawTask, linkedSvgTask, readDiagramTask, wordsTask } from './drawing-tasks.ts'

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
    const cached = this.#diagrams.get(bytes.sha256)
    if (cached) return cached.diagram
    const diagram = await this.#of(bytes, readDiagramTask, file => file)
    this.#diagrams.set(bytes.sha256, { diagram, size: diagram ? bytes.size * DOCUMENT_WEIGHT + 1000 : 1000 })
    return diagram
  }

  /** The id of an existing page, given by its id or number from 1; undefined for every other, which mean the first. */
  async pageIn(bytes: StoredBytes, page: string): Promise<string | undefined> {
    const diagram = await this.read(bytes)
    return diagram && pinnedPage(diagram.document.pages, page)
  }

  /** The rendered page, by default and for unknown names the first; undefined when it cannot be read or drawn. */
  async draw(bytes: StoredBytes, named?: string): Promise<RenderedDiagram | undefined> {
    const page = named === undefined ? undefined : await this.pageIn(bytes, named)
    const cached = this.#drawings.get(drawingKey(bytes, page))
    if (cached) return cached
    const drawing = await this.#of(bytes, drawTask, file => ({ file, page }))
    if (drawing) this.#drawings.set(drawingKey(bytes, page), drawing)
    return drawing
  }

  /** Has {@link draw} answer with this for the first page of a file. */
  remember(bytes: StoredBytes, drawing: RenderedDiagram): void {
    this.#drawings.set(drawingKey(bytes), drawing)
  }

  /** Names and text of all pages in reading order; undefined when unreadable. */
  words(bytes: StoredBytes): Promise<string | undefined> {
    return this.#of(bytes, wordsTask, file => file)
  }

  /** The first page as SVG, whose links lead to this wiki wherever it is read; undefined when unreadable. */
  linkedSvg(bytes: StoredBytes): Promise<string | undefined> {
    return this.#of(bytes, linkedSvgTask, file => ({ file, baseUrl: this.#app.baseUrl }))
  }

  /**
   * The result of a task for a file; undefined when that cannot be read or drawn: a damaged upload must not break pages
   * that show it (its picture is shown, or a note), nor block the search index.
   */
  async #of<Input, Result>(
    bytes: StoredBytes,
    task: WorkerTask<Input, Result | undefined>,
    inputOf: (file: Uint8Array) => Input,
  ): Promise<Result | undefined> {
    const file = await this.#file(bytes)
    if (!file) return undefined
    try {
      return await this.#app.workers.run(task, inputOf(file), file.length, { transfer: [file.buffer] })
    } catch (error) {
      if (error instanceof WorkerError && !error.wasBegun) throw error
      this.#app.log.info({ err: error, blob: bytes.sha256, task: task.name }, 'a diagram cannot be read or drawn')
      return undefined
    }
  }

  /** The bytes of a file that may hold a diagram. */
  async #file({ sha256, size }: StoredBytes): Promise<Buffer<ArrayBuffer> | undefined> {
    if (size === 0 || size > LIMITS.bytes) return undefined
    const { blobs } = this.#app
    // Most files are no diagrams: the beginning suffices to reject them.
    const head = await firstBytes(blobs, sha256, Math.min(HEAD, size))
    return mayBeDiagram(head.toString('utf8')) ? firstBytes(blobs, sha256, size) : undefined
  }
}

const reader = (app: App): DiagramReader => new DiagramReader(app)

export function readerOf(app: App): DiagramReader {
  return app.own(reader)
}

function drawingKey({ sha256 }: StoredBytes, page = ''): string {
  return `${sha256} ${page}`
}
