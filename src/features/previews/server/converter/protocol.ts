import type { ConvertedKind, PreviewKind } from '../../shared.ts'
import type { Converted } from '../../contract.ts'

/** Kinds of files whose words the search finds. */
export type ReadKind = 'pdf' | 'document' | 'table' | 'slides' | 'text'
const READ: readonly PreviewKind[] = ['pdf', 'document', 'table', 'slides', 'text'] satisfies ReadKind[]

/** Whether the words of files of a kind are read. */
export function isRead(kind: PreviewKind): kind is ReadKind {
  return READ.includes(kind)
}

/** `preview` answers with what the previewer shows, `text` with the words for the search. */
export type ConvertTask = 'preview' | 'text'

/** Request to the converter process. */
export interface ConvertRequest {
  id: number
  task: ConvertTask
  kind: ConvertedKind | 'pdf'
  /** File name; its extension distinguishes formats of one kind. */
  name: string
  bytes: Uint8Array
  /** Whether `bytes` are only the beginning of the file. */
  isCut: boolean
}

export type ConvertResult = Converted | { kind: 'words'; text: string }

export type ConvertAnswer = { id: number; result: ConvertResult } | { id: number; error: string; isRefusal: boolean }

/** A file that is not shown, with a reason for people: an English key of i18n. */
export class Refusal extends Error {
  override name = 'Refusal'
}

export const LIMITS = {
  /** Bytes of a file that is converted. */
  source: 32 * 1024 * 1024,
  /** Bytes of a PDF whose text is read. */
  pdf: 64 * 1024 * 1024,
  /** Bytes of a text that is shown; what follows is cut off. */
  text: 1024 * 1024,
  /** Bytes of all entries of an archive that are read. */
  uncompressed: 64 * 1024 * 1024,
  entries: 5000,
  /** ms for a file. */
  time: 60_000,
  /** ms of the processor for reading the words of a file (on Linux, which tells it). */
  processor: 10_000,
  /** ms of the processor after which no further page of a PDF is read. */
  pdfProcessor: 7000,
  /** MB of memory of the process. */
  memory: 1024,
  /** Files that may wait. */
  waiting: 40,
  rows: 2000,
  columns: 100,
  sheets: 30,
  slides: 500,
  diagramPages: 30,
  /** Pages of a PDF whose text is read. */
  pages: 1000,
  /** UTF-16 units of words for the search. */
  words: 1_000_000,
  /** UTF-16 units of a result. */
  result: 16 * 1024 * 1024,
} as const

/** UTF-16 units of texts. */
export function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** UTF-16 units of a result. */
export function lengthOfResult(result: Converted): number {
  switch (result.kind) {
    case 'document':
    case 'text':
      return result.html.length
    case 'table':
      return result.sheets.reduce((sum, { rows }) => sum + lengthOf(rows.flat()), 0)
    case 'slides':
      return lengthOf(result.slides) + lengthOf(result.pictures.map(picture => picture?.svg ?? ''))
    case 'diagram':
      return lengthOf(result.pages.map(({ svg }) => svg))
  }
}
