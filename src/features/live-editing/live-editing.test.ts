import { expect, it } from 'vitest'
import { writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import * as Y from 'yjs'
import { request } from '#platform/server/http/testing/raw-request.ts'
import { type HttpClient, onEachEngine, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { documentOf } from './server/document/text.ts'
import { liveDocuments } from './server/documents.ts'
import { keepDrafts } from './server/drafts.ts'
import { bringUpToDate } from './server/merging.ts'
import { removeOldStates } from './server/states.ts'
import { documentRow, insertDocument, replaceState } from './server/store.ts'
import { mostEditors } from './server/settings.ts'
import { liveWatch } from './server/watch.ts'
import { CLOSED, CONFLICT, FIELDS, MESSAGE, type ConflictMark } from './shared.ts'
import type { LiveClient } from './testing/client.ts'
import { liveSteps } from './testing/steps.ts'

onEachEngine(
  'live editing',
  () => features,
  wiki => {
    const { connect, space, page, user, published, stored, restrict } = liveSteps(wiki)

    it('gives two editors one text, title and each other [I1-15]', async () => {
      const id = await page('<p>one</p><p>two</p>', 'Together')
      const ada = await connect(await user('ada'), id).ready()
      const bob = await connect(await user('bob'), id).ready()
      expect(ada.text).toEqual({ title: 'Together', storage: '<p>one</p><p>two</p>' })
      ada.write({ storage: '<p>one, Ada</p><p>two</p>' })
      bob.write({ storage: '<p>one</p><p>two, Bob</p>', title: 'Together now' })
      await bob.until(() => bob.storage === '<p>one, Ada</p><p>two, Bob</p>')
      await ada.until(() => ada.storage === bob.storage && ada.text.title === 'Together now')
      ada.present({ anchor: { tname: 'body', item: null, type: null, assoc: 0 }, head: { tname: 'body' } })
      await bob.until(() => bob.others.size === 1)
      expect([...bob.others.values()][0]).toMatchObject({
        user: { name: 'Ada' },
        cursor: { anchor: { tname: 'body' } },
        isIdle: false,
      })
      await ada.saved()
      await ada.close()
      await bob.until(() => bob.others.size === 0)
    })

    it('makes the document once for two who open it at the same moment', async () => {
      const id = await page('<p>once</p>')
      const [ada, bob] = [connect(await user('ada'), id), connect(await user('bob'), id)]
      await Promise.all([ada.ready(), bob.ready()])
      expect([ada.storage, bob.storage, bob.incarnation]).toEqual(['<p>once</p>', '<p>once</p>', ada.incarnation])
    })

    it('has what it acknowledged in the database, and merges an editor that comes back', async () => {
      const id = await page('<p>begin</p>')
      const ada = await connect(await user('ada'), id).ready()
      ada.write({ storage: '<p>begin, acknowledged</p>' })
      await ada.saved()
      const rows = await wiki()
        .app.database.read.selectFrom('live_update')
        .select('seq')
        .where('content_id', '=', Number(id))
        .execute()
      expect(rows.map(row => row.seq)).toEqual([1])
      ada.cut()
      await ada.ended()
      ada.write({ storage: '<p>begin, acknowledged, offline</p>' })
      const bob = await connect(await user('bob'), id).ready()
      bob.write({ storage: '<p>begin, acknowledged</p><p>meanwhile</p>' })
      await bob.saved()
      const again = await connect(await user('ada'), id, { before: ada }).ready()
      await again.saved()
      await bob.until(() => bob.storage === '<p>begin, acknowledged, offline</p><p>meanwhile</p>')
      expect(again.storage).toBe(bob.storage)
    })

    it('stores the shared text as the draft of all who wrote in it, and publishes it for them', async () => {
      const id = await page('<p>text</p>', 'Drafted')
      const [ada, bob, eve] = [await user('ada'), await user('bob'), await user('eve')]
      const [one, two] = [await connect(ada, id).ready(), await connect(bob, id).ready()]
      await connect(eve, id).ready()
      one.write({ storage: '<p>text by Ada</p>' })
      await one.saved()
      await two.until(() => two.storage === one.storage)
      two.write({ storage: '<p>text by Ada and Bob</p>' })
      await two.saved()
      const draft = async (who: HttpClient) => (await who.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft
      expect(await draft(ada)).toMatchObject({ storage: '<p>text by Ada and Bob</p>', baseVersion: 1 })
      expect(await draft(bob)).toMatchObject({ storage: '<p>text by Ada and Bob</p>' })
      expect(await draft(eve)).toBeNull()
      const reply = await bob.post(`/rest/oxbow/1.0/live/${id}/publish`, { message: 'ours' })
      expect(reply.json).toMatchObject({ version: 2 })
      expect(await stored(id)).toEqual({ title: 'Drafted', version: 2, storage: '<p>text by Ada and Bob</p>' })
      expect(await draft(ada)).toBeNull()
      await liveWatch(wiki().app).settled()
      await one.until(() => one.notices.some(({ kind }) => kind === 'published'))
      expect(one.notices[0]).toMatchObject({ version: 2, by: 'Bob', isMerged: false })
      // The next one begins with what is published, and has no draft.
      one.write({ storage: '<p>text by Ada and Bob, on</p>' })
      await one.saved()
      expect((await ada.post(`/rest/oxbow/1.0/live/${id}/publish`, {})).json).toMatchObject({ version: 3 })
    })

    it('records all whose changes a version published', async () => {
      const id = await page('<p>text</p>')
      const [ada, bob] = [await user('ada'), await user('bob')]
      for (const who of [ada, bob]) {
        const client = await connect(who, id).ready()
        client.write({ storage: `${client.storage}<p>more</p>` })
        await client.saved()
      }
      await bob.post(`/rest/oxbow/1.0/live/${id}/publish`, {})
      const history = (await bob.get(`/rest/oxbow/1.0/content/${id}/versions`)).json.results
      expect(history).toMatchObject([
        { number: 2, author: { displayName: 'Bob' }, otherAuthors: [{ displayName: 'Ada' }] },
        { number: 1, author: { displayName: 'admin' }, otherAuthors: [] },
      ])
      const { publishers } = (await bob.get(`/rest/api/content/${id}/history?expand=contributors`)).json.contributors
      const names = publishers.users.map((one: { displayName: string }) => one.displayName)
      expect(names.toSorted()).toEqual(['Ada', 'Bob', 'admin'])
      const counted = (await bob.get(`/rest/contributors/1.0/contributors?pageId=${id}&order=name`)).json
        .visibleContributors
      expect(counted).toMatchObject([
        { fullNameString: 'Ada', totalCount: 1 },
        { fullNameString: 'admin', totalCount: 1 },
        { fullNameString: 'Bob', totalCount: 1 },
      ])
      const { contributors } = (await bob.get(`/rest/oxbow/1.0/content/${id}/information`)).json
      expect(contributors).toHaveLength(3)
      const search = `/rest/api/content/search?cql=${encodeURIComponent(`contributor = ada and id = ${id}`)}`
      expect((await bob.get(search)).json.results).toMatchObject([{ id }])
      await published(id, 3, 'With history', '<ac:structured-macro ac:name="change-history"/>')
      const { view } = (await bob.get(`/rest/api/content/${id}?expand=body.view`)).json.body
      expect(view.value).toMatch(/Bob<\/(?:a|span)>, <(?:a|span)[^>]*>Ada</)
    })

    it('marks the text of a comment in the open document, whoever writes it, and publishes both [I1-15]', async () => {
      const id = await page('<p>Ships sail on Monday.</p>')
      const [ada, bob] = [await user('ada'), await user('bob')]
      const one = await connect(ada, id).ready()
      one.write({ storage: '<p>Ships sail on Monday.</p><p>And back.</p>' })
      await one.saved()
      const sent = { containerId: id, originalSelection: 'sail on', matchIndex: 0, numMatches: 1, body: '<p>Why?</p>' }
      const { markerRef } = (await bob.post('/rest/inlinecomments/1.0/comments', sent)).json
      await liveWatch(wiki().app).settled()
      const marked = (ref: string, words: string) =>
        `<ac:inline-comment-marker ac:ref="${ref}">${words}</ac:inline-comment-marker>`
      const first = `<p>Ships ${marked(markerRef, 'sail on')} Monday.</p>`
      await one.until(() => one.storage === `${first}<p>And back.</p>`)
      const ref = 'abcdefabcdefabcdefabcdefabcdefab'
      const drafts = `/rest/oxbow/1.0/content/${id}/inline-comments`
      await ada.post(drafts, { ref, originalSelection: 'back', body: '<p>When?</p>' })
      one.write({ storage: `${first}<p>And ${marked(ref, 'back')}.</p>` })
      await one.saved()
      await bob.post(`/rest/oxbow/1.0/live/${id}/publish`, {})
      expect((await stored(id)).storage).toBe(`${first}<p>And ${marked(ref, 'back')}.</p>`)
      const all = (await bob.get(`/rest/inlinecomments/1.0/comments?containerId=${id}`)).json
      expect(all).toMatchObject([
        { markerRef, dangling: false },
        { markerRef: ref, dangling: false },
      ])
    })

    it('merges no version into a document that a newer one was made of meanwhile', async () => {
      const id = await page('<p>first</p>')
      const ada = await user('ada')
      const { app } = wiki()
      const state = Y.encodeStateAsUpdate(documentOf({ title: 'Page', storage: '<p>first</p>' }, new Set()))
      const document = { contentId: Number(id), incarnation: 'one', baseVersion: 1, state }
      await app.database.transaction(tx => insertDocument(tx, document))
      await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Page',
        version: { number: 2 },
        body: storage('<p>first second</p>'),
      })
      const writer: LiveClient[] = []
      let reads = 0
      // After the version of the page and that of its document were read.
      const publishesThird = async () => {
        if (++reads !== 2) return
        const one = await connect(ada, id).ready()
        writer.push(one)
        one.write({ storage: '<p>first second third</p>' })
        await one.saved()
        expect((await ada.post(`/rest/oxbow/1.0/live/${id}/publish`, {})).status).toBe(200)
      }
      const read = app.database.read.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          await publishesThird()
          return result
        },
      })
      const database = Object.create(app.database, { read: { value: read } }) as typeof app.database
      await bringUpToDate(Object.create(app, { database: { value: database } }) as typeof app, Number(id))
      expect(await documentRow(app.database.read, Number(id))).toMatchObject({ base_version: 3 })
      const two = await connect(ada, id).ready()
      expect(two.storage).toBe('<p>first second third</p>')
      expect(writer[0]?.storage).toBe(two.storage)
    })

    it('keeps no draft that lacks what the version has that it says to be made of', async () => {
      const id = await page('<p>first</p>')
      const [ada, bob] = [await user('ada'), await user('bob')]
      const [one, two] = [await connect(ada, id).ready(), await connect(bob, id).ready()]
      one.write({ storage: '<p>first second</p>' })
      await one.saved()
      const { app } = wiki()
      let isPublished = false
      const publishesFirst: typeof app.database.transaction = async (work, options) => {
        if (!isPublished) {
          isPublished = true
          one.write({ storage: '<p>first second third</p>' })
          await one.saved()
          expect((await ada.post(`/rest/oxbow/1.0/live/${id}/publish`, {})).status).toBe(200)
          await two.until(() => two.storage === one.storage)
          two.write({ storage: '<p>first second third fourth</p>' })
          await two.saved()
        }
        return app.database.transaction(work, options)
      }
      const database = Object.create(app.database, { transaction: { value: publishesFirst } }) as typeof app.database
      await keepDrafts(Object.create(app, { database: { value: database } }) as typeof app, Number(id))
      const drafts = await app.database.read
        .selectFrom('edit_draft')
        .selectAll()
        .where('content_id', '=', Number(id))
        .execute()
      expect(drafts).toMatchObject([{ base_version: 2, storage: '<p>first second third fourth</p>' }])
    })

    it('keeps states of the draft with their authors, also of what was discarded, for 30 days', async () => {
      const id = await page('<p>first</p>')
      const [ada, bob, eve] = [await user('ada'), await user('bob'), await user('eve')]
      const history = async (who: HttpClient) => {
        await liveDocuments(wiki().app).keepDrafts(Number(id))
        return (await who.get(`/rest/oxbow/1.0/live/${id}/history`)).json.states as {
          id: string
          authors: { name: string }[]
        }[]
      }
      const names = (states: { authors: { name: string }[] }[]) =>
        states.map(({ authors }) => authors.map(({ name }) => name).join('+'))
      const one = await connect(ada, id).ready()
      const long = `<p>${'long '.repeat(100)}</p>`
      one.write({ storage: '<p>first, Ada</p>' })
      await one.saved()
      expect(names(await history(ada))).toEqual(['Ada'])
      const two = await connect(bob, id).ready()
      two.write({ storage: long })
      await two.saved()
      // Changes within some minutes are one state, unless much is deleted.
      expect(names(await history(ada))).toEqual(['Ada+Bob'])
      two.write({ storage: '<p>short</p>' })
      await two.saved()
      const states = await history(ada)
      expect(names(states)).toEqual(['Bob', 'Ada+Bob'])
      const state = await ada.get(`/rest/oxbow/1.0/live/${id}/history/${states[1]?.id}`)
      expect(state.json).toMatchObject({ storage: long, isCompared: true })
      expect(state.json.html).toContain('<del>short</del>')
      const restricted = [{ operation: 'update', restrictions: { user: [{ username: 'ada' }, { username: 'bob' }] } }]
      await wiki().admin.put(`/rest/api/content/${id}/restriction`, restricted)
      expect((await eve.get(`/rest/oxbow/1.0/live/${id}/history`)).status).toBe(403)
      expect((await eve.get(`/rest/oxbow/1.0/live/${id}/history/${states[1]?.id}`)).status).toBe(403)
      const other = await page('<p>other</p>')
      await connect(eve, other).ready()
      expect((await eve.get(`/rest/oxbow/1.0/live/${other}/history/${states[1]?.id}`)).status).toBe(404)
      expect((await ada.delete(`/rest/oxbow/1.0/live/${id}/changes`)).status).toBe(204)
      expect((await history(ada)).map(each => each.id)).toEqual(expect.arrayContaining(states.map(each => each.id)))
      const { app } = wiki()
      const old = Date.now() - 31 * 24 * 3_600_000
      await app.database.transaction(tx =>
        tx.db.updateTable('live_state').set({ at: old }).where('id', '=', Number(states[1]?.id)).execute(),
      )
      await removeOldStates(app)
      expect((await history(ada)).map(each => each.id)).not.toContain(states[1]?.id)
    })

    it('merges a version that is published meanwhile, and keeps both texts where they conflict', async () => {
      const id = await page('<p>a</p><p>b</p><p>c</p>', 'Merged')
      const ada = await connect(await user('ada'), id).ready()
      ada.write({ storage: '<p>a</p><p>b by Ada</p><p>c</p>' })
      await ada.saved()
      await published(id, 2, 'Merged', '<p>a by program</p><p>b</p><p>c</p>')
      await ada.until(() => ada.storage === '<p>a by program</p><p>b by Ada</p><p>c</p>')
      await ada.until(() => ada.notices.length === 1)
      expect(ada.notices).toEqual([
        expect.objectContaining({ kind: 'published', version: 2, isMerged: true, conflicts: 0 }),
      ])
      await published(id, 3, 'Renamed', '<p>a by program</p><p>b by program</p><p>c</p>')
      await ada.until(() => ada.notices.length === 2)
      expect(ada.notices[1]).toMatchObject({ version: 3, conflicts: 1 })
      expect(ada.text).toEqual({
        title: 'Renamed',
        storage: '<p>a by program</p><p>b by program</p><p>b by Ada</p><p>c</p>',
      })
      // Both are marked for the editors, and the marks are no part of the text.
      const marks = ada.doc
        .getXmlFragment(FIELDS.body)
        .toArray()
        .map(block => (block as Y.XmlElement).getAttribute(CONFLICT) as unknown as ConflictMark | undefined)
      expect(marks.map(mark => mark && [mark.from, mark.version])).toEqual([
        undefined,
        ['version', 3],
        ['text', undefined],
        undefined,
      ])
      expect(marks[1]?.id).toBe(marks[2]?.id)
      const reply = await (await user('ada')).post(`/rest/oxbow/1.0/live/${id}/publish`, {})
      expect(reply.json).toMatchObject({ version: 4 })
    })

    it('merges what was published and drafted while nobody had it open', async () => {
      const id = await page('<p>a</p><p>b</p>', 'Closed')
      const ada = await user('ada')
      const first = await connect(ada, id).ready()
      first.write({ storage: '<p>a by Ada</p><p>b</p>' })
      await first.saved()
      await first.close()
      await published(id, 2, 'Closed', '<p>a</p><p>b by program</p>')
      const bob = await user('bob')
      const draft = { title: 'Closed', storage: '<p>a</p><p>b by program</p><p>c by Bob</p>', baseVersion: 2 }
      expect((await bob.put(`/rest/oxbow/1.0/content/${id}/draft`, draft)).status).toBe(200)
      const client = await connect(bob, id).ready()
      expect(client.storage).toBe('<p>a by Ada</p><p>b by program</p><p>c by Bob</p>')
      expect(client.baseVersion).toBe(2)
      // The same draft is not merged twice.
      expect((await connect(bob, id).ready()).storage).toBe(client.storage)
    })

    it('merges a draft once when two windows of its user open the page at the same moment', async () => {
      const id = await page('<p>a</p><p>b</p>', 'Windows')
      const first = await connect(await user('ada'), id).ready()
      first.write({ storage: '<p>a by Ada</p><p>b</p>' })
      await first.saved()
      const bob = await user('bob')
      const draft = { title: 'Windows', storage: '<p>a by Bob</p><p>b</p><p>c</p>', baseVersion: 1 }
      expect((await bob.put(`/rest/oxbow/1.0/content/${id}/draft`, draft)).status).toBe(200)
      const windows = await Promise.all([connect(bob, id).ready(), connect(bob, id).ready()])
      const both = '<p>a by Ada</p><p>a by Bob</p><p>b</p><p>c</p>'
      for (const client of [first, ...windows]) await client.until(() => client.storage === both)
      expect((await bob.post(`/rest/oxbow/1.0/live/${id}/publish`, {})).json).toMatchObject({ version: 2 })
      expect((await bob.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft).toBeNull()
    })

    it('goes back to what is published when the changes are discarded', async () => {
      const id = await page('<p>kept</p>', 'Discarded')
      const ada = await user('ada')
      const client = await connect(ada, id).ready()
      client.write({ storage: '<p>thrown away</p>', title: 'Other' })
      await client.saved()
      expect((await ada.delete(`/rest/oxbow/1.0/live/${id}/changes`)).status).toBe(204)
      await client.until(() => client.storage === '<p>kept</p>')
      expect(client.text.title).toBe('Discarded')
      expect((await ada.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft).toBeNull()
    })

    it('refuses readers, visitors, other sites and pages that are not there', async () => {
      const id = await page('<p>closed</p>')
      const reader = await user('reader')
      await restrict(id)
      expect(await connect(reader, id).ended()).toBe(CLOSED.forbidden)
      expect(await connect(wiki().anonymous, id).ended()).toBe(401)
      expect(await connect(wiki().admin, id, { origin: 'https://evil.example' }).ended()).toBe(403)
      expect(await connect(wiki().admin, '999999').ended()).toBe(CLOSED.gone)
      await connect(wiki().admin, id, { origin: wiki().url }).ready()
      // Programs that ask for HTTP/2 are answered as before.
      const java = await wiki().admin.get('/rest/api/user/current')
      expect(java.status).toBe(200)
    })

    it('answers programs that ask for HTTP/2 as before, and no other address with a WebSocket', async () => {
      const upgrade = async (path: string, protocol: string) =>
        (await request(wiki().url + path, { connection: 'Upgrade', upgrade: protocol })).status
      expect(await upgrade('/health/live', 'h2c')).toBe(200)
      expect(await upgrade('/health/live', 'websocket')).toBe(404)
    })

    it('ends the connection of a user who may no longer edit, and of a page in the trash', async () => {
      const id = await page('<p>open</p>')
      const client = await connect(await user('bob'), id).ready()
      const admin = await connect(wiki().admin, id).ready()
      await restrict(id)
      expect(await client.ended()).toBe(CLOSED.forbidden)
      expect(admin.closed).toBeUndefined()
      await wiki().admin.delete(`/rest/api/content/${id}`)
      await liveWatch(wiki().app).settled()
      expect(await admin.ended()).toBe(CLOSED.gone)
    })

    it('takes nothing that the editors of others could not read', async () => {
      const id = await page('<p>sound</p>')
      const other = await connect(await user('ada'), id).ready()
      const changes: ((doc: Y.Doc) => void)[] = [
        doc => doc.getXmlFragment('body').insert(0, [new Y.XmlHook('hook') as unknown as Y.XmlElement]),
        doc => doc.getXmlFragment('body').insert(0, [new Y.XmlElement('script')]),
        doc => doc.getText('title').insertEmbed(0, { image: 'x' }),
        doc => doc.getMap('other').set('a', 1),
        doc => doc.getMap('facts').set('doc', new Y.Doc()),
      ]
      for (const change of changes) {
        const client = await connect(await user('bob'), id).ready()
        change(client.doc)
        expect(await client.ended()).toBe(CLOSED.malformed)
      }
      expect((await connect(await user('bob'), id).ready()).storage).toBe('<p>sound</p>')
      expect(other.closed).toBeUndefined()
    })

    it('keeps a new page in which another window has written', async () => {
      const ada = await user('ada')
      const key = await space()
      const begun = await ada
        .with({ 'x-atlassian-token': 'no-check' })
        .post(`/rest/oxbow/1.0/editor?type=page&spaceKey=${key}`)
      const { id } = begun.json
      const client = await connect(ada, id).ready()
      client.write({ storage: '<p>written</p>', title: 'New' })
      await client.saved()
      await ada.delete(`/rest/oxbow/1.0/editor/${id}`)
      expect((await ada.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft).toMatchObject({
        title: 'New',
        storage: '<p>written</p>',
      })
      expect((await ada.post(`/rest/oxbow/1.0/live/${id}/publish`, {})).json).toMatchObject({ version: 1 })
      expect(await stored(id)).toMatchObject({ title: 'New', storage: '<p>written</p>' })
      // A page is its author's alone before it is published; then others join.
      expect((await connect(await user('bob'), id).ready()).text.title).toBe('New')
    })

    it('closes a connection with malformed or oversized messages, and no other', async () => {
      const id = await page('<p>sound</p>')
      const other = await connect(await user('ada'), id).ready()
      const send: [(client: LiveClient) => void, number][] = [
        [client => client.sendRaw(new Uint8Array([9, 9, 9])), CLOSED.malformed],
        [client => client.sendRaw(new Uint8Array(7 * 1024 * 1024)), 1009],
        [
          client =>
            client.send(MESSAGE.update, encoder => {
              writeVarUint(encoder, 1)
              writeVarUint8Array(encoder, new Uint8Array([1, 200, 3, 4, 5]))
            }),
          CLOSED.malformed,
        ],
        [client => client.present({ anchor: { x: '<script>' }, head: 'y'.repeat(7000) }), CLOSED.malformed],
        [
          client => void Array.from({ length: 400 }, () => client.sendRaw(new Uint8Array([MESSAGE.alive]))),
          CLOSED.tooMany,
        ],
      ]
      for (const [misbehave, code] of send) {
        const client = await connect(await user('bob'), id).ready()
        misbehave(client)
        expect(await client.ended()).toBe(code)
      }
      other.write({ storage: '<p>sound and well</p>' })
      await other.saved()
      expect(other.closed).toBeUndefined()
    })

    it('refuses one editor more than the limit, with the status of the old product [V6-22]', async () => {
      const id = await page('<p>popular</p>')
      const { app } = wiki()
      await app.database.transaction(tx => app.settings.set(tx, mostEditors, 2, null))
      try {
        await connect(await user('ada'), id).ready()
        await connect(await user('bob'), id).ready()
        // A second window of the same user.
        await connect(await user('bob'), id).ready()
        const eve = await user('eve')
        expect(await connect(eve, id).ended()).toBe(CLOSED.full)
        expect((await eve.get(`/rest/oxbow/1.0/editor/${id}`)).status).toBe(412)
        expect((await wiki().admin.get(`/rest/oxbow/1.0/live/${id}/editors`)).json).toMatchObject({
          editors: [{ name: 'Ada' }, { name: 'Bob' }],
          limit: 2,
        })
      } finally {
        await app.database.transaction(tx => app.settings.set(tx, mostEditors, 12, null))
      }
    })

    it('says in the metadata of pages how many may edit at once [V9-41] [I9-20]', async () => {
      const id = await page('<p>metadata</p>')
      const document = (await wiki().admin.get(`/pages/editpage.action?pageId=${id}`)).text
      expect(document).toContain('<meta name="ajs-max-number-editors" content="12">')
      expect(document).toContain('<meta name="ajs-collaborative-content" content="true">')
      expect(document).toContain(`<meta name="ajs-synchrony-service-uri" content="${wiki().app.baseUrl}/synchrony">`)
    })

    it('answers the calls of the old product about its service [I7.8-01]', async () => {
      const id = await page('<p>old</p>')
      const [ada, bob] = [await user('ada'), await user('bob')]
      const client = await connect(ada, id).ready()
      expect((await bob.get('/synchrony/v1/heartbeat')).json).toEqual({ status: 'OK' })
      expect((await wiki().anonymous.get('/synchrony/v1/heartbeat')).status).toBe(401)
      const beat = await bob
        .with({ 'x-atlassian-token': 'no-check' })
        .send('POST', '/json/startheartbeatactivity.action', new URLSearchParams({ contentId: id, draftType: 'page' }))
      expect(beat.json).toMatchObject({
        activityResponses: [{ userName: 'ada', fullName: 'Ada' }],
        editMode: 'collaborative',
      })
      expect((await bob.post('/rest/synchrony-interop/disable', {})).status).toBe(403)
      expect((await wiki().admin.post('/rest/synchrony-interop/disable', {})).json).toEqual({ mode: 'limited' })
      await liveWatch(wiki().app).settled()
      expect(await client.ended()).toBe(CLOSED.off)
      expect((await bob.get('/synchrony/v1/heartbeat')).status).toBe(501)
      expect((await bob.get(`/rest/oxbow/1.0/editor/${id}`)).json.isLive).toBe(false)
      expect((await wiki().admin.post('/rest/synchrony-interop/enable', {})).json).toEqual({ mode: 'enabled' })
      expect((await wiki().admin.post('/rest/synchrony-interop/restart', {})).json).toEqual({ mode: 'enabled' })
      expect((await bob.get('/rest/synchrony/1.0/config/status')).json).toEqual({ status: 'running', editors: 12 })
    })

    it('puts no snapshot in place of those of a document that was made anew', async () => {
      const id = await page('<p>0</p>')
      const ada = await connect(await user('ada'), id).ready()
      const state = Y.encodeStateAsUpdate(new Y.Doc())
      const snapshot = { incarnation: 'discarded', after: 0, state, seq: 300, saved: 0 }
      await wiki().app.database.transaction(tx => replaceState(tx, Number(id), snapshot))
      ada.write({ storage: '<p>1</p>' })
      await ada.saved()
      expect((await connect(await user('bob'), id).ready()).storage).toBe('<p>1</p>')
      const { read } = wiki().app.database
      expect(await documentRow(read, Number(id))).toMatchObject({ incarnation: ada.incarnation, state_seq: 0 })
    })

    it('puts a snapshot in place of many updates', async () => {
      const id = await page('<p>0</p>')
      const ada = await connect(await user('ada'), id).ready()
      for (let number = 1; number <= 40; number++) {
        ada.write({ storage: `<p>${number}</p>` })
        await ada.saved()
      }
      const { compact } = await import('./server/compaction.ts')
      await compact(wiki().app, Number(id))
      const { read } = wiki().app.database
      expect(await read.selectFrom('live_update').selectAll().where('content_id', '=', Number(id)).execute()).toEqual(
        [],
      )
      expect((await connect(await user('bob'), id).ready()).storage).toBe('<p>40</p>')
      ada.write({ storage: '<p>41</p>' })
      await ada.saved()
      expect(await stored(id)).toMatchObject({ storage: '<p>0</p>' })
    })
  },
)
