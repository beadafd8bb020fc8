import { badRequest } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import {
  checkKey,
  foldKey,
  importSpace,
  openImportedSpace,
  PERSONAL_MARK,
  spaceOfKey,
  spaceRow,
  type Space,
} from '#features/spaces/server/index.ts'
import { importTemplate } from '#features/templates/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import { openExport, type OpenExport } from '../package/export.ts'
import { numberOf, referenceOf, textOf, type ExportObject } from '../package/objects.ts'
import { begunImports, finishImport, importedItems, insertImport, type SpaceImport } from '../store.ts'
import { byAccounts, statusOf } from './contents.ts'
import type { ImportRun } from './import-run.ts'
import { readPage, storePage } from './pages.ts'
import { parentsFirst } from './parents-first.ts'
import { People } from './people.ts'
import { ImportReport } from './report.ts'
import { grantsOf } from './rights.ts'
import { Texts } from './texts.ts'
import { checkTimeZone, Clock } from './times.ts'

export interface ImportOptions {
  /** The zip file, or the folder that it was unpacked into. */
  path: string
  /** Folder for a temporary file that is about as large as the texts of the export. */
  temporary: string
  /** The spaces that are wanted, by their keys in the export, each with its key here; all of the export where left out. */
  keys?: ReadonlyMap<string, string> | undefined
  /** The key that a space gets here, for an export of one space. */
  key?: string | undefined
  /** Whether people who have no account here get one that may sign in, once they have set a password. */
  enableUsers?: boolean | undefined
  /** IANA name of the time zone of the server that wrote the export; what the export says, else UTC. */
  timeZone?: string | undefined
  /** Address of the wiki that was exported. */
  baseUrl?: string | undefined
  signal?: AbortSignal | undefined
  /** Called after each page. */
  progress?: (done: number, total: number, title: string) => Promise<void>
}

/** A space of the export, and what it becomes here. */
export interface PlannedSpace {
  readonly object: ExportObject
  readonly sourceKey: string
  readonly key: string
  readonly name: string
  /** The import that was begun before, and not finished. */
  readonly begun: SpaceImport | undefined
}

/** The result of an import. */
export interface ImportResult {
  readonly spaces: readonly Space[]
  readonly report: ImportReport
}

/**
 * Imports the spaces of an export with their pages, posts, histories, files, comments and people. Each page is one
 * transaction; only administrators see a space before all of it is there. The same export to the same key goes on where
 * an import was interrupted. The caller has asked whether the viewer may.
 * @throws HttpError 400 when it is no export, or a key is taken: nothing was changed then
 */
export async function importExport(ctx: Context, options: ImportOptions): Promise<ImportResult> {
  const opened = await openExport(options.path, options.temporary)
  try {
    const planned = await planOf(ctx, opened, options)
    const report = new ImportReport()
    const run = runOf(ctx, opened, report, planned, options)
    const begun: [PlannedSpace, SpaceImport][] = []
    // All of them first: pages of one may link to pages of another.
    for (const space of planned) begun.push([space, space.begun ?? (await beginSpace(run, space))])
    const total = opened.objects.count('Page') + opened.objects.count('BlogPost')
    let done = 0
    const spaces: Space[] = []
    for (const [space, of] of begun) {
      const row = await importInto(run, space, of, async title => {
        await options.progress?.(++done, total, title)
        options.signal?.throwIfAborted()
      })
      spaces.push(row)
    }
    return { spaces, report }
  } finally {
    await opened.close()
  }
}

/** Content of an export and its result, without changing anything. @throws HttpError 400 as {@link importExport} */
export async function previewExport(
  ctx: Context,
  options: ImportOptions,
): Promise<{ spaces: PlannedSpace[]; counts: Map<string, number> }> {
  const opened = await openExport(options.path, options.temporary)
  try {
    const spaces = await planOf(ctx, opened, options)
    const counts = new Map(
      Object.entries({ Pages: 'Page', 'Blog posts': 'BlogPost', Comments: 'Comment', Files: 'Attachment' }).map(
        ([name, of]) => [name, opened.objects.count(of)],
      ),
    )
    return { spaces, counts }
  } finally {
    await opened.close()
  }
}

function runOf(
  ctx: Context,
  opened: OpenExport,
  report: ImportReport,
  planned: readonly PlannedSpace[],
  options: ImportOptions,
): ImportRun {
  const people = new People(ctx, opened.objects, report, { isActive: options.enableUsers ?? false })
  const keys = new Map(
    planned.flatMap(({ sourceKey, key }) => (sourceKey === key ? [] : [[sourceKey.toLowerCase(), key]])),
  )
  const baseUrl = options.baseUrl?.replace(/\/+$/, '')
  if (options.timeZone !== undefined) checkTimeZone(options.timeZone)
  return {
    ctx,
    export: opened,
    people,
    report,
    clock: new Clock(options.timeZone ?? opened.descriptor.get('timezoneId') ?? 'UTC'),
    texts: new Texts({ ctx, people, report, keys, baseUrl }),
  }
}

/** Which spaces are imported, under which keys. @throws HttpError 400 */
async function planOf(
  ctx: Context,
  opened: OpenExport,
  wanted: Pick<ImportOptions, 'key' | 'keys'>,
): Promise<PlannedSpace[]> {
  const planned: PlannedSpace[] = []
  for (const [object, newKey] of wantedSpaces(opened, wanted)) {
    const sourceKey = textOf(object, 'key') ?? ''
    // The same export under another key is another import.
    const earlier = await begunImports(ctx.app.database.read, opened.fingerprint, sourceKey)
    const begun = earlier.find(other => foldKey(other.key) === foldKey(newKey))
    const key = begun?.key ?? newKey
    if (!key.startsWith(PERSONAL_MARK)) checkKey(key)
    const isTwice = planned.some(other => foldKey(other.key) === foldKey(key))
    if (isTwice || (!begun && (await spaceOfKey(ctx.app, key))))
      throw badRequest('A space already exists with key {{key}}: delete it first, or import under another key', {
        values: { key },
      })
    planned.push({ object, sourceKey, key, name: textOf(object, 'name') ?? sourceKey, begun })
  }
  return planned
}

/** The spaces of the export that are wanted, each with the key that it is to get. @throws HttpError 400 */
function wantedSpaces(
  { objects, descriptor }: OpenExport,
  { key, keys }: Pick<ImportOptions, 'key' | 'keys'>,
): [ExportObject, string][] {
  // An export of one space may name others, of which it holds nothing.
  const only = descriptor.get('exportType') === 'space' ? descriptor.get('spaceKey')?.toLowerCase() : undefined
  const found = new Map<string, ExportObject>()
  for (const space of objects.all('Space')) {
    const of = textOf(space, 'key')?.toLowerCase()
    if (of !== undefined && (only === undefined || of === only)) found.set(of, space)
  }
  if (found.size === 0) throw badRequest('The export holds no space')
  if (keys && keys.size > 0)
    return [...keys].map(([source, target]) => {
      const space = found.get(source.toLowerCase())
      if (!space) throw badRequest('The export holds no space with key {{key}}', { values: { key: source } })
      return [space, target]
    })
  if (key !== undefined && found.size > 1)
    throw badRequest('The export holds {{number}} spaces: say which of them gets which key', {
      values: { number: found.size },
    })
  return [...found.values()].map(space => [space, key ?? textOf(space, 'key') ?? ''])
}

async function beginSpace(run: ImportRun, { object, sourceKey, key, name }: PlannedSpace): Promise<SpaceImport> {
  const { ctx, people, clock, export: opened } = run
  const creator = await people.named(object, 'creator')
  const owner = key.startsWith(PERSONAL_MARK)
    ? await people.account({ username: key.slice(PERSONAL_MARK.length) })
    : null
  const about = referenceOf(object, 'description')?.id
  const description = about === undefined ? undefined : opened.objects.body(about)
  const { facts } = await run.texts.read(description, name)
  return ctx.app.database.transaction(async tx => {
    const space = await importSpace(tx, {
      key,
      name,
      description: facts.text,
      ownerId: owner?.id ?? null,
      creatorId: creator?.id ?? null,
      createdAt: clock.of(object, 'creationDate'),
    })
    return insertImport(tx, { fingerprint: opened.fingerprint, source_key: sourceKey, space_id: space.id })
  })
}

async function importInto(
  run: ImportRun,
  { object }: PlannedSpace,
  of: SpaceImport,
  progress: (title: string) => Promise<void>,
): Promise<Space> {
  const {
    ctx,
    report,
    export: { objects },
  } = run
  const space = await requireRow(ctx, of.space_id)
  const ids = await importedItems(ctx.app.database.read, of.id)
  for (const page of contentsOf(run, object)) {
    if (!ids.has(page.id)) {
      const read = await readPage(run, page)
      const parentId = ids.get(referenceOf(page, 'parent')?.id ?? '') ?? null
      ids.set(page.id, await storePage(run, read, { import: of, space, parentId }))
      count(report, read)
    }
    await progress(textOf(page, 'title') ?? '')
  }
  await importTemplates(run, object, space)
  const grants = await grantsOf(run, object)
  const isOfPosts = (watch: ExportObject) => textOf(watch, 'type')?.toLowerCase() === 'blogpost'
  const watches = objects.of('Notification', object.id)
  const ofAll = await byAccounts(
    run,
    watches.filter(watch => !isOfPosts(watch)),
    'receiver',
  )
  const ofPosts = await byAccounts(run, watches.filter(isOfPosts), 'receiver')
  const homePageId = ids.get(referenceOf(object, 'homePage')?.id ?? '') ?? null
  await ctx.app.database.transaction(async tx => {
    await openImportedSpace(tx, ctx, space.id, {
      homePageId,
      isArchived: textOf(object, 'spaceStatus')?.toUpperCase() === 'ARCHIVED',
      grants,
      administratorId: ctx.viewer.userId,
    })
    await importWatches(tx, { spaceId: space.id, scope: 'all' }, ofAll)
    await importWatches(tx, { spaceId: space.id, scope: 'blogpost' }, ofPosts)
    await finishImport(tx, of.id)
  })
  report.count('Spaces')
  return requireRow(ctx, space.id)
}

function count(report: ImportReport, { type, history, files, comments }: Awaited<ReturnType<typeof readPage>>): void {
  report.count(type === 'page' ? 'Pages' : 'Blog posts')
  report.count('Versions', history.versions.length)
  report.count('Files', files.length)
  report.count('Comments', comments.length)
}

async function requireRow({ app }: Context, id: number): Promise<Space> {
  const space = await spaceRow(app.database.read, id)
  if (!space || space.status === 'deleting') throw badRequest('The space was deleted while it was imported')
  return space
}

/** Pages of a space from the top down, in the order of their siblings, then its posts. Drafts are left out. */
function contentsOf({ export: { objects }, report }: ImportRun, space: ExportObject): ExportObject[] {
  const isWanted = (object: ExportObject) => {
    if (statusOf(object) !== 'draft') return true
    report.count('Drafts left out')
    return false
  }
  const pages = objects.of('Page', space.id).filter(isWanted).toSorted(bySiblings)
  return [
    ...parentsFirst(pages, page => referenceOf(page, 'parent')?.id),
    ...objects.of('BlogPost', space.id).filter(isWanted),
  ]
}

/** Pages that were put in an order come first, the others by their titles. */
function bySiblings(one: ExportObject, other: ExportObject): number {
  const [a, b] = [numberOf(one, 'position'), numberOf(other, 'position')]
  if (a !== b) return (a ?? Infinity) - (b ?? Infinity)
  return (textOf(one, 'title') ?? '').localeCompare(textOf(other, 'title') ?? '', 'en', { numeric: true })
}

async function importTemplates(run: ImportRun, space: ExportObject, { id }: Space): Promise<void> {
  const {
    ctx,
    report,
    export: { objects },
  } = run
  for (const template of objects.of('PageTemplate', space.id)) {
    const name = (textOf(template, 'name') ?? '').trim().slice(0, 255)
    if (name === '') continue
    const type = numberOf(template, 'bodyType') ?? 0
    const { storage } = await run.texts.read({ text: textOf(template, 'content') ?? '', type }, name)
    const description = (textOf(template, 'description') ?? '').slice(0, 255)
    const isNew = await ctx.app.database.transaction(tx =>
      importTemplate(tx, id, { name, description, labels: [], storage }),
    )
    if (isNew) report.count('Templates')
  }
}
