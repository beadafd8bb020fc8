import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { blobsLeft } from '#features/attachments/testing/blobs.ts'
import { attach, makePage, makeSpace, namesOn } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { traces } from './testing/access.ts'
import { whileRefusing, type Refused } from './testing/failing.ts'
import { boxes, DIAGRAMS, gliffy, saved } from './testing/wiki.ts'

onEachEngine(
  'unlinking a diagram',
  () => features,
  wiki => {
    let ada: HttpClient
    let owner = ''
    let count = 0

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      owner = await makePage(wiki(), 'Owner')
      await saved(ada, owner, 'Flow', boxes('One', { text: 'Go', link: { kind: 'page', contentId: owner } }))
      await saved(ada, owner, 'Flow', boxes('Two'), 1)
    })

    const showing = (value: string) =>
      makePage(wiki(), `Shows ${++count}`, { body: { storage: { value, representation: 'storage' } } })
    const unlink = (client: HttpClient, to: string, name: string, more = '', of = 'Flow') =>
      client.post(
        `/rest/gliffy/1.0/diagrams/unlink/${owner}/${encodeURIComponent(of)}?targetPageId=${to}&targetDiagramName=${encodeURIComponent(name)}${more}`,
      )
    const pageOf = async (id: string) => {
      const { json } = await ada.get(`/rest/api/content/${id}?expand=body.storage,version`)
      const macros = [
        ...(json.body.storage.value as string).matchAll(
          /<ac:structured-macro ac:name="gliffy".*?<\/ac:structured-macro>/g,
        ),
      ]
      return {
        version: json.version.number as number,
        message: json.version.message as string,
        macros: macros.map(([macro]) =>
          Object.fromEntries(
            [...macro.matchAll(/ac:name="(\w+)">([^<]*)<\/ac:parameter>/g)].map(([, key, value]) => [key, value]),
          ),
        ),
      }
    }
    const documentOf = async (page: string, name: string) =>
      (await ada.get(`${DIAGRAMS}?pageId=${page}&name=${encodeURIComponent(name)}`)).json.document as unknown

    it('makes a copy with its pictures that the page shows from then on, in one version more [D3-14] [D7-10] [D1-09]', async () => {
      const page = await showing(
        gliffy({ name: 'Flow', pageid: owner, size: 'M', border: 'false' }) +
          `<table><tbody><tr><td>${gliffy({ pageid: owner, name: 'Flow' })}</td></tr></tbody></table>` +
          gliffy({ name: 'Flow', pageid: owner, version: '1' }) +
          gliffy({ name: 'Other', pageid: owner }),
      )
      const reply = await unlink(ada, page, ' Mine ')
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json).toEqual({
        attachmentId: expect.stringMatching(/^\d+$/),
        pageId: page,
        name: 'Mine',
        pageVersion: 2,
      })
      await wiki().app.jobs.idle()
      expect(await namesOn(ada, page)).toEqual(['Mine', 'Mine.png', 'Mine.svg'])
      expect(await documentOf(page, 'Mine')).toEqual(boxes('Two'))
      expect(await pageOf(page)).toEqual({
        version: 2,
        message: 'Unlinked the diagram “Flow”',
        macros: [
          { name: 'Mine', size: 'M' },
          { name: 'Mine' },
          { name: 'Flow', pageid: owner, version: '1' },
          { name: 'Other', pageid: owner },
        ],
      })
      // A version that the page is fixed to is copied as it is, and its links lead where they led.
      const pinned = await unlink(ada, page, 'Old one', '&sourceDiagramVersion=1')
      expect(pinned.status, pinned.text).toBe(200)
      expect(await documentOf(page, 'Old one')).toEqual(
        boxes('One', { text: 'Go', link: { kind: 'page', contentId: owner } }),
      )
      expect((await pageOf(page)).macros[2]).toEqual({ name: 'Old one' })
      // From then on each goes its way.
      await saved(ada, owner, 'Flow', boxes('Three'), 2)
      await saved(ada, page, 'Mine', boxes('Own'), 1)
      expect(await documentOf(page, 'Mine')).toEqual(boxes('Own'))
      expect(await documentOf(owner, 'Flow')).toEqual(boxes('Three'))
    })

    it('only copies where the text is being edited', async () => {
      const page = await showing(gliffy({ name: 'Flow', pageid: owner }))
      expect((await unlink(ada, page, 'Edited', '&inline=true')).json).toMatchObject({ name: 'Edited', pageVersion: 1 })
      expect(await namesOn(ada, page)).toContain('Edited.svg')
      expect(await pageOf(page)).toMatchObject({ version: 1, macros: [{ name: 'Flow', pageid: owner }] })
    })

    it('leaves no trace where it is refused', async () => {
      const page = await showing(gliffy({ name: 'Flow', pageid: owner }))
      const bare = await showing('<p>nothing</p>')
      const closed = await showing(gliffy({ name: 'Flow', pageid: owner }))
      const hidden = await showing(gliffy({ name: 'Flow', pageid: owner }))
      await attach(ada, page, 'Photo.png', 'whatever', 'image/png')
      await saved(ada, page, 'Taken', boxes('x'))
      const restrict = async (id: string, operation: string) => {
        const body = [{ operation, restrictions: { user: [{ type: 'known', username: 'admin' }] } }]
        expect((await wiki().admin.put(`/rest/api/content/${id}/restriction`, body)).status).toBe(200)
      }
      await restrict(closed, 'update')
      await restrict(hidden, 'read')
      await wiki().app.jobs.idle()
      const before = await namesOn(ada, page)
      const refused: [number, string, Awaited<ReturnType<typeof unlink>>][] = [
        [
          400,
          'cannot contain any of the following characters: " \\ / | : { < & + ? = ;',
          await unlink(ada, page, 'a?b'),
        ],
        [400, 'must not be empty or contain only whitespace', await unlink(ada, page, '  ')],
        [400, 'There is already a diagram with this name on this page.', await unlink(ada, page, 'Taken')],
        [400, 'Photo.png', await unlink(ada, page, 'Photo')],
        [400, 'attached to this page itself', await unlink(ada, owner, 'Again')],
        [404, 'does not show the diagram', await unlink(ada, bare, 'Fine')],
        [404, 'has no diagram', await unlink(ada, page, 'Fine', '&sourceDiagramVersion=99')],
        [404, 'has no diagram', await unlink(ada, page, 'Fine', '', 'Nowhere')],
        [403, 'permission', await unlink(ada, closed, 'Fine')],
        [404, 'No content found', await unlink(ada, hidden, 'Fine')],
        [404, 'No content found', await unlink(wiki().anonymous, page, 'Fine')],
      ]
      for (const [status, words, reply] of refused) {
        expect([reply.status, reply.json.message], words).toEqual([status, expect.stringContaining(words)])
        expect(reply.json.data.successful).toBe(false)
      }
      expect(await namesOn(ada, page)).toEqual(before)
      expect(await namesOn(wiki().admin, bare)).toEqual([])
      expect(await namesOn(wiki().admin, closed)).toEqual([])
      expect(await pageOf(page)).toMatchObject({ version: 1, macros: [{ name: 'Flow', pageid: owner }] })
    })

    it('leaves nothing behind where it fails midway, whatever fails', async () => {
      const page = await showing(gliffy({ name: 'Flow', pageid: owner }) + gliffy({ name: 'Sent', pageid: owner }))
      // The wiki has made no pictures of a file that came by itself, so that a copy has separate bytes.
      const sent = await attach(
        ada,
        owner,
        'Sent',
        JSON.stringify(boxes('Never drawn')),
        'application/vnd.oxbow.diagram+json',
      )
      const before = await traces(wiki())
      const blobs = await blobsLeft(wiki())
      const nothingIsLeft = async (what: string) => {
        expect(await traces(wiki()), what).toEqual(before)
        expect(await namesOn(ada, page), what).toEqual([])
        expect(await pageOf(page), what).toMatchObject({ version: 1, macros: [{ name: 'Flow' }, { name: 'Sent' }] })
      }
      const statements: Refused[] = [
        { table: 'content', on: 'insert' },
        { table: 'content', on: 'insert', when: "new.title = 'Half.svg'" },
        { table: 'attachment', on: 'insert' },
        { table: 'attachment_version', on: 'insert' },
        { table: 'content_version', on: 'insert', when: `new.content_id = ${page}` },
        { table: 'content', on: 'update', when: `new.id = ${page} and new.version = 2` },
        { table: 'diagram_use', on: 'insert', when: `new.content_id = ${page}` },
        { table: 'event', on: 'insert', when: "new.kind = 'page.updated'" },
      ]
      for (const statement of statements) {
        const reply = await whileRefusing(wiki(), statement, () => unlink(ada, page, 'Half'))
        expect(reply.status, `${JSON.stringify(statement)} ${reply.text}`).toBe(500)
        await nothingIsLeft(JSON.stringify(statement))
      }

      // Its pictures cannot be written, neither the first nor, when that is drawn already, the last.
      const temporary = join(wiki().config.home, 'blobs', 'tmp')
      const unwritable = async () => {
        await rename(temporary, `${temporary}.away`)
        await writeFile(temporary, '')
        try {
          expect((await unlink(ada, page, 'Half', '', 'Sent')).status).toBe(500)
        } finally {
          await rm(temporary)
          await rename(`${temporary}.away`, temporary)
        }
        await nothingIsLeft('a file that cannot be written')
      }
      await unwritable()
      expect((await ada.get(`${DIAGRAMS}/picture/${sent.id.slice('att'.length)}?version=1`)).status).toBe(200)
      await unwritable()
      await whileRefusing(wiki(), { table: 'attachment', on: 'insert' }, () => unlink(ada, page, 'Half', '', 'Sent'))
      await nothingIsLeft('pictures written already')
      expect(await readdir(temporary)).toEqual([])
      const drawn = (await wiki().app.database.read.selectFrom('diagram_picture').select('sha256').execute()).map(
        ({ sha256 }) => sha256,
      )
      expect((await blobsLeft(wiki())).filter(sha256 => !blobs.includes(sha256) && !drawn.includes(sha256))).toEqual([])

      // A failed action can be repeated when nothing fails any more.
      expect((await unlink(ada, page, 'Half', '', 'Sent')).status).toBe(200)
      expect((await pageOf(page)).macros).toEqual([{ name: 'Flow', pageid: owner }, { name: 'Half' }])
      await wiki().app.jobs.idle()
      expect(await namesOn(ada, page)).toEqual(['Half', 'Half.png', 'Half.svg'])
    })

    it('happens once when many ask at the same time', async () => {
      const page = await showing(gliffy({ name: 'Flow', pageid: owner }))
      const replies = await Promise.all(Array.from({ length: 8 }, () => unlink(ada, page, 'Only')))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(7).fill(400),
      ])
      await wiki().app.jobs.idle()
      expect(await namesOn(ada, page)).toEqual(['Only', 'Only.png', 'Only.svg'])
      expect(await pageOf(page)).toMatchObject({ version: 2, macros: [{ name: 'Only' }] })
    })
  },
)
