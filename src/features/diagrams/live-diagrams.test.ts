import { writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { noteFileSaved, storedFile } from '#features/live-editing/server/index.ts'
import { CLOSED, MESSAGE } from '#features/live-editing/shared.ts'
import type { LiveClient } from '#features/live-editing/testing/client.ts'
import { liveSteps } from '#features/live-editing/testing/steps.ts'
import { applyChange } from '#diagrams/model/changes.ts'
import { shape } from '#diagrams/model/test-documents.ts'
import { LiveDiagram } from '#diagrams/live/live-diagram.ts'
import { isSaved, savedVersion } from '#diagrams/live/saved.ts'
import { features } from '../../server.ts'
import { boxes, DIAGRAMS, save, saved, UNKNOWN_SHAPE } from './testing/wiki.ts'

const READ_ONLY = '/rest/oxbow/1.0/admin/access-mode'
const MEGABYTES = 1024 * 1024

onEachEngine(
  'diagrams that several users edit',
  () => features,
  wiki => {
    const { connect, user, restrict, settled } = liveSteps(wiki)
    let count = 0

    const diagram = async (...texts: string[]) => {
      if (count === 0) await makeSpace(wiki())
      const pageId = await makePage(wiki(), `Live ${++count}`)
      const { attachmentId: id } = await saved(wiki().admin, pageId, 'Flow', boxes(...texts))
      return { pageId, id }
    }
    const open = async (http: HttpClient, id: string) => {
      const client = await connect(http, id).ready()
      return { client, live: new LiveDiagram(client.doc) }
    }
    type Opened = Awaited<ReturnType<typeof open>>
    const set = ({ live }: Opened, id: string, fields: object) =>
      live.write(
        applyChange(live.document, { type: 'update-object', pageId: live.document.pages[0]?.id ?? '', id, fields })
          .document,
      )
    const objects = ({ live }: Opened) => live.document.pages[0]?.objects ?? {}
    const saveLive = (http: HttpClient, id: string, { incarnation }: LiveClient, version = 1) =>
      http.post(`${DIAGRAMS}/live/${id}`, { incarnation, version })
    const stored = async (pageId: string, version = '') =>
      (await wiki().admin.get(`${DIAGRAMS}?pageId=${pageId}&name=Flow&version=${version}`)).json
    const rows = (id: string) =>
      wiki().app.database.read.selectFrom('live_update').select('seq').where('content_id', '=', Number(id)).execute()

    describe('together', () => {
      it('are made once, for users who open them at the same time and for those who come later', async () => {
        const { id } = await diagram('One', 'Two')
        const [ada, bob] = await Promise.all([open(await user('ada'), id), open(await user('bob'), id)])
        expect(ada.client.incarnation).toBe(bob.client.incarnation)
        expect(ada.live.document).toEqual(boxes('One', 'Two'))
        set(ada, 'o0', { x: 50 })
        set(bob, 'o1', { x: 300 })
        await Promise.all([ada.client.saved(), bob.client.saved()])
        const eve = await open(await user('eve'), id)
        expect(objects(eve)).toMatchObject({ o0: { x: 50 }, o1: { x: 300 } })
        await ada.client.until(() => objects(ada)['o1']?.kind === 'shape' && isSaved(ada.client.doc) === false)
        expect(ada.live.document).toEqual(eve.live.document)
      })

      it('are saved by one user with the changes of all, and nobody is refused', async () => {
        const { pageId, id } = await diagram('One', 'Two')
        const ada = await open(await user('ada'), id)
        const bob = await open(await user('bob'), id)
        expect([isSaved(ada.client.doc), ada.client.baseVersion]).toEqual([true, 1])
        set(ada, 'o0', { x: 50 })
        set(bob, 'o1', { x: 300 })
        await Promise.all([ada.client.saved(), bob.client.saved()])
        const reply = await saveLive(await user('ada'), id, ada.client)
        expect([reply.status, reply.json.version]).toEqual([200, 2])
        expect((await stored(pageId)).document).toEqual(bob.live.document)
        await bob.client.until(() => isSaved(bob.client.doc))
        expect(savedVersion(bob.client.doc)).toMatchObject({ version: 2, by: 'Ada' })
        // Nothing has changed since: it stays the version.
        expect((await saveLive(await user('bob'), id, bob.client)).json.version).toBe(2)
        // Bob need not know of the version to save the next one.
        set(bob, 'o0', { y: 70 })
        set(ada, 'o1', { y: 80 })
        await Promise.all([ada.client.saved(), bob.client.saved()])
        const both = await Promise.all([
          saveLive(await user('ada'), id, ada.client),
          saveLive(await user('bob'), id, bob.client),
        ])
        expect(both.map(({ status }) => status)).toEqual([200, 200])
        const now = await stored(pageId)
        expect(now.document.pages[0].objects).toMatchObject({ o0: { x: 50, y: 70 }, o1: { x: 300, y: 80 } })
        expect(now.version).toBe(Math.max(...both.map(({ json }) => json.version)))
      })

      it('go on after a connection was lost', async () => {
        const { id } = await diagram('One', 'Two')
        const ada = await open(await user('ada'), id)
        const bob = await open(await user('bob'), id)
        ada.client.cut()
        await ada.client.ended()
        set(ada, 'o0', { x: 11 })
        set(bob, 'o1', { x: 22 })
        await bob.client.saved()
        const again = await connect(await user('ada'), id, { before: ada.client }).ready()
        await again.saved()
        await bob.client.until(() => objects(bob)['o0']?.order === 'a0' && ada.live.document !== undefined)
        await expect.poll(() => objects(bob)).toMatchObject({ o0: { x: 11 }, o1: { x: 22 } })
        expect(ada.live.document).toEqual(bob.live.document)
      })

      it('may be files of other programs, which the first save converts', async () => {
        if (count === 0) await makeSpace(wiki())
        const pageId = await makePage(wiki(), `Live ${++count}`)
        const id = (await attach(wiki().admin, pageId, 'Old.gliffy', UNKNOWN_SHAPE, 'application/gliffy+json')).id
        const ada = await open(await user('ada'), id.replace(/\D+/, ''))
        expect(Object.keys(objects(ada))).toHaveLength(1)
        set(ada, Object.keys(objects(ada))[0] ?? '', { x: 33 })
        await ada.client.saved()
        const reply = await saveLive(await user('ada'), id.replace(/\D+/, ''), ada.client)
        expect([reply.status, reply.json.version]).toEqual([200, 2])
      })
    })

    describe('and versions from elsewhere', () => {
      it('are never overwritten unless a user says so', async () => {
        const { pageId, id } = await diagram('One')
        const ada = await open(await user('ada'), id)
        set(ada, 'o0', { x: 50 })
        await ada.client.saved()
        await saved(await user('bob'), pageId, 'Flow', boxes('Other'), 1)
        await settled()
        await ada.client.until(() => ada.client.notices.length > 0)
        expect(ada.client.notices).toEqual([{ kind: 'beside', by: 'Bob' }])
        const refused = await saveLive(await user('ada'), id, ada.client)
        expect([refused.status, refused.json.conflict]).toMatchObject([409, { version: 2, by: { displayName: 'Bob' } }])
        expect((await stored(pageId)).document).toEqual(boxes('Other'))
        const replaced = await saveLive(await user('ada'), id, ada.client, 2)
        expect([replaced.status, replaced.json.version]).toEqual([200, 3])
        expect((await stored(pageId)).document.pages[0].objects.o0).toMatchObject({ x: 50 })
        expect((await stored(pageId, '2')).document).toEqual(boxes('Other'))
      })

      it('are what editors without unsaved changes get', async () => {
        const { pageId, id } = await diagram('One')
        const ada = await open(await user('ada'), id)
        await saved(await user('bob'), pageId, 'Flow', boxes('Other'), 1)
        await settled()
        expect(await ada.client.ended()).toBe(CLOSED.replaced)
        expect((await open(await user('ada'), id)).live.document).toEqual(boxes('Other'))
      })

      it('are what all get when a user discards the changes', async () => {
        const { id } = await diagram('One')
        const ada = await open(await user('ada'), id)
        set(ada, 'o0', { x: 50 })
        await ada.client.saved()
        const gone = await (await user('ada')).delete(`/rest/oxbow/1.0/live/${id}/changes`)
        expect(gone.status).toBe(204)
        expect(await ada.client.ended()).toBe(CLOSED.replaced)
        expect(await saveLive(await user('ada'), id, ada.client)).toMatchObject({ status: 409 })
        const again = await open(await user('ada'), id)
        expect(again.live.document).toEqual(boxes('One'))
        expect(again.client.incarnation).not.toBe(ada.client.incarnation)
      })
    })

    it('know that they are saved where the database repeats the transaction', async () => {
      const { id } = await diagram('One')
      const ada = await open(await user('ada'), id)
      set(ada, 'o0', { x: 50 })
      await ada.client.saved()
      const { database } = wiki().app
      const run = database.transaction.bind(database)
      const undone = new Error('rolled back')
      const spy = vi.spyOn(database, 'transaction').mockImplementation(async (work, options) => {
        const first = run(async tx => {
          await work(tx)
          throw undone
        }, options)
        await first.catch((error: unknown) => {
          if (error !== undone) throw error
        })
        return run(work, options)
      })
      try {
        expect((await saveLive(await user('ada'), id, ada.client)).json).toMatchObject({ version: 2 })
      } finally {
        spy.mockRestore()
      }
      await ada.client.until(() => isSaved(ada.client.doc))
      expect(savedVersion(ada.client.doc)).toMatchObject({ version: 2 })
    })

    it('do not contain a version that was made of one from before', async () => {
      const { id } = await diagram('One')
      const { doc } = (await open(await user('ada'), id)).client
      // Ada's save ends after Bob has discarded the document and opened it again.
      const before = { incarnation: 'discarded', baseVersion: 1, seq: 0, doc }
      const update = Y.encodeStateAsUpdate(doc)
      await wiki().app.database.transaction(tx => noteFileSaved(tx, Number(id), before, { version: 2, update }))
      expect(await storedFile(wiki().app, Number(id))).toMatchObject({ baseVersion: 1, seq: 0 })
    })

    it('stay for ten minutes after the last editor has left them without saving', async () => {
      const { id } = await diagram('One')
      const ada = await open(await user('ada'), id)
      set(ada, 'o0', { x: 50 })
      await ada.client.saved()
      await ada.client.close()
      expect(objects(await open(await user('bob'), id))).toMatchObject({ o0: { x: 50 } })
      const leave = (at: number) =>
        wiki().app.database.transaction(async ({ db }) => {
          await db.updateTable('live_document').set({ updated_at: at }).where('content_id', '=', Number(id)).execute()
        })
      await leave(Date.now() - 11 * 60_000)
      // Bob has it open.
      expect(objects(await open(await user('eve'), id))).toMatchObject({ o0: { x: 50 } })
      await wiki().app.database.transaction(async ({ db }) => {
        await db.deleteFrom('live_connection').where('content_id', '=', Number(id)).execute()
      })
      // A window that has it gets it back.
      const back = await connect(await user('bob'), id, { before: ada.client }).ready()
      expect(back.incarnation).toBe(ada.client.incarnation)
      await back.close()
      await leave(Date.now() - 11 * 60_000)
      await wiki().app.database.transaction(async ({ db }) => {
        await db.deleteFrom('live_connection').where('content_id', '=', Number(id)).execute()
      })
      expect((await open(await user('ada'), id)).live.document).toEqual(boxes('One'))
    })

    describe('are safe', () => {
      it('from readers, from pages of other sites, and while the site is read-only', async () => {
        const { pageId, id } = await diagram('One')
        const ada = await open(await user('ada'), id)
        expect(await connect(await user('ada'), id, { origin: 'https://evil.example' }).ended()).toBe(403)
        await wiki().admin.put(READ_ONLY, { mode: 'READ_ONLY' })
        await settled()
        expect(await ada.client.ended()).toBe(CLOSED.readOnly)
        expect((await saveLive(await user('ada'), id, ada.client)).status).toBe(405)
        await wiki().admin.put(READ_ONLY, { mode: 'READ_WRITE' })
        const again = await open(await user('ada'), id)
        await restrict(pageId)
        expect(await again.client.ended()).toBe(CLOSED.forbidden)
        expect(await connect(await user('ada'), id).ended()).toBe(CLOSED.forbidden)
        set(again, 'o0', { x: 50 })
        expect((await saveLive(await user('ada'), id, again.client)).status).toBe(403)
        expect((await (await user('ada')).delete(`/rest/oxbow/1.0/live/${id}/changes`)).status).toBe(403)
        expect(await rows(id)).toEqual([])
        await restrict(pageId, false)
        await wiki().admin.delete(`/rest/api/content/${pageId}`)
        expect(await connect(await user('ada'), id).ended()).toBe(CLOSED.gone)
      })

      it('from updates that are malformed or of something else, which close their connection alone', async () => {
        const { id } = await diagram('One')
        const bob = await open(await user('bob'), id)
        const tries: ((doc: Y.Doc) => void)[] = [
          doc => doc.getMap('other').set('a', 1),
          doc => doc.getMap('objects').set('p1/x', new Y.Array()),
          doc => doc.getMap('objects').set('p1/x', new Y.XmlElement('p')),
          doc => doc.getMap('objects').set('p1/x', new Y.Map([['kind', new Y.Map()]])),
          doc => (doc.getMap('objects').get('p1/o0') as Y.Map<unknown>).set('x', new Y.Map()),
          doc => (doc.getMap('objects').get('p1/o0') as Y.Map<unknown>).set('foreign', 10n),
          doc => (doc.getMap('objects').get('p1/o0') as Y.Map<unknown>).set('foreign', new Uint8Array(3)),
          doc => (doc.getMap('objects').get('p1/o0') as Y.Map<unknown>).set('foreign', nested(300)),
          // Versions are noted by the server alone.
          doc => doc.getMap('facts').set('saved', { version: 9, by: 'Eve', at: 0, vector: '' }),
        ]
        for (const [index, change] of tries.entries()) {
          const eve = await open(await user('eve'), id)
          change(eve.client.doc)
          expect([index, await eve.client.ended()]).toEqual([index, CLOSED.malformed])
        }
        const text = new Y.Doc()
        text.getText('objects').insert(0, 'text')
        for (const update of [new Uint8Array([7, 7, 7, 7]), Y.encodeStateAsUpdate(text)]) {
          const raw = await open(await user('eve'), id)
          raw.client.send(MESSAGE.update, encoder => {
            writeVarUint(encoder, 1)
            writeVarUint8Array(encoder, update)
          })
          expect(await raw.client.ended()).toBe(CLOSED.malformed)
        }
        expect(await rows(id)).toEqual([])
        set(bob, 'o0', { x: 5 })
        await bob.client.saved()
        expect(bob.client.closed).toBeUndefined()
        expect(objects(await open(await user('ada'), id))).toMatchObject({ o0: { x: 5 } })
      })

      it('from values that no shape may have: they are left out, and the file stays valid', async () => {
        const { pageId, id } = await diagram('One', 'Two')
        const eve = await open(await user('eve'), id)
        const bob = await open(await user('bob'), id)
        ;(eve.client.doc.getMap('objects').get('p1/o0') as Y.Map<unknown>).set('x', '<img src=x onerror=alert(1)>')
        await eve.client.saved()
        await bob.client.until(() => !('o0' in objects(bob)))
        set(bob, 'o1', { x: 7 })
        await bob.client.saved()
        expect((await saveLive(await user('bob'), id, bob.client)).status).toBe(200)
        expect(Object.keys((await stored(pageId)).document.pages[0].objects)).toEqual(['o1'])
      })

      it('from growing beyond what a file may have', async () => {
        const { id } = await diagram('One')
        const bob = await open(await user('bob'), id)
        const grow = async ({ client, live }: Opened, megabytes: number, times: number) => {
          for (let index = 0; index < times && client.closed === undefined; index++) {
            const object = shape(`big${index}`, {
              foreign: { source: 'drawio', data: 'x'.repeat(megabytes * MEGABYTES) },
            })
            live.write(applyChange(live.document, { type: 'put-object', pageId: 'p1', object }).document)
            await client.saved().catch(() => undefined)
          }
        }
        const large = await open(await user('eve'), id)
        await grow(large, 6.5, 1)
        expect(large.client.closed).toBeDefined()
        const many = await open(await user('eve'), id)
        await grow(many, 5, 7)
        expect(await many.client.ended()).toBe(CLOSED.tooLarge)
        expect(bob.client.closed).toBeUndefined()
      })

      it('from files that are no diagrams: their editors see each other alone', async () => {
        const { pageId } = await diagram('One')
        const file = (await attach(wiki().admin, pageId, 'note.txt', 'note')).id.replace(/\D+/, '')
        const ada = connect(await user('ada'), file)
        await ada.opened()
        ada.present(null)
        const bob = connect(await user('bob'), file)
        await bob.opened()
        bob.present(null)
        await ada.until(() => ada.others.size === 1)
        expect(ada.incarnation).toBe('')
        expect((await saveLive(await user('ada'), file, ada)).status).toBe(409)
      })

      it('from plain saves of what others have changed', async () => {
        const { pageId, id } = await diagram('One')
        const ada = await open(await user('ada'), id)
        set(ada, 'o0', { x: 50 })
        await ada.client.saved()
        await saveLive(await user('ada'), id, ada.client)
        expect((await save(await user('bob'), pageId, 'Flow', boxes('Late'), 1)).status).toBe(409)
      })
    })
  },
)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}
