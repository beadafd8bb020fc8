import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { writeDocument } from '#diagrams/model/validate.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import {
  absoluteHrefOf,
  drawPng,
  readerOf,
  RENDERER,
  selfContainedSvg,
  stopPngProcesses,
} from '#features/diagrams/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { fileNameOf } from './names.ts'
import { diagramNamesOn, diagramsOfSpace, type DiagramOfSpace } from './store.ts'

export type ExportFormat = 'json' | 'svg' | 'png'

export interface ExportOptions {
  /** Folder of the file system; made where there is none. */
  folder: string
  space: Space
  format: ExportFormat
}

/** Result of exporting a diagram. */
export interface ExportedDiagram {
  /** File below the folder, with `/`. */
  path: string
  outcome: 'written' | 'unchanged' | 'refused'
  /** Why it was refused. */
  reason?: string
}

/** Lists what was written, a line each, so that a second run finds what is the same without drawing it. */
const RECORD = '.oxbow-export.jsonl'
const BATCH = 50

const recorded = z.object({ state: z.string(), files: z.array(z.string()).min(1) })

/**
 * Writes the diagrams of a space into files, in a folder for each page. Files that an earlier run wrote of the same
 * version in the same format stay as they are, so that an interrupted run can simply be started again.
 * @throws errors of the file system
 */
export async function* exportDiagrams(app: App, options: ExportOptions): AsyncGenerator<ExportedDiagram> {
  const { folder, space } = options
  await mkdir(folder, { recursive: true })
  const written = await readRecord(join(folder, RECORD))
  try {
    for (let after = 0; ;) {
      const diagrams = await diagramsOfSpace(app.database.read, space.id, { after, limit: BATCH })
      for (const diagram of diagrams) yield await exported(app, options, diagram, written)
      const last = diagrams.at(-1)
      if (!last || diagrams.length < BATCH) return
      after = last.id
    }
  } finally {
    stopPngProcesses()
  }
}

async function exported(
  app: App,
  { folder, format }: ExportOptions,
  diagram: DiagramOfSpace,
  written: ReadonlyMap<string, readonly string[]>,
): Promise<ExportedDiagram> {
  const base = `${fileNameOf(diagram.pageTitle)}~${diagram.pageId}/${await nameOnPage(app, diagram)}`
  const path = `${base}.${format}`
  const state = digest(`${base} ${diagram.sha256} ${format} ${RENDERER}`)
  if (await areThere(folder, written.get(state))) return { path, outcome: 'unchanged' }
  const read = (await app.blobs.has(diagram.sha256)) ? await readerOf(app).read(diagram) : undefined
  if (!read) return { path, outcome: 'refused', reason: 'The file holds no diagram that can be read, or is missing.' }
  const files: string[] = []
  await mkdir(join(folder, path, '..'), { recursive: true })
  try {
    const pages = format === 'json' ? read.document.pages.slice(0, 1) : read.document.pages
    for (const [index, page] of pages.entries()) {
      const file = index === 0 ? path : `${base}~${index + 1}.${format}`
      if (format === 'json') await put(join(folder, file), `${writeDocument(read.document)}\n`)
      else {
        await put(join(folder, file), await picture(app, read.document, page.id, format))
      }
      files.push(file)
    }
  } catch (error) {
    // The diagram cannot be drawn; the file system's errors end the run.
    if (error instanceof HttpError) return { path, outcome: 'refused', reason: error.message }
    throw error
  }
  await appendFile(join(folder, RECORD), `${JSON.stringify({ state, files })}\n`)
  return { path, outcome: 'written' }
}

function picture(app: App, document: DiagramDocument, pageId: string, format: 'svg' | 'png'): Promise<string | Buffer> {
  if (format === 'png') return drawPng(renderDiagram(document, { pageId }).svg, 1)
  return selfContainedSvg(renderDiagram(document, { pageId, href: link => absoluteHrefOf(link, app.baseUrl) }))
}

/** File name of a diagram; among names that file systems take for the same, all but the oldest get their number. */
async function nameOnPage(app: App, { id, name, pageId }: DiagramOfSpace): Promise<string> {
  const plain = fileNameOf(name)
  const fold = (text: string) => fileNameOf(text).toLowerCase()
  const others = await diagramNamesOn(app.database.read, pageId)
  const first = others.find(other => fold(other.name) === fold(name))
  return first === undefined || first.id === id ? plain : `${plain}~att${id}`
}

/** Writes a file as a whole or not at all. */
async function put(path: string, content: string | Buffer): Promise<void> {
  const temporary = `${path}.part`
  try {
    await writeFile(temporary, content)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Files by the states that an earlier run wrote. A last line that was cut off counts as not written. */
async function readRecord(path: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const states = new Map<string, readonly string[]>()
  if (!(await isThere(path))) return states
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const entry = recorded.safeParse(jsonOf(line))
    if (entry.success) states.set(entry.data.state, entry.data.files)
  }
  return states
}

async function areThere(folder: string, files: readonly string[] | undefined): Promise<boolean> {
  if (!files) return false
  for (const file of files) if (!(await isThere(join(folder, file)))) return false
  return true
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
