import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'
import { element, serialiseNodes } from '#language/index.ts'
import type { Approximation } from '#diagrams/import/contract.ts'
import { mayBeDiagram, parseDiagram, type ReadDiagram } from '#diagrams/import/parse.ts'
import { LIMITS } from '#diagrams/model/document.ts'
import { attachFilesIn, type NewFile } from '#features/attachments/server/index.ts'
import { findPageByTitle, titleKey } from '#features/content-core/server/read.ts'
import { createPage } from '#features/content-core/server/write.ts'
import { filesOfDiagram, stopPngProcesses } from '#features/diagrams/server/index.ts'
import { MACRO, plainReference, writeReference } from '#features/diagrams/reference-shared.ts'
import { mayInSpace, type Space } from '#features/spaces/server/index.ts'
import { storedReport } from '../summaries.ts'
import { diagramNameOf, titleOf, titleOfFile, titlesFor } from './names.ts'
import { importOf, putImport } from './store.ts'
import { filesIn, type FoundFile } from './walk.ts'

export interface ImportOptions {
  /** Folder of the file system. */
  folder: string
  space: Space
  /** Page below which the folder's files and folders become pages; null for the top of the space. */
  parentId: number | null
  /** Dry run: reports what would be done, and changes nothing. */
  dryRun: boolean
  /** Replaces diagrams that were changed in the wiki since they were imported. */
  overwrite: boolean
}

/** Result of importing a file. */
export interface ImportedFile {
  path: string
  outcome:
    | 'imported'
    | 'updated'
    | 'unchanged'
    /** The file changed, and so did the diagram in the wiki: left as it is. */
    | 'kept'
    | 'refused'
    /** No diagram. */
    | 'passed-over'
  /** Title of its page. */
  page?: string
  /** Why it was kept, refused or passed over. */
  reason?: string
  /** Parts that differ from the file; the first ones of an unchanged file. */
  report: readonly Approximation[]
  approximations: number
}

/** Bytes by which a diagram is recognised. */
const HEAD = 4096

/**
 * Imports the diagrams of a folder, one after the other, each in one transaction: a page for each folder, and below it
 * a page for each file, which shows it. Unchanged files of an earlier import stay as they are, so that an interrupted
 * run can simply be started again.
 * @throws HttpError 403 when the account may not create pages and attach files in the space; errors of the database
 */
export async function* importDiagrams(ctx: Context, options: ImportOptions): AsyncGenerator<ImportedFile> {
  for (const permission of ['create:page', 'create:attachment'] as const) {
    if (!(await mayInSpace(ctx.app, ctx.viewer, options.space.id, permission)))
      throw forbidden('You do not have permission to create pages in this space')
  }
  const run = new ImportRun(ctx, options)
  try {
    for await (const file of filesIn(options.folder)) yield await run.take(file)
  } finally {
    stopPngProcesses()
  }
}

type Result = Omit<ImportedFile, 'path'>

const result = (outcome: ImportedFile['outcome'], reason?: string): Result => ({
  outcome,
  report: [],
  approximations: 0,
  ...(reason !== undefined && { reason }),
})

class ImportRun {
  readonly #ctx: Context
  readonly #options: ImportOptions
  /** Pages of the folders that contain the current file: names and ids. */
  #folders: { name: string; pageId: number }[] = []
  /** Titles of pages that a dry run would create. */
  readonly #planned = new Set<string>()

  constructor(ctx: Context, options: ImportOptions) {
    this.#ctx = ctx
    this.#options = options
  }

  async take(file: FoundFile): Promise<ImportedFile> {
    if (file.reason !== undefined) return { path: file.path, ...result('passed-over', file.reason) }
    try {
      return { path: file.path, ...(await this.#taken(file)) }
    } catch (error) {
      // One file must not end the import of the others; what the database refuses would be refused for all.
      if (error instanceof HttpError || isAboutFile(error))
        return { path: file.path, ...result('refused', error.message) }
      throw error
    }
  }

  async #taken(file: FoundFile): Promise<Result> {
    const { folder, dryRun, overwrite } = this.#options
    const path = join(folder, ...file.folders, file.name)
    const { size } = await stat(path)
    if (size > LIMITS.bytes) return result('refused', `It is larger than ${LIMITS.bytes / 1024 / 1024} MB.`)
    const bytes = await readFile(path)
    const source = digest(bytes)
    const before = await importOf(this.#ctx.app.database.read, this.#options.parentId ?? 0, digest(file.path))
    if (before?.source === source)
      return {
        outcome: 'unchanged',
        page: before.pageTitle,
        report: JSON.parse(before.report) as Approximation[],
        approximations: before.approximations,
      }
    const diagram = await diagramIn(bytes)
    if (typeof diagram === 'string') return result('refused', diagram)
    if (!diagram) return result('passed-over', 'It is no diagram of this wiki, of Gliffy or of draw.io.')
    const { report } = diagram
    const found = { report, approximations: report.length }
    if (before && before.version !== before.importedVersion && !overwrite)
      return {
        ...found,
        outcome: 'kept',
        page: before.pageTitle,
        reason: 'The diagram was changed in the wiki since it was imported; --overwrite replaces it.',
      }
    const row = { file, source, report, version: before ? before.version + 1 : 1 }
    if (before) {
      if (!dryRun) await this.#update(before.pageId, await this.#files(before.name, diagram), row)
      return { ...found, outcome: 'updated', page: before.pageTitle }
    }
    return { ...found, outcome: 'imported', page: await this.#create(diagram, row) }
  }

  #files(name: string, { document }: ReadDiagram): Promise<NewFile[]> {
    return filesOfDiagram(this.#ctx, name, document, '', { withPicture: true })
  }

  async #update(pageId: number, files: readonly NewFile[], row: ImportRow): Promise<void> {
    await this.#ctx.app.database.transaction(async tx => {
      const [stored] = await attachFilesIn(tx, this.#ctx, pageId, files, 'new-version')
      if (stored) await this.#record(tx, stored.id, { ...row, version: stored.version })
    })
  }

  /** @returns title of the new page */
  async #create(diagram: ReadDiagram, row: ImportRow): Promise<string> {
    const { space, dryRun, parentId } = this.#options
    const { file } = row
    const title = await this.#freeTitle(titleOfFile(file.name), file.folders.at(-1) ?? '')
    if (dryRun) {
      this.#planned.add(title.toLowerCase())
      return title
    }
    const name = diagramNameOf(title)
    const files = await this.#files(name, diagram)
    const folder = await this.#pageOf(file.folders)
    await createPage(
      this.#ctx,
      {
        type: 'page',
        status: 'current',
        space,
        parentId: folder ?? parentId,
        title,
        body: { value: textWith(name), representation: 'storage' },
      },
      async (tx, page) => {
        const [stored] = await attachFilesIn(tx, this.#ctx, page.id, files, 'refuse')
        if (stored) await this.#record(tx, stored.id, row)
      },
    )
    return title
  }

  #record(tx: WriteTransaction, attachmentId: number, { file, source, report, version }: ImportRow): Promise<void> {
    return putImport(tx, {
      content_id: attachmentId,
      parent_id: this.#options.parentId ?? 0,
      file_key: digest(file.path),
      file: file.path,
      source,
      version,
      ...storedReport(report),
      at: Date.now(),
    })
  }

  async #freeTitle(title: string, folder: string): Promise<string> {
    for (const candidate of titlesFor(title, folder))
      if (!this.#planned.has(candidate.toLowerCase()) && !(await this.#titled(candidate))) return candidate
    throw new FileProblem(`There are too many pages called “${title}”.`)
  }

  #titled(title: string) {
    return findPageByTitle(this.#ctx.app.database.read, this.#options.space.id, titleKey(title))
  }

  /** The page of a folder, made where there is none; undefined for the folder that is imported. */
  async #pageOf(names: readonly string[]): Promise<number | undefined> {
    const same = this.#folders.findIndex(({ name }, index) => name !== names[index])
    if (same >= 0) this.#folders.length = same
    for (const name of names.slice(this.#folders.length)) {
      const above = this.#folders.at(-1)
      const parentId = above ? above.pageId : this.#options.parentId
      this.#folders.push({ name, pageId: await this.#folderPage(name, above?.name ?? '', parentId) })
    }
    return this.#folders.at(-1)?.pageId
  }

  async #folderPage(name: string, above: string, parentId: number | null): Promise<number> {
    for (const title of titlesFor(titleOf(name), above)) {
      const page = await this.#titled(title)
      if (page?.parent_id === parentId) return page.id
      if (page) continue
      const { space } = this.#options
      const body = { value: '<ac:structured-macro ac:name="children" />', representation: 'storage' } as const
      return (await createPage(this.#ctx, { type: 'page', status: 'current', space, parentId, title, body })).id
    }
    throw new FileProblem(`There are too many pages called “${titleOf(name)}”.`)
  }
}

interface ImportRow {
  file: FoundFile
  source: string
  report: readonly Approximation[]
  version: number
}

/** A file that cannot be taken, with a message for the terminal. */
class FileProblem extends Error {
  override name = 'FileProblem'
}

function isAboutFile(error: unknown): error is Error {
  // Errors of the file system carry the call that failed.
  return error instanceof FileProblem || (error instanceof Error && 'syscall' in error && 'path' in error)
}

/** The diagram of a file, a message when it is one that cannot be read, undefined when it is none. */
async function diagramIn(bytes: Buffer): Promise<ReadDiagram | string | undefined> {
  if (!mayBeDiagram(bytes.subarray(0, HEAD).toString('utf8'))) return undefined
  try {
    return await parseDiagram(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof TypeError && error.message.includes('encoded')) return 'Its text is not UTF-8.'
    // Other files are still to come, whatever is wrong with this one.
    return error instanceof Error ? error.message : String(error)
  }
}

function textWith(name: string): string {
  const parameters = Object.entries(writeReference(plainReference(0, name), 0))
  return serialiseNodes([
    element('p', {}, [
      element(
        'ac:structured-macro',
        { 'ac:name': MACRO },
        parameters.map(([key, value]) => element('ac:parameter', { 'ac:name': key }, [value])),
      ),
    ]),
  ])
}

function digest(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex')
}
