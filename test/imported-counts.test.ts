import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '#platform/server/context.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { contextOfAccount, requireAccount } from '#features/accounts/server/index.ts'
import { importExport } from '#features/space-import/server/index.ts'
import { features } from '../src/server.ts'
import { countsOf, type ExportCounts } from './export-counts.ts'
import { shareOf } from './lanes.ts'

const CORPUS = new URL('../../shared/corpus/space-exports/', import.meta.url).pathname

/** The export's texts and the paths of its files, of a zip file or a folder. */
function read(path: string): { xml: string; paths: ReadonlySet<string> } | undefined {
  if (path.endsWith('.zip')) {
    const files = unzipSync(readFileSync(path))
    const xml = files['entities.xml']
    return xml && { xml: new TextDecoder().decode(xml), paths: new Set(Object.keys(files)) }
  }
  const file = join(path, 'entities.xml')
  if (!existsSync(file)) return undefined
  return { xml: readFileSync(file, 'utf8'), paths: new Set(globSync('attachments/**', { cwd: path })) }
}

const exports = existsSync(CORPUS)
  ? [
      ...readdirSync(CORPUS).filter(name => name.endsWith('.zip')),
      ...readdirSync(join(CORPUS, 'cases'))
        .filter(name => !name.startsWith('zip-'))
        .map(name => `cases/${name}`),
      'docToolchain/testConfluenceSpace',
    ]
  : []

/** Counts of the report, with those of the export. */
const TOLD = [
  ['Pages', 'pages'],
  ['Blog posts', 'posts'],
  ['Versions', 'versions'],
  ['Files', 'files'],
  ['Comments', 'comments'],
  ['Templates', 'templates'],
  ['Drafts left out', 'drafts'],
] as const

onEachEngine(
  'imports of the corpus (skipped where ../shared/corpus is absent)',
  () => features,
  wiki => {
    let folder: string
    let ctx: Context
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'oxbow-imported-counts-'))
      ctx = await contextOfAccount(wiki().app, await requireAccount(wiki().app, { username: 'admin' }))
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    const cases = exports.map((path, index) => ({ path, index }))
    it.each(shareOf(cases, 4))('bring in all that is in $path, and tell so', async ({ path, index }) => {
      const source = read(join(CORPUS, path))
      // Newer exports are tables.
      if (!source) return
      const counted = countsOf(source.xml, file => source.paths.has(file))
      // Many of the cases have a space of the same name.
      const keys = new Map([...counted.keys()].map(key => [key, `C${index}${key}`.replaceAll(/[^A-Za-z0-9]/g, '')]))
      const imported = importExport(ctx, { path: join(CORPUS, path), temporary: folder, keys })
      if (counted.size === 0) return expect(imported).rejects.toThrow('The export holds no space')
      const { spaces, report } = await imported
      const all = [...counted.values()]
      const here = await Promise.all(spaces.map(space => countsHere(ctx, space.id)))
      expect(here).toEqual(all.map(({ drafts: _, filesWithoutBytes: __, ...of }) => of))
      const sum = (of: keyof ExportCounts) => all.reduce((total, counts) => total + counts[of], 0)
      const told = report.counts()
      expect(Object.fromEntries(TOLD.map(([name]) => [name, told.get(name) ?? 0]))).toEqual(
        Object.fromEntries(TOLD.map(([name, of]) => [name, sum(of)])),
      )
    })
  },
)

/** Counts of a space in the wiki, as those of an export. */
async function countsHere(
  { app }: Context,
  spaceId: number,
): Promise<Omit<ExportCounts, 'drafts' | 'filesWithoutBytes'>> {
  const db = app.database.read
  const contents = await db.selectFrom('content').select(['id', 'type']).where('space_id', '=', spaceId).execute()
  const idsOf = (...types: string[]) => contents.filter(({ type }) => types.includes(type)).map(({ id }) => id)
  const [texts, comments, files] = [idsOf('page', 'blogpost'), idsOf('comment'), idsOf('attachment')]
  const countIn = async (table: 'content_version' | 'attachment_version' | 'content_label', ids: number[]) => {
    const rows = await db
      .selectFrom(table)
      .select('content_id')
      .where('content_id', 'in', [0, ...ids])
      .execute()
    return rows.length
  }
  const inline = await db
    .selectFrom('comment')
    .select('content_id')
    .where('location', '=', 'inline')
    .where('content_id', 'in', [0, ...comments])
    .execute()
  const restrictions = await db
    .selectFrom('restriction')
    .select(['content_id', 'operation'])
    .distinct()
    .where('content_id', 'in', [0, ...texts])
    .execute()
  const templates = await db.selectFrom('content_template').select('id').where('space_id', '=', spaceId).execute()
  return {
    pages: idsOf('page').length,
    posts: idsOf('blogpost').length,
    versions: await countIn('content_version', texts),
    comments: comments.length,
    inlineComments: inline.length,
    files: files.length,
    fileVersions: await countIn('attachment_version', files),
    labels: await countIn('content_label', texts),
    restrictions: restrictions.length,
    templates: templates.length,
  }
}
