import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { entities, object } from './testing/export.ts'
import { importsInto } from './testing/imports.ts'

const MB = 1024 ** 2
const GB = 1024 * MB
/** Offsets of these fields in an entry of an archive's directory. */
const FLAGS = 8
const UNCOMPRESSED_SIZE = 24
/** Offset of the packed bytes of `entities.xml`, after the names of its fields, where it is the first file. */
const BYTES = 30 + 'entities.xml'.length
const SYMBOLIC_LINK = 0o120777 << 16

onEachEngine(
  'hostile exports',
  () => features,
  wiki => {
    const { fileNamed, get, imported, zipped } = importsInto(wiki)

    it('do not leave their folder', async () => {
      const outside = fileNamed('outside.txt')
      const path = await zipped({
        'entities.xml': entities('SLIP', 7_200_000),
        [`../${'../'.repeat(8)}${outside.slice(1)}`]: 'slipped',
      })
      await expect(imported(path)).rejects.toThrow('is no zip archive, or is damaged: invalid relative path')
      expect(existsSync(outside)).toBe(false)
      expect((await wiki().admin.get('/rest/api/space/SLIP')).status).toBe(404)
    })

    it('cannot have files read that a link of theirs names', async () => {
      const secret = join(wiki().app.config.home, 'secret.txt')
      await writeFile(secret, 'secret of the server')
      const from = 7_210_000
      const file = object('Attachment', from + 900, {
        title: 'link.txt',
        version: 1,
        contentStatus: 'current',
        containerContent: { of: 'Page', id: from + 1 },
      })
      const xml = entities('LINK', from).replace('</hibernate-generic>', `${file}</hibernate-generic>`)
      const bytes = `attachments/${from + 1}/${from + 900}/1`
      const link: Zippable[string] = [strToU8(secret), { os: 3, attrs: SYMBOLIC_LINK }]
      const path = fileNamed('link.zip')
      await writeFile(path, zipSync({ 'entities.xml': strToU8(xml), [bytes]: link }))
      await imported(path)
      const { text } = await wiki().admin.get(`/download/attachments/${from + 1}/link.txt`)
      expect(text).toBe(secret)
    })

    it('have all their pages where parents go round in circles', async () => {
      const from = 7_220_000
      const page = (number: number, parent: number) =>
        object('Page', from + number, {
          title: `Round ${number}`,
          version: 1,
          contentStatus: 'current',
          space: { of: 'Space', id: from },
          parent: { of: 'Page', id: from + parent },
        })
      const pages = [page(1, 3), page(2, 1), page(3, 2), page(4, 4), page(5, 4)]
      const space = object('Space', from, { name: 'Round', key: 'ROUND' })
      const xml = `<hibernate-generic>${[space, ...pages].join('')}</hibernate-generic>`
      await imported(await zipped({ 'entities.xml': xml }))
      const { results } = await get('/rest/api/content?spaceKey=ROUND&expand=ancestors')
      expect(results.map(({ title }: { title: string }) => title).toSorted()).toEqual(
        [1, 2, 3, 4, 5].map(number => `Round ${number}`),
      )
    })

    it('do not use up the ids of the wiki', async () => {
      const from = 7_260_000
      const last = { title: 'Last', version: 1, space: { of: 'Space', id: from } }
      const pages = [
        object('Page', 999_999_999_999_999, { ...last, contentStatus: 'draft' }),
        object('Page', 999_999_999_999_998, { ...last, contentStatus: 'current' }),
      ]
      const xml = entities('HIGH', from).replace('</hibernate-generic>', `${pages.join('')}</hibernate-generic>`)
      const { report } = await imported(await zipped({ 'entities.xml': xml }))
      const { results } = await get('/rest/api/content?spaceKey=HIGH&title=Last')
      const id = Number(results[0].id)
      expect(report.remarks).toContainEqual({
        key: 'Ids of pages that were taken here, with the new ones: {{list}}',
        values: { list: `999999999999998 → ${id}` },
      })
      expect(Number(await wiki().admin.createPage('HIGH', 'Next'))).toBeLessThan(id + 10)
    })

    it('are refused where they would fill the disk', async () => {
      const archive = Buffer.from(zipSync({ 'entities.xml': strToU8(entities('BOMB', 7_250_000)) }))
      const entry = archive.indexOf('PK\u0001\u0002', 0, 'latin1')
      archive.writeUInt32LE(2 * GB, entry + UNCOMPRESSED_SIZE)
      const path = fileNamed('bomb.zip')
      await writeFile(path, archive)
      await expect(imported(path)).rejects.toThrow('unpacked, it is more than 200 times as large')
    })

    it('are refused where they are encrypted or damaged, with the remedy', async () => {
      const written = async (change: (archive: Buffer, entry: number) => void) => {
        const archive = Buffer.from(zipSync({ 'entities.xml': strToU8(entities('SECRET', 7_270_000)) }))
        change(archive, archive.indexOf('PK\u0001\u0002', 0, 'latin1'))
        const path = fileNamed('changed.zip')
        await writeFile(path, archive)
        return path
      }
      const encrypted = await written((archive, entry) => archive.writeUInt16LE(1, entry + FLAGS))
      await expect(imported(encrypted)).rejects.toThrow('The zip file is encrypted. Unpack it by its password')
      const damaged = await written(archive => archive.fill(0xff, BYTES, BYTES + 4))
      await expect(imported(damaged)).rejects.toThrow(/is no zip archive, or is damaged: .*\. Make the export again/)
    })

    it('have texts of more than a page may have cut, and said so', async () => {
      const from = 7_230_000
      const text = `<p>${'x'.repeat(60 * MB)}</p>`
      const of = { of: 'Page', id: from + 2 }
      const xml = `<hibernate-generic>${[
        object('Space', from, { name: 'Long', key: 'LONG' }),
        object('Page', of.id, { title: 'Long', version: 1, space: { of: 'Space', id: from } }),
        object('BodyContent', from + 800, { body: text, content: of, bodyType: 2 }),
      ].join('')}</hibernate-generic>`
      const { report } = await imported(await zipped({ 'entities.xml': xml }))
      expect(report.remarks.map(({ key }) => key)).toContain(
        'The text of "{{where}}" cannot be read: {{reason}}. Its first {{number}} characters are shown as they are',
      )
      expect((await get(`/rest/api/content/${from + 2}?expand=body.storage`)).body.storage.value.length).toBeLessThan(
        2_000_000,
      )
    })

    it('that are another archive within say what they lack', async () => {
      const inner = zipSync({ 'entities.xml': strToU8(entities('INNER', 7_240_000)) })
      await expect(imported(await zipped({ 'export.zip': inner }))).rejects.toThrow('no export of a space')
      const cut = (await readFile(await zipped({ 'entities.xml': '<hibernate-generic>' }))).subarray(0, 40)
      await writeFile(fileNamed('cut.zip'), cut)
      await expect(imported(fileNamed('cut.zip'))).rejects.toThrow('is no zip archive, or is damaged')
    })
  },
)
