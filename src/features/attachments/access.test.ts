import { beforeAll, expect, it } from 'vitest'
import { createAccount } from '#features/accounts/server/index.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { refreshGuards } from '#features/content-core/server/write.ts'
import { features } from '../../server.ts'
import { attach, childPath, makePage, makeSpace, namesOn, part, sendForm } from './testing/forms.ts'

const PASSWORD = 'correct horse battery'
const NO_CHECK = { 'x-atlassian-token': 'no-check' }

onEachEngine(
  'who may do what with attachments',
  () => features,
  wiki => {
    let reader: HttpClient
    let writer: HttpClient
    let readerId = 0
    beforeAll(async () => {
      await makeSpace(wiki())
      const make = (username: string) =>
        createAccount(
          wiki().app,
          { username, displayName: username, email: `${username}@example.org`, password: PASSWORD },
          null,
        )
      const [first, second] = [await make('reader'), await make('writer')]
      readerId = first.id
      reader = wiki().as('reader', PASSWORD)
      writer = wiki().as('writer', PASSWORD)
      const space = await wiki()
        .app.database.read.selectFrom('space')
        .select('id')
        .where('key', '=', 'FILES')
        .executeTakeFirstOrThrow()
      await wiki().app.database.transaction(async tx => {
        await tx.db.deleteFrom('space_permission').where('space_id', '=', space.id).execute()
        const grants = [
          ...['read:space'].map(permission => ({ account_id: first.id, permission })),
          ...['read:space', 'create:page', 'create:attachment', 'delete_own:content'].map(permission => ({
            account_id: second.id,
            permission,
          })),
        ]
        await tx.db
          .insertInto('space_permission')
          .values(grants.map(grant => ({ ...grant, space_id: space.id, group_id: null })))
          .execute()
      })
    })

    /** Every call that names the page or the attachment, as status codes. */
    async function tryAll(client: HttpClient, page: string, made: { id: string }) {
      const with_ = client.with(NO_CHECK)
      return {
        list: (await client.get(childPath(page))).status,
        single: (await client.get(`/rest/api/content/${made.id}`)).status,
        download: (await client.get(`/download/attachments/${page}/secret.txt`)).status,
        thumbnail: (await client.get(`/download/thumbnails/${page}/secret.txt`)).status,
        byId: (await client.post(`/rest/files/1.0/files/content/${page}/byAttachmentIds`, { attachmentIds: [made.id] }))
          .status,
        create: (await sendForm(client, childPath(page), [part('file', 'x', 'mine.txt')])).status,
        put: (await sendForm(client, childPath(page), [part('file', 'x', 'secret.txt')], 'PUT')).status,
        data: (await sendForm(client, `${childPath(page)}/${made.id}/data`, [part('file', 'x')])).status,
        change: (await client.put(`${childPath(page)}/${made.id}`, { title: 'x.txt', version: { number: 1 } })).status,
        move: (await client.post(`${childPath(page)}/${made.id}/move?newName=x.txt`)).status,
        form: (await sendForm(client, `/pages/doattachfile.action?pageId=${page}`, [part('f', 'x', 'mine.txt')]))
          .status,
        drop: (
          await with_.send(
            'POST',
            `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=mine.txt`,
            Buffer.from('x'),
          )
        ).status,
        removeVersion: (await client.delete(`${childPath(page)}/${made.id}/version/1`)).status,
        remove: (await client.delete(`${childPath(page)}/${made.id}`)).status,
        removeAction: (await with_.post(`/json/removeattachment.action?pageId=${page}&filename=secret.txt`)).status,
        trash: (await client.delete(`/rest/api/content/${made.id}`)).status,
      }
    }
    const reading = ['list', 'single', 'download', 'byId']

    it('lets a reader read and do nothing else', async () => {
      const page = await makePage(wiki(), 'Read only')
      const made = await attach(wiki().admin, page, 'secret.txt', 'secret')
      const { thumbnail, ...codes } = await tryAll(reader, page, made)
      expect(thumbnail).toBe(404)
      for (const [call, status] of Object.entries(codes)) expect(status, call).toBe(reading.includes(call) ? 200 : 403)
      expect((await wiki().admin.get(`/download/attachments/${page}/secret.txt`)).text).toBe('secret')
      expect(await namesOn(wiki().admin, page)).toEqual(['secret.txt'])
    })

    it('hides everything from who may not see the page, as if it did not exist', async () => {
      const page = await makePage(wiki(), 'Restricted')
      const made = await attach(wiki().admin, page, 'secret.txt', 'secret')
      await wiki().app.database.transaction(async tx => {
        const admin = await tx.db
          .selectFrom('account')
          .select('id')
          .where('username', '=', 'admin')
          .executeTakeFirstOrThrow()
        await tx.db
          .insertInto('restriction')
          .values({ content_id: Number(page), operation: 'read', account_id: admin.id, group_id: null })
          .execute()
        await refreshGuards(tx, Number(page))
      })
      const late = await attach(wiki().admin, page, 'later.txt', 'secret too')
      for (const client of [reader, writer, wiki().anonymous]) {
        for (const [call, status] of Object.entries(await tryAll(client, page, made))) expect(status, call).toBe(404)
        expect((await client.get(`/rest/api/content/${late.id}`)).status).toBe(404)
      }
      const listed = await reader.get('/rest/api/content?type=attachment&spaceKey=FILES&limit=1000')
      expect(listed.json.results.map((row: { id: string }) => row.id)).not.toContain(made.id)
      const shown = await makePage(wiki(), 'Links to the restricted', {
        body: {
          storage: {
            value:
              '<p><ac:link><ri:attachment ri:filename="secret.txt"><ri:page ri:content-title="Restricted" /></ri:attachment></ac:link>' +
              `<ac:link><ri:attachment ri:filename="secret.txt"><ri:content-entity ri:content-id="${page}" /></ri:attachment></ac:link></p>`,
            representation: 'storage',
          },
        },
      })
      const view = async (client: HttpClient) =>
        (await client.get(`/rest/api/content/${shown}?expand=body.view`)).json.body.view.value as string
      expect(await view(wiki().admin)).toContain(`/download/attachments/${page}/secret.txt`)
      expect(await view(reader)).not.toContain('/download/')
      expect(await view(wiki().admin)).toContain(`/download/attachments/${page}/secret.txt`)
    })

    it('lets guards follow a file to the page that it moves to', async () => {
      const [open, closed] = [await makePage(wiki(), 'Open page'), await makePage(wiki(), 'Closed page')]
      await wiki().app.database.transaction(async tx => {
        const admin = await tx.db
          .selectFrom('account')
          .select('id')
          .where('username', '=', 'admin')
          .executeTakeFirstOrThrow()
        await tx.db
          .insertInto('restriction')
          .values({ content_id: Number(closed), operation: 'read', account_id: admin.id, group_id: null })
          .execute()
        await refreshGuards(tx, Number(closed))
      })
      const made = await attach(wiki().admin, open, 'wanders.txt', 'x')
      expect((await reader.get(`/rest/api/content/${made.id}`)).status).toBe(200)
      expect((await wiki().admin.post(`${childPath(open)}/${made.id}/move?newContentId=${closed}`)).status).toBe(200)
      expect((await reader.get(`/rest/api/content/${made.id}`)).status).toBe(404)
      expect((await wiki().admin.post(`${childPath(closed)}/${made.id}/move?newContentId=${open}`)).status).toBe(200)
      expect((await reader.get(`/rest/api/content/${made.id}`)).status).toBe(200)
      // A writer may not take a page's file away, nor bring one to a page that they do not see.
      expect(
        (await writer.post(`${childPath(open)}/${made.id}/move?newContentId=${await makePage(wiki(), 'Elsewhere')}`))
          .status,
      ).toBe(403)
      const own = await attach(writer, open, 'own.txt', 'x')
      expect((await writer.post(`${childPath(open)}/${own.id}/move?newContentId=${closed}`)).status).toBe(404)
    })

    it('lets a writer attach, and delete what they attached themselves', async () => {
      const page = await makePage(wiki(), 'Writers')
      const theirs = await attach(wiki().admin, page, 'theirs.txt', 'x')
      const own = await attach(writer, page, 'own.txt', 'x')
      expect((await sendForm(writer, `${childPath(page)}/${theirs.id}/data`, [part('file', 'y')])).status).toBe(200)
      expect((await writer.delete(`${childPath(page)}/${theirs.id}/version/1`)).status).toBe(403)
      expect((await writer.delete(`/rest/api/content/${theirs.id}`)).status).toBe(403)
      expect((await writer.delete(`/rest/api/content/${own.id}`)).status).toBe(204)
      await wiki().app.database.transaction(tx =>
        tx.db
          .insertInto('restriction')
          .values({ content_id: Number(page), operation: 'update', account_id: readerId, group_id: null })
          .execute()
          .then(() => {}),
      )
      expect((await sendForm(writer, childPath(page), [part('file', 'x', 'more.txt')])).status).toBe(403)
    })

    it('keeps files of a draft to its author until it is published', async () => {
      const draft = await writer.post('/rest/api/content', {
        type: 'page',
        status: 'draft',
        title: 'Drafted',
        space: { key: 'FILES' },
      })
      expect(draft.status, draft.text).toBe(200)
      const page = draft.json.id as string
      const query = `pageId=0&draftId=${page}&filename=early.txt&size=5`
      const dropped = await writer
        .with(NO_CHECK)
        .send('POST', `/plugins/drag-and-drop/upload.action?${query}`, Buffer.from('early'))
      expect(dropped.status, dropped.text).toBe(200)
      const { id } = dropped.json.data as { id: string }
      expect(await namesOn(writer, page)).toEqual(['early.txt'])
      expect((await writer.get(`/download/attachments/${page}/early.txt`)).text).toBe('early')
      expect((await reader.get(`/rest/api/content/${id}`)).status).toBe(404)
      expect((await reader.get(`/download/attachments/${page}/early.txt`)).status).toBe(404)
      const kinds = async () =>
        (
          await wiki()
            .app.database.read.selectFrom('event')
            .select('kind')
            .where('content_id', '=', Number(id.slice(3)))
            // By the job that reads its words, whenever that is.
            .where('kind', '<>', 'attachment.read')
            .execute()
        ).map(row => row.kind)
      expect(await kinds()).toEqual([])
      const published = await writer.put(`/rest/api/content/${page}`, {
        type: 'page',
        status: 'current',
        title: 'Drafted',
        version: { number: 1 },
        body: { storage: { value: '<p>x</p>', representation: 'storage' } },
      })
      expect(published.status, published.text).toBe(200)
      expect((await reader.get(`/rest/api/content/${id}`)).json.status).toBe('current')
      expect((await reader.get(`/download/attachments/${page}/early.txt`)).text).toBe('early')
      expect(await kinds()).toEqual(['attachment.created'])
    })

    it('hides the files of a page in the trash, and purges them with it', async () => {
      const page = await makePage(wiki(), 'Gone with its files')
      const made = await attach(wiki().admin, page, 'secret.txt', 'x')
      await wiki().admin.delete(`/rest/api/content/${page}`)
      expect((await reader.get(`/download/attachments/${page}/secret.txt`)).status).toBe(404)
      expect((await reader.get(childPath(page))).status).toBe(404)
      for (const client of [reader, wiki().admin]) {
        expect((await client.get(`/rest/api/content/${made.id}`)).status).toBe(404)
        const listed = await client.get('/rest/api/content?type=attachment&limit=200')
        expect(listed.json.results.length).toBeGreaterThan(0)
        expect(listed.text).not.toContain(`"${made.id}"`)
        expect((await client.get('/rest/api/content/scan?type=attachment&limit=200')).text).not.toContain(
          `"${made.id}"`,
        )
        expect(
          (await client.post(`/rest/files/1.0/files/content/${page}/byAttachmentIds`, { attachmentIds: [made.id] }))
            .status,
        ).toBe(404)
      }
      expect((await wiki().admin.get(`/download/attachments/${page}/secret.txt`)).text).toBe('x')
      expect((await wiki().admin.delete(`/rest/api/content/${page}?status=trashed`)).status).toBe(204)
      expect((await wiki().admin.get(`/download/attachments/${page}/secret.txt`)).status).toBe(404)
      const left = await wiki()
        .app.database.read.selectFrom('attachment_version')
        .select('number')
        .where('content_id', '=', Number(made.id.slice(3)))
        .execute()
      expect(left).toEqual([])
    })

    it('attaches to pages and posts only, and to no archived space', async () => {
      const page = await makePage(wiki(), 'Has a file')
      const made = await attach(wiki().admin, page, 'a.txt', 'x')
      expect((await sendForm(wiki().admin, childPath(made.id), [part('file', 'x', 'b.txt')])).status).toBe(400)
      expect((await sendForm(wiki().admin, childPath('999999999'), [part('file', 'x', 'b.txt')])).status).toBe(404)
      expect((await sendForm(wiki().admin, childPath('abc'), [part('file', 'x', 'b.txt')])).status).toBe(400)
      const post = await wiki().admin.post('/rest/api/content', {
        type: 'blogpost',
        title: 'News',
        space: { key: 'FILES' },
      })
      await attach(wiki().admin, post.json.id, 'n.txt', 'x')
      expect(await namesOn(wiki().admin, post.json.id)).toEqual(['n.txt'])
      await wiki().app.database.transaction(tx =>
        tx.db
          .updateTable('space')
          .set({ status: 'archived' })
          .where('key', '=', 'FILES')
          .execute()
          .then(() => {}),
      )
      expect((await sendForm(wiki().admin, childPath(page), [part('file', 'x', 'late.txt')])).status).toBe(403)
      await wiki().app.database.transaction(tx =>
        tx.db
          .updateTable('space')
          .set({ status: 'current' })
          .where('key', '=', 'FILES')
          .execute()
          .then(() => {}),
      )
    })
  },
)
