import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { App } from '#platform/server/app.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { CORPUS_EXPORTS, corpusPath, importsInto, keysFor } from '#features/space-import/testing/imports.ts'
import { features } from '../src/server.ts'
import { countsOf, type ExportCounts } from './export-counts.ts'
import { shareOf } from './lanes.ts'

/** The export's texts and the paths of its files, of a zip file or a folder. */
function read(path: string): { xml: string; paths: ReadonlySet<string> } {
  if (path.endsWith('.zip')) {
    const files = unzipSync(readFileSync(path))
    return { xml: new TextDecoder().decode(files['entities.xml']), paths: new Set(Object.keys(files)) }
  }
  const xml = readFileSync(join(path, 'entities.xml'), 'utf8')
  return { xml, paths: new Set(globSync('attachments/**', { cwd: path })) }
}

/** Counts of the report, with those of the export. */
const TOLD = [
  ['Pages', 'pages'],
  ['Blog posts', 'posts'],
  ['Versions', 'versions'],
  ['Files', 'files'],
  ['File versions', 'fileVersions'],
  ['Comments', 'comments'],
  ['Inline comments', 'inlineComments'],
  ['Restrictions', 'restrictions'],
  ['Templates', 'templates'],
] as const

onEachEngine(
  'imports of the corpus (skipped where ../shared/corpus is absent)',
  () => features,
  wiki => {
    const { imported } = importsInto(wiki)
    // Newer exports are tables.
    const cases = CORPUS_EXPORTS.filter(name => !name.startsWith('csv-')).map((name, index) => ({ name, index }))

    it.skipIf(cases.length === 0)('are more than sixty', () => {
      expect(cases.length).toBeGreaterThan(60)
    })

    it.each(shareOf(cases, 4))('bring in all that is in $name, and tell so', async ({ name, index }) => {
      const source = read(corpusPath(name))
      const counted = countsOf(source.xml, file => source.paths.has(file))
      const running = imported(corpusPath(name), { keys: keysFor(index, counted.keys()) })
      if (counted.size === 0) return expect(running).rejects.toThrow('The export holds no space')
      const { spaces, report } = await running
      const all = [...counted.values()]
      const here = await Promise.all(spaces.map(space => countsHere(wiki().app, space.id)))
      expect(here).toEqual(all.map(({ drafts: _, filesWithoutBytes: __, ...of }) => of))
      const sum = (of: keyof ExportCounts) => all.reduce((total, counts) => total + counts[of], 0)
      const told = TOLD.map(([kind]) => [kind, report.counts.get(kind)?.arrived ?? 0])
      expect(told).toEqual(TOLD.map(([kind, of]) => [kind, sum(of)]))
      expect(report.counts.get('Drafts')?.skipped ?? 0).toBe(sum('drafts'))
    })
  },
)

/** Counts of a space in the wiki, as those of an export. */
async function countsHere(
  { database }: App,
  spaceId: number,
): Promise<Omit<ExportCounts, 'drafts' | 'filesWithoutBytes'>> {
  const db = database.read
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
