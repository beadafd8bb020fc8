import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { App } from '#platform/server/app.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import type { ImportReportView } from '#features/space-import/contract.ts'
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

/** Kinds of the report, with the counts of the export that are those of what arrives. */
const ARRIVED = [
  ['Pages', 'pages'],
  ['Blog posts', 'posts'],
  ['Versions', 'versions'],
  ['Files', 'files'],
  ['File versions', 'fileVersions'],
  ['Comments', 'comments'],
  ['Inline comments', 'inlineComments'],
  ['Labels', 'labels'],
  ['Restrictions', 'restrictions'],
  ['Templates', 'templates'],
] as const

/** Kinds of the report, with the counts of the export of what is in it, whether or not it can arrive. */
const IN_EXPORT = [
  ['Drafts', 'drafts'],
  ['Likes', 'likes'],
  ['Watches', 'watches'],
  ['Permissions', 'permissions'],
] as const

onEachEngine(
  'imports of the corpus (skipped where ../shared/corpus is absent)',
  () => features,
  wiki => {
    const { get, imported } = importsInto(wiki)
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
      const { spaces } = await running
      const here = await Promise.all(spaces.map(space => countsHere(wiki().app, space.id)))
      const expected = [...counted.values()]
        .map(Object.entries)
        .map(entries => entries.filter(([kind]) => kind in here[0]!))
      expect(here).toEqual(expected.map(entries => Object.fromEntries(entries)))
      const [{ id }] = (await get('/rest/oxbow/1.0/space-imports?limit=1')).results
      const report = (await get(`/rest/oxbow/1.0/space-imports/${id}/report`)) as ImportReportView
      const told = Object.fromEntries(
        report.spaces.map(({ sourceKey, counts }) => [sourceKey, new Map(counts.map(count => [count.what, count]))]),
      )
      for (const [key, counts] of counted) {
        const of = ARRIVED.map(([kind]) => [kind, told[key]?.get(kind)?.arrived ?? 0])
        expect([key, of]).toEqual([key, ARRIVED.map(([kind, count]) => [kind, counts[count]])])
        const held = IN_EXPORT.map(([kind]) => [kind, told[key]?.get(kind)?.source ?? 0])
        expect([key, held]).toEqual([key, IN_EXPORT.map(([kind, count]) => [kind, counts[count]])])
      }
    })
  },
)

/** Counts of a space in the wiki, as those of an export. */
async function countsHere(
  { database }: App,
  spaceId: number,
): Promise<Omit<ExportCounts, 'drafts' | 'filesWithoutBytes' | (typeof IN_EXPORT)[number][1]>> {
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
    labels: await countIn('content_label', [...texts, ...files]),
    restrictions: restrictions.length,
    templates: templates.length,
  }
}
