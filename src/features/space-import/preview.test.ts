import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { commented, entities, objectsOf, sameText, siteParts, unpublished, withFiles } from './testing/export.ts'
import { foreseen, importsInto } from './testing/imports.ts'

onEachEngine(
  'the preview of an import',
  () => features,
  wiki => {
    const { imported, previewed, zipped } = importsInto(wiki)
    const written = async () => {
      const { read } = wiki().app.database
      const tables = ['content', 'content_template', 'space', 'account', 'space_import', 'space_import_id'] as const
      return Promise.all(
        tables.map(table =>
          read
            .selectFrom(table)
            .select(eb => eb.fn.countAll<number>().as('n'))
            .executeTakeFirst(),
        ),
      )
    }

    it.each<[string, string | undefined, () => Record<string, string | Uint8Array>]>([
      ['an export with comments', undefined, () => commented('SEEN', 1_020_000)],
      ['a site backup', undefined, () => siteParts('SEENSITE', 1_021_000)],
      ['an export with drafts', undefined, () => ({ 'entities.xml': unpublished('SEENDRAFT', 1_022_000) })],
      [
        'an export without the bytes of some files',
        undefined,
        () => {
          const { 'attachments/1023001/1023011/1': _, ...files } = withFiles('SEENFILES', 1_023_000, ['a', 'b', 'c'])
          return files
        },
      ],
      [
        'one of two spaces',
        'SEENTWO',
        () => ({
          'entities.xml': objectsOf([entities('SEENONE', 1_024_000, 3), sameText('SEENTWO', 1_025_000, '<p>x</p>')]),
        }),
      ],
    ])('has the counts of the import of %s, and writes nothing', async (_, key, files) => {
      const path = await zipped(files())
      const options = key === undefined ? {} : { keys: new Map([[key, key]]) }
      const before = await written()
      const counts = foreseen(await previewed(path, options))
      expect(await written()).toEqual(before)
      const { report } = await imported(path, options)
      expect(counts).toEqual(foreseen(report))
      expect(counts['Pages']?.[0]).toBeGreaterThan(0)
    })

    it('counts the rest of an import that was interrupted', async () => {
      const path = await zipped({ 'entities.xml': entities('SEENREST', 1_026_000, 5) })
      const stop = new AbortController()
      const interrupted = imported(path, {
        signal: stop.signal,
        async progress(done) {
          if (done === 2) stop.abort(new Error('stopped'))
        },
      })
      await expect(interrupted).rejects.toThrow('stopped')
      const preview = await previewed(path)
      expect(preview.spaces).toMatchObject([{ key: 'SEENREST', outcome: 'go on', contents: { all: 5, here: 2 } }])
      expect(foreseen(preview)).toEqual({ Pages: [3, 0], Versions: [3, 0] })
    })
  },
)
