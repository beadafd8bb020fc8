import type { ReadDiagram } from '#diagrams/import/parse.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import type { WorkerTask } from '#platform/server/workers/task.ts'

/** Loaded when it is needed: a thread that reads texts does without. */
const drawing = () => import('./drawing.ts')

/** A file as a diagram, of any supported program; undefined for what is none. @throws Error as `parseDiagram` */
export const readDiagramTask: WorkerTask<Uint8Array, ReadDiagram | undefined> = {
  name: 'diagrams.read',
  run: async file => (await drawing()).read(file),
}

/** A page of it, by its id; undefined means the first. */
export const drawTask: WorkerTask<{ file: Uint8Array; page: string | undefined }, RenderedDiagram | undefined> = {
  name: 'diagrams.draw',
  run: async input => (await drawing()).draw(input),
}

/** Names and texts of all its pages in reading order. */
export const wordsTask: WorkerTask<Uint8Array, string | undefined> = {
  name: 'diagrams.words',
  run: async file => (await drawing()).words(file),
}

/** The first page as SVG that shows everywhere alike, whose links lead to the wiki wherever it is read. */
export const linkedSvgTask: WorkerTask<{ file: Uint8Array; baseUrl: string }, string | undefined> = {
  name: 'diagrams.linked-svg',
  run: async input => (await drawing()).linkedSvg(input),
}

/** A document as it is stored, and its first page. */
export interface DrawnDiagram {
  readonly stored: string
  readonly drawing: RenderedDiagram
  /** As of {@link linkedSvgTask}. */
  readonly linkedSvg: string
}

/** A document that is not valid: the path of the error, and what is wrong. */
export interface Refusal {
  readonly problem: string
}

/** A document of ours, checked and drawn. */
export const drawDocumentTask: WorkerTask<{ text: string; baseUrl: string }, DrawnDiagram | Refusal> = {
  name: 'diagrams.draw-document',
  run: async input => (await drawing()).drawDocument(input),
}

/** Tasks that threads do for this feature. */
export const diagramTasks = [readDiagramTask, drawTask, wordsTask, linkedSvgTask, drawDocumentTask] as const
