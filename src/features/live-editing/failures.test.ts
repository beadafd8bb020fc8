import { sql } from 'kysely'
import { writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { onEachEngine, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { textOf, writeText } from './server/document/text.ts'
import { readStored } from './server/live-document.ts'
import { appendUpdates, deleteDocument } from './server/store.ts'
import { liveWatch } from './server/watch.ts'
import { CLOSED, MESSAGE } from './shared.ts'
import type { LiveClient } from './testing/client.ts'
import { liveSteps } from './testing/steps.ts'

const READ_ONLY = '/rest/oxbow/1.0/admin/access-mode'
/** Too long for the pages that are free in a database file. */
const LONG = `<p>${'a long text '.repeat(100_000)}</p>`

/** Lets the database refuse what needs space while `work` runs, as on a full disk. */
async function withFullDisk({ app: { database }, engine }: TestWiki, work: () => Promise<void>): Promise<void> {
  const run = (...statements: string[]) =>
    database.transaction(async tx => {
      for (const statement of statements) await sql.raw(statement).execute(tx.db)
    })
  if (engine === 'sqlite') await run('pragma max_page_count = 1')
  else
    await run(
      `create function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
      'create trigger full_disk before insert on live_update execute function full_disk()',
    )
  try {
    await work()
  } finally {
    if (engine === 'sqlite') await run('pragma max_page_count = 4294967294')
    else await run('drop trigger full_disk on live_update', 'drop function full_disk')
  }
}

onEachEngine(
  'failures while several users edit',
  () => features,
  wiki => {
    const { connect, page, user, stored, restrict } = liveSteps(wiki)
    const settled = () => liveWatch(wiki().app).settled()

    /** An editor types without a connection, and the text is there once it is back. */
    const goesOn = async (id: string, before: LiveClient, mark: string, name = 'ada') => {
      before.write({ storage: `${before.storage}<p>${mark}</p>` })
      const again = await connect(await user(name), id, { before }).ready()
      await again.saved()
      const reader = await connect(wiki().admin, id).ready()
      await reader.until(() => reader.storage === again.storage)
      expect(reader.storage).toContain(`<p>${mark}</p>`)
      return again
    }

    it('ends the connections while the site is read-only, and takes what was typed meanwhile afterwards', async () => {
      const id = await page('<p>open</p>')
      const ada = await connect(await user('ada'), id).ready()
      expect((await wiki().admin.put(READ_ONLY, { mode: 'READ_ONLY' })).status).toBe(200)
      try {
        await settled()
        expect(await ada.ended()).toBe(CLOSED.readOnly)
        expect(await connect(await user('ada'), id, { before: ada }).ended()).toBe(CLOSED.readOnly)
      } finally {
        expect((await wiki().admin.put(READ_ONLY, { mode: 'READ_WRITE' })).status).toBe(200)
      }
      await goesOn(id, ada, 'while it was read-only')
    })

    it('takes what was typed while the page was restricted or in the trash, once that has ended', async () => {
      const id = await page('<p>open</p>')
      const ada = await connect(await user('ada'), id).ready()
      await restrict(id)
      expect(await ada.ended()).toBe(CLOSED.forbidden)
      await restrict(id, false)
      const again = await goesOn(id, ada, 'while it was restricted')
      await wiki().admin.delete(`/rest/api/content/${id}`)
      await settled()
      expect(await again.ended()).toBe(CLOSED.gone)
      const { version } = (await wiki().admin.get(`/rest/api/content/${id}?status=trashed&expand=version`)).json
      const back = { type: 'page', status: 'current', title: 'Back', version: { number: version.number + 1 } }
      const restored = await wiki().admin.put(`/rest/api/content/${id}?status=trashed`, back)
      expect(restored.status, restored.text).toBe(200)
      await settled()
      const last = await goesOn(id, again, 'while it was in the trash')
      expect(last.storage).toContain('<p>while it was restricted</p>')
    })

    it('goes on where the page is moved or its space archived, unless the user may not edit there', async () => {
      const id = await page('<p>moved</p>')
      const ada = await connect(await user('ada'), id).ready()
      const target = await page('<p>target</p>')
      const move = () => wiki().admin.put(`/rest/api/content/${id}/move/append/${target}`)
      expect((await move()).status).toBe(200)
      const { key } = (await wiki().admin.get(`/rest/api/content/${id}?expand=space`)).json.space
      expect((await wiki().admin.put(`/rest/api/space/${key}/archive`)).status).toBeLessThan(300)
      await settled()
      ada.write({ storage: '<p>moved and archived</p>' })
      await ada.saved()
      expect(ada.closed).toBeUndefined()
      const key2 = `CLOSED${id}`
      await wiki().admin.post('/rest/api/space/_private', { key: key2, name: key2 })
      const { id: home } = (await wiki().admin.get(`/rest/api/space/${key2}?expand=homepage`)).json.homepage
      expect((await wiki().admin.put(`/rest/api/content/${id}/move/append/${home}`)).status).toBe(200)
      await settled()
      expect([CLOSED.forbidden, CLOSED.gone]).toContain(await ada.ended())
      expect((await connect(wiki().admin, id).ready()).storage).toBe('<p>moved and archived</p>')
    })

    it('says that the disk is full, and stores everything once there is space', async () => {
      const id = await page('<p>begin</p>')
      const ada = await connect(await user('ada'), id).ready()
      const bob = await connect(await user('bob'), id).ready()
      await withFullDisk(wiki(), async () => {
        ada.write({ storage: `<p>begin</p>${LONG}` })
        expect(await ada.ended()).toBe(CLOSED.noSpace)
        // The document is read again, for all of its editors.
        expect(await bob.ended()).toBe(CLOSED.noSpace)
        const found = await readStored(wiki().app, Number(id))
        expect(found && textOf(found.doc).storage).toBe('<p>begin</p>')
      })
      const again = await connect(await user('ada'), id, { before: ada }).ready()
      await again.saved()
      const back = await connect(await user('bob'), id, { before: bob }).ready()
      await back.until(() => back.storage === `<p>begin</p>${LONG}`)
      expect((await connect(wiki().admin, id).ready()).storage).toBe(back.storage)
    })

    it('keeps the document of editors who are back when a connection of before ends late', async () => {
      const id = await page('<p>begin</p>')
      const [ada, bob] = [await user('ada'), await user('bob')]
      const frozen = await connect(ada, id).ready()
      const first = await connect(bob, id).ready()
      await withFullDisk(wiki(), async () => {
        frozen.freeze()
        first.write({ storage: LONG })
        await first.ended()
      })
      const back = await connect(bob, id, { before: first }).ready()
      await back.saved()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        frozen.thaw()
        await frozen.ended()
        await expect
          .poll(() =>
            wiki()
              .app.database.read.selectFrom('live_connection')
              .select('id')
              .where('content_id', '=', Number(id))
              .execute(),
          )
          .toHaveLength(1)
        vi.advanceTimersByTime(60_000)
      } finally {
        vi.useRealTimers()
      }
      const other = await connect(ada, id).ready()
      back.write({ storage: '<p>for both</p>' })
      await other.until(() => other.storage === '<p>for both</p>')
    })

    it('refuses a copy of a document that was made anew, and leaves both as they are', async () => {
      const id = await page('<p>published</p>')
      const ada = await connect(await user('ada'), id).ready()
      ada.cut()
      await ada.ended()
      ada.write({ storage: '<p>published</p><p>a day later</p>' })
      // As the removal of resting documents does.
      await wiki().app.database.transaction(tx => deleteDocument(tx, Number(id)))
      const bob = await connect(await user('bob'), id).ready()
      expect(await connect(await user('ada'), id, { before: ada }).ended()).toBe(CLOSED.replaced)
      expect(bob.storage).toBe('<p>published</p>')
      expect(ada.storage).toBe('<p>published</p><p>a day later</p>')
    })

    it('merges two windows of one user, of which one is offline', async () => {
      const id = await page('<p>one</p><p>two</p>')
      const ada = await user('ada')
      const [first, second] = [await connect(ada, id).ready(), await connect(ada, id).ready()]
      first.cut()
      await first.ended()
      first.write({ storage: '<p>one, offline</p><p>two</p>' })
      second.write({ storage: '<p>one</p><p>two, online</p>' })
      await second.saved()
      await second.close()
      const again = await connect(ada, id, { before: first }).ready()
      await again.saved()
      expect(again.storage).toBe('<p>one, offline</p><p>two, online</p>')
      expect((await ada.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft.storage).toBe(again.storage)
      expect(await stored(id)).toMatchObject({ version: 1, storage: '<p>one</p><p>two</p>' })
    })

    /** Two updates of a document, of which the second builds on the first. */
    const twoUpdates = (client: LiveClient): [Uint8Array, Uint8Array] => {
      const doc = new Y.Doc()
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(client.doc))
      const updates: Uint8Array[] = []
      doc.on('update', (update: Uint8Array) => updates.push(update))
      for (const storage of ['<p>one</p>', '<p>one and two</p>'])
        writeText(doc, { title: client.text.title, storage }, new Set())
      return updates as [Uint8Array, Uint8Array]
    }
    const storeElsewhere = (id: string, { incarnation }: LiveClient, data: Uint8Array) =>
      wiki().app.database.transaction(tx => appendUpdates(tx, Number(id), incarnation, [{ data, accountId: null }]))

    it('stores an update that builds on one of another process, of which no message has told', async () => {
      const id = await page('<p></p>')
      const ada = await connect(await user('ada'), id).ready()
      const bob = await connect(await user('bob'), id).ready()
      const [first, second] = twoUpdates(ada)
      await storeElsewhere(id, ada, first)
      ada.send(MESSAGE.update, encoder => {
        writeVarUint(encoder, 1)
        writeVarUint8Array(encoder, second)
      })
      await bob.until(() => bob.storage === '<p>one and two</p>')
      bob.write({ title: 'After it' })
      await bob.saved()
      const found = await readStored(wiki().app, Number(id))
      expect(found && textOf(found.doc)).toEqual({ title: 'After it', storage: '<p>one and two</p>' })
    })

    it('finds what another server has stored although its message was lost', async ({ skip }) => {
      if (wiki().engine === 'sqlite') skip('one process has no others')
      const id = await page('<p></p>')
      const ada = await connect(await user('ada'), id).ready()
      await storeElsewhere(id, ada, twoUpdates(ada)[0])
      await expect.poll(() => ada.storage).toBe('<p>one</p>')
    })
  },
)
