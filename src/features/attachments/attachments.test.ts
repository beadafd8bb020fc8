import { beforeAll, expect, it, vi } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { attach, childPath, makePage, makeSpace, namesOn, part, sendForm } from './testing/forms.ts'

onEachEngine(
  'attachments over REST',
  () => features,
  wiki => {
    beforeAll(() => makeSpace(wiki()))

    it('attaches a file, lists it, and gives it back', async () => {
      const page = await makePage(wiki(), 'Round trip')
      const reply = await sendForm(wiki().admin, childPath(page), [
        part('file', 'hello', 'greeting.txt', 'text/plain'),
        part('comment', 'first'),
        part('minorEdit', 'true'),
      ])
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json).toMatchObject({
        size: 1,
        start: 0,
        results: [
          {
            type: 'attachment',
            status: 'current',
            title: 'greeting.txt',
            version: { number: 1, minorEdit: true, message: 'first' },
            metadata: { comment: 'first', mediaType: 'text/plain' },
            extensions: { comment: 'first', mediaType: 'text/plain', fileSize: 5 },
            container: { id: page },
          },
        ],
      })
      const [made] = reply.json.results
      expect(made.id).toMatch(/^att\d+$/)
      expect(made._links.download).toMatch(
        new RegExp(`^/download/attachments/${page}/greeting\\.txt\\?version=1&modificationDate=\\d{13}&api=v2$`),
      )
      const bytes = await wiki().admin.get(made._links.download)
      expect(bytes.status).toBe(200)
      expect(bytes.text).toBe('hello')
      const single = await wiki().admin.get(`/rest/api/content/${made.id}?expand=container,version`)
      expect(single.json).toMatchObject({ id: made.id, container: { id: page }, extensions: { fileSize: 5 } })
      const expanded = await wiki().admin.get(`/rest/api/content/${page}?expand=children.attachment`)
      expect(expanded.json.children.attachment).toMatchObject({ size: 1, results: [{ id: made.id }] })
    })

    it('filters and pages the list', async () => {
      const page = await makePage(wiki(), 'List')
      for (const [name, type] of [
        ['b.txt', 'text/plain'],
        ['a.pdf', 'application/pdf'],
        ['C.txt', 'text/plain'],
      ] as const) {
        await attach(wiki().admin, page, name, name, type)
      }
      expect(await namesOn(wiki().admin, page)).toEqual(['a.pdf', 'b.txt', 'C.txt'])
      const named = await wiki().admin.get(`${childPath(page)}?filename=b.txt&expand=version`)
      expect(named.json).toMatchObject({ size: 1, results: [{ title: 'b.txt', version: { number: 1 } }] })
      expect((await wiki().admin.get(`${childPath(page)}?filename=B.txt`)).json.size).toBe(0)
      const typed = await wiki().admin.get(`${childPath(page)}?mediaType=text/plain`)
      expect(typed.json.results.map((row: { title: string }) => row.title)).toEqual(['b.txt', 'C.txt'])
      expect((await wiki().admin.get(`${childPath(page)}?filename=&mediaType=`)).json.size).toBe(3)
      const first = await wiki().admin.get(`${childPath(page)}/?limit=2`)
      expect(first.json).toMatchObject({ size: 2, limit: 2, _links: { next: expect.stringContaining('start=2') } })
      const rest = await wiki().admin.get(first.json._links.next)
      expect(rest.json).toMatchObject({ size: 1, results: [{ title: 'C.txt' }] })
      expect(rest.json._links.next).toBeUndefined()
    })

    it('refuses a taken name by POST, and makes a new version by PUT, by allowDuplicated and by /data', async () => {
      const page = await makePage(wiki(), 'Versions')
      const made = await attach(wiki().admin, page, 'data.bin', 'one', 'application/binary')
      const again = await sendForm(wiki().admin, childPath(page), [part('file', 'two', 'data.bin')])
      expect(again.status).toBe(400)
      expect(again.json.message).toContain('Cannot add a new attachment with same file name as an existing attachment')
      const put = await sendForm(
        wiki().admin,
        childPath(page),
        [part('file', 'two', 'data.bin'), part('file', 'new', 'other.bin')],
        'PUT',
      )
      expect(put.status, put.text).toBe(200)
      expect(put.json.results).toMatchObject([
        { id: made.id, version: { number: 2 } },
        { title: 'other.bin', version: { number: 1 } },
      ])
      const allowed = await sendForm(wiki().admin, `${childPath(page)}?allowDuplicated=true`, [
        part('file', 'three', 'data.bin'),
      ])
      expect(allowed.json.results).toMatchObject([{ id: made.id, version: { number: 3 } }])
      const data = await sendForm(wiki().admin, `${childPath(page)}/${made.id}/data`, [
        part('comment', 'why'),
        part('file', 'four', 'else.bin'),
      ])
      expect(data.status, data.text).toBe(200)
      expect(data.json).toMatchObject({
        id: made.id,
        title: 'data.bin',
        version: { number: 4 },
        metadata: { comment: 'why' },
      })
      const bytes = async (version: number) =>
        (await wiki().admin.get(`/download/attachments/${page}/data.bin?version=${version}`)).text
      expect(await Promise.all([1, 2, 3, 4].map(bytes))).toEqual(['one', 'two', 'three', 'four'])
      expect((await wiki().admin.get(`/download/attachments/${page}/data.bin`)).text).toBe('four')
      expect((await wiki().admin.get(`/download/attachments/${page}/data.bin?version=5`)).status).toBe(404)
      const first = await wiki().admin.get(`/rest/api/content/${made.id}?version=1&expand=version`)
      expect(first.json).toMatchObject({
        status: 'historical',
        version: { number: 1 },
        extensions: { fileSize: 3, mediaType: 'application/octet-stream' },
      })
      expect((await wiki().admin.get(first.json._links.download)).text).toBe('one')
    })

    it('brings an older version back by uploading its bytes, and removes versions but the current one', async () => {
      const page = await makePage(wiki(), 'Restore a version')
      const made = await attach(wiki().admin, page, 'plan.txt', 'first plan')
      const data = `${childPath(page)}/${made.id.slice(3)}/data`
      await sendForm(wiki().admin, data, [part('file', 'worse plan', 'plan.txt', 'text/plain')])
      const first = await wiki().admin.get(`/download/attachments/${page}/plan.txt?version=1`)
      const restored = await sendForm(wiki().admin, data, [part('file', first.text, 'plan.txt', 'text/plain')])
      expect(restored.json.version.number).toBe(3)
      expect((await wiki().admin.get(`/download/attachments/${page}/plan.txt`)).text).toBe('first plan')
      const remove = (version: number) => wiki().admin.delete(`${childPath(page)}/${made.id}/version/${version}`)
      expect((await remove(3)).status).toBe(400)
      expect((await remove(2)).status).toBe(204)
      expect((await remove(2)).status).toBe(404)
      expect((await wiki().admin.get(`/download/attachments/${page}/plan.txt?version=2`)).status).toBe(404)
      expect((await wiki().admin.get(`/download/attachments/${page}/plan.txt?version=1`)).text).toBe('first plan')
    })

    it('changes name, comment and type with the current number or the next, and refuses any other', async () => {
      const page = await makePage(wiki(), 'Metadata')
      const made = await attach(wiki().admin, page, 'old.txt', 'x')
      const put = (number: number, more: object) =>
        wiki().admin.put(`${childPath(page)}/${made.id}`, {
          id: made.id,
          type: 'attachment',
          status: 'current',
          title: 'old.txt',
          version: { number },
          ...more,
        })
      const changed = await put(1, { title: 'new.txt', metadata: { comment: 'renamed', mediaType: 'text/markdown' } })
      expect(changed.status, changed.text).toBe(200)
      expect(changed.json).toMatchObject({
        id: made.id,
        title: 'new.txt',
        version: { number: 1 },
        metadata: { comment: 'renamed', mediaType: 'text/markdown' },
      })
      expect((await put(2, { title: 'new.txt' })).status).toBe(200)
      const stale = await put(7, { title: 'newer.txt' })
      expect(stale.status).toBe(409)
      expect((await put(1, { title: '..' })).status).toBe(400)
      const whole = await wiki().admin.get(`/rest/api/content/${made.id}?expand=version,container,space,history`)
      const back = await wiki().admin.put(`/rest/api/content/${made.id}`, whole.json)
      expect(back.status, back.text).toBe(200)
      expect(back.json).toMatchObject({ title: 'new.txt', metadata: { comment: 'renamed' } })
    })

    it('rewrites the pages that show a renamed file', async () => {
      const page = await makePage(wiki(), 'Shows a file', {
        body: {
          storage: {
            value: '<p><ac:image><ri:attachment ri:filename="a &amp; b.png" /></ac:image></p>',
            representation: 'storage',
          },
        },
      })
      const other = await makePage(wiki(), 'Shows it from afar', {
        body: {
          storage: {
            value:
              '<p><ac:link><ri:attachment ri:filename="a &amp; b.png"><ri:page ri:content-title="Shows a file" /></ri:attachment></ac:link></p>',
            representation: 'storage',
          },
        },
      })
      const made = await attach(wiki().admin, page, 'a & b.png', 'no picture', 'image/png')
      const moved = await wiki().admin.post(`${childPath(page)}/${made.id}/move?newName=c.png`)
      expect(moved.status, moved.text).toBe(200)
      for (const id of [page, other]) {
        const reply = await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,body.view,version`)
        expect(reply.json.body.storage.value).toContain('ri:filename="c.png"')
        expect(reply.json.body.view.value).toContain(`/download/attachments/${page}/c.png`)
        expect(reply.json.version.number).toBe(1)
      }
    })

    it('moves between pages, with the bytes, unless the name is taken there', async () => {
      const [from, to] = [await makePage(wiki(), 'Move from'), await makePage(wiki(), 'Move to')]
      const made = await attach(wiki().admin, from, 'file.txt', 'moving')
      const taken = await attach(wiki().admin, to, 'taken.txt', 'there')
      const clash = await wiki().admin.post(`${childPath(from)}/${made.id}/move?newContentId=${to}&newName=taken.txt`)
      expect(clash.status).toBe(400)
      const moved = await wiki().admin.put(`${childPath(from)}/${made.id}`, {
        id: made.id,
        type: 'attachment',
        title: 'file.txt',
        version: { number: 1 },
        container: { id: to, type: 'page' },
      })
      expect(moved.status, moved.text).toBe(200)
      expect(moved.json.container.id).toBe(to)
      expect(await namesOn(wiki().admin, from)).toEqual([])
      expect(await namesOn(wiki().admin, to)).toEqual(['file.txt', 'taken.txt'])
      expect((await wiki().admin.get(`/download/attachments/${to}/file.txt`)).text).toBe('moving')
      expect((await wiki().admin.get(`/download/attachments/${from}/file.txt`)).status).toBe(404)
      expect((await wiki().admin.delete(`${childPath(from)}/${taken.id}`)).status).toBe(404)
    })

    it('goes to the trash and comes back, by each of the calls', async () => {
      const page = await makePage(wiki(), 'Trash')
      const made = await attach(wiki().admin, page, 'a.txt', 'a')
      expect((await wiki().admin.delete(`${childPath(page)}/${made.id}`)).status).toBe(204)
      expect(await namesOn(wiki().admin, page)).toEqual([])
      expect((await wiki().admin.get(`/download/attachments/${page}/a.txt`)).status).toBe(404)
      const restore = () =>
        wiki().admin.put(`/rest/api/content/${made.id}`, {
          type: 'attachment',
          status: 'current',
          version: { number: 1 },
        })
      const restored = await restore()
      expect(restored.status, restored.text).toBe(200)
      expect((await wiki().admin.get(`/download/attachments/${page}/a.txt`)).text).toBe('a')
      expect((await wiki().admin.delete(`/rest/api/content/${made.id}`)).status).toBe(204)
      const successor = await attach(wiki().admin, page, 'a.txt', 'b')
      expect(successor.id).not.toBe(made.id)
      expect((await restore()).status).toBe(400)
      expect((await wiki().admin.delete(`/rest/api/content/${made.id}?status=trashed`)).status).toBe(204)
      const form = wiki().admin.with({
        'x-atlassian-token': 'no-check',
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      })
      expect((await form.post(`/json/removeattachment.action?pageId=${page}&fileName=none.txt`)).status).toBe(404)
      expect(
        (
          await wiki()
            .admin.with({ 'content-type': 'application/x-www-form-urlencoded' })
            .post(`/json/removeattachment.action?pageId=${page}&filename=a.txt`)
        ).status,
      ).toBe(403)
      const removed = await form.post(`/json/removeattachment.action?pageId=${page}&filename=a.txt`)
      expect(removed.status, removed.text).toBe(200)
      expect(await namesOn(wiki().admin, page)).toEqual([])
    })

    it('removes one version by the old call', async () => {
      const page = await makePage(wiki(), 'Old call')
      await attach(wiki().admin, page, 'v.txt', '1')
      await sendForm(wiki().admin, childPath(page), [part('file', '2', 'v.txt')], 'PUT')
      const form = wiki().admin.with({ 'x-atlassian-token': 'nocheck' })
      expect((await form.post(`/json/removeattachment.action?pageId=${page}&filename=v.txt&version=1`)).status).toBe(
        200,
      )
      expect((await wiki().admin.get(`/download/attachments/${page}/v.txt?version=1`)).status).toBe(404)
      expect((await wiki().admin.get(`/download/attachments/${page}/v.txt`)).text).toBe('2')
    })

    it('tells the previewer of files by id', async () => {
      const page = await makePage(wiki(), 'Previewer')
      const made = await attach(wiki().admin, page, 'doc.pdf', '%PDF-1.7', 'application/pdf')
      const stranger = await attach(
        wiki().admin,
        await makePage(wiki(), 'Other previewer'),
        'doc.pdf',
        'x',
        'application/pdf',
      )
      const reply = await wiki().admin.post(`/rest/files/1.0/files/content/${page}/byAttachmentIds`, {
        attachmentIds: [made.id.slice(3), made.id, stranger.id],
      })
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json).toMatchObject([
        { id: made.id.slice(3), name: 'doc.pdf', niceType: 'PDF Document', fileSize: 8, thumbnailUrl: null },
      ])
    })

    it('shows files on pages with the marks that scripts read, and a sign where there is none', async () => {
      const page = await makePage(wiki(), 'Markup', {
        body: {
          storage: {
            value:
              '<p><ac:link><ri:attachment ri:filename="spec.pdf" /></ac:link><ac:link><ri:attachment ri:filename="gone.pdf" /></ac:link></p>',
            representation: 'storage',
          },
        },
      })
      const view = async () =>
        (await wiki().admin.get(`/rest/api/content/${page}?expand=body.view`)).json.body.view.value as string
      expect(await view()).not.toContain('data-linked-resource-id')
      const made = await attach(wiki().admin, page, 'spec.pdf', '%PDF', 'application/pdf')
      const html = await view()
      expect(html).toContain(`data-linked-resource-id="${made.id.slice(3)}"`)
      expect(html).toContain('data-nice-type="PDF Document"')
      expect(html).toContain(`data-linked-resource-container-id="${page}"`)
      expect(html.match(/unknown-attachment/g)).toHaveLength(1)
      await wiki().admin.delete(`/rest/api/content/${made.id}`)
      expect((await view()).match(/unknown-attachment/g)).toHaveLength(2)
    })

    it('writes down what happened', async () => {
      const page = await makePage(wiki(), 'Events')
      const made = await attach(wiki().admin, page, 'e.txt', '1')
      await sendForm(wiki().admin, childPath(page), [part('file', '2', 'e.txt')], 'PUT')
      await wiki().admin.delete(`/rest/api/content/${made.id}`)
      const rows = await wiki()
        .app.database.read.selectFrom('event')
        .select(['kind', 'data'])
        .where('content_id', '=', Number(made.id.slice(3)))
        // By the job that reads its words, whenever that is.
        .where('kind', '<>', 'attachment.read')
        .orderBy('id')
        .execute()
      expect(rows.map(row => row.kind)).toEqual(['attachment.created', 'attachment.updated', 'attachment.trashed'])
      expect(JSON.parse(rows[0]!.data)).toMatchObject({ containerId: Number(page), version: 1 })
    })

    it('is found by its comment, also after that has changed', async () => {
      const page = await makePage(wiki(), 'Searched')
      const reply = await sendForm(wiki().admin, childPath(page), [
        part('file', 'x', 's.txt'),
        part('comment', 'quokka'),
      ])
      const [made] = reply.json.results
      const found = async (word: string) =>
        (
          await wiki().admin.get(
            `/rest/api/content/search?cql=${encodeURIComponent(`type=attachment and text ~ "${word}"`)}`,
          )
        ).json.results.map((row: { id: string }) => row.id)
      await vi.waitFor(async () => expect(await found('quokka')).toEqual([made.id]), { timeout: 60_000 })
      await wiki().admin.put(`${childPath(page)}/${made.id}`, {
        version: { number: 1 },
        metadata: { comment: 'numbat' },
      })
      await vi.waitFor(async () => expect(await found('numbat')).toEqual([made.id]), { timeout: 60_000 })
      expect(await found('quokka')).toEqual([])
    })

    it('loses a version by the common call too', async () => {
      const page = await makePage(wiki(), 'Common call')
      const made = await attach(wiki().admin, page, 'v.txt', '1')
      await sendForm(wiki().admin, childPath(page), [part('file', '2', 'v.txt')], 'PUT')
      const reply = await wiki().admin.delete(`/rest/experimental/content/${made.id}/version/1`)
      expect(reply.status, reply.text).toBe(204)
      const left = await wiki()
        .app.database.read.selectFrom('attachment_version')
        .select('number')
        .where('content_id', '=', Number(made.id.slice(3)))
        .execute()
      expect(left).toEqual([{ number: 2 }])
    })
  },
)
