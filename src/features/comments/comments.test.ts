import { expect, it } from 'vitest'
import { onEachEngine, storage } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'

onEachEngine(
  'comments over REST',
  () => features,
  wiki => {
    let page: { id: string }
    const comment = (text: string, more: object = {}) =>
      wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: page.id, type: 'page' },
        body: { storage: { value: `<p>${text}</p>`, representation: 'storage' } },
        ...more,
      })

    it('adds comments, answers and inline comments', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'COM', name: 'Comments' })
      const created = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: 'Discussed',
        space: { key: 'COM' },
        body: {
          storage: {
            value: '<p>A <ac:inline-comment-marker ac:ref="abc">word</ac:inline-comment-marker></p>',
            representation: 'storage',
          },
        },
      })
      expect(created.status, created.text).toBe(200)
      page = created.json
      const first = await comment('first')
      expect(first.status, first.text).toBe(200)
      expect(first.json).toMatchObject({
        type: 'comment',
        title: 'Re: Discussed',
        container: { id: page.id },
        extensions: { location: 'footer', resolution: { status: 'open' } },
        body: { storage: { value: '<p>first</p>' } },
      })
      const answer = await comment('answer', { ancestors: [{ id: first.json.id }] })
      expect(answer.json.ancestors.map((row: { id: string }) => row.id)).toEqual([first.json.id])
      const inline = await comment('inline', {
        extensions: { location: 'inline', inlineProperties: { markerRef: 'abc', originalSelection: 'word' } },
      })
      expect(inline.json.extensions).toMatchObject({
        location: 'inline',
        inlineProperties: { markerRef: 'abc', originalSelection: 'word' },
      })

      const list = (query: string) => wiki().admin.get(`/rest/api/content/${page.id}/child/comment${query}`)
      const ids = async (query: string) => (await list(query)).json.results.map((row: { id: string }) => row.id)
      expect(await ids('')).toEqual([first.json.id, inline.json.id])
      expect(await ids('?depth=all')).toEqual([first.json.id, answer.json.id, inline.json.id])
      expect(await ids('?location=inline')).toEqual([inline.json.id])
      expect(await ids('?location=footer&depth=all')).toEqual([first.json.id, answer.json.id])
      expect(await ids('?location=resolved')).toEqual([])
      const expandedList = await list('?depth=all&expand=body.view,ancestors,version')
      expect(expandedList.json.results[1]).toMatchObject({
        body: { view: { value: '<p>answer</p>' } },
        ancestors: [{ id: first.json.id }],
        version: { number: 1 },
      })
    })

    it('changes and deletes comments [V7-24] [I7.3-09]', async () => {
      const { json } = await comment('to change')
      const changed = await wiki().admin.put(`/rest/api/content/${json.id}`, {
        type: 'comment',
        version: { number: 2 },
        body: { storage: { value: '<p>changed</p>', representation: 'storage' } },
      })
      expect(changed.json, changed.text).toMatchObject({
        version: { number: 2 },
        body: { storage: { value: '<p>changed</p>' } },
      })
      const stale = await wiki().admin.put(`/rest/api/content/${json.id}`, {
        type: 'comment',
        version: { number: 2 },
        body: { storage: { value: '<p>late</p>', representation: 'storage' } },
      })
      expect(stale.status).toBe(409)
      const edited = await wiki().admin.get(`/rest/api/content/${json.id}?expand=body.editor`)
      expect(edited.json.body.editor).toMatchObject({ value: '<p>changed</p>', representation: 'editor' })
      expect((await wiki().admin.delete(`/rest/api/content/${json.id}`)).status).toBe(204)
      const left = await wiki().admin.get(`/rest/api/content/${page.id}/child/comment?depth=all`)
      expect(left.json.results.map((row: { id: string }) => row.id)).not.toContain(json.id)
      expect((await wiki().admin.get(`/rest/api/content/${json.id}`)).status).toBe(404)
    })

    const at = (json: { extensions: Record<string, unknown> }) => json.extensions
    const onWord = {
      extensions: { location: 'inline', inlineProperties: { markerRef: 'abc', originalSelection: 'word' } },
    }
    const listed = async (location: string) =>
      (
        await wiki().admin.get(`/rest/api/content/${page.id}/child/comment?depth=all&limit=100&location=${location}`)
      ).json.results.map((row: { id: string }) => row.id) as string[]
    const resolve = (id: string, status: string, number = 1) =>
      wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'comment',
        version: { number: number + 1 },
        extensions: { resolution: { status } },
      })

    it('keeps answers to a comment on marked text with it', async () => {
      const first = await comment('on the word', onWord)
      const answer = await comment('answer', { ancestors: [{ id: first.json.id }], extensions: { location: 'footer' } })
      const deeper = await comment('deeper', { ancestors: [{ id: answer.json.id }] })
      for (const { json } of [first, answer, deeper]) {
        expect(at(json)).toEqual({
          location: 'inline',
          inlineProperties: { markerRef: 'abc', originalSelection: 'word' },
          resolution: { status: 'open' },
        })
      }
      const ids = [first, answer, deeper].map(reply => reply.json.id as string)
      expect(await listed('inline')).toEqual(expect.arrayContaining(ids))
      expect((await listed('footer')).filter(id => ids.includes(id))).toEqual([])
      // The list below the page, and its count, hold page comments only.
      const threads = await wiki().admin.get(`/rest/oxbow/1.0/content/${page.id}/comments`)
      expect(threads.json.total).toBe((await listed('footer')).length)
      expect(threads.json.results.filter((row: { id: string }) => ids.includes(row.id))).toEqual([])
    })

    it('resolves and reopens a thread on marked text', async () => {
      const first = await comment('to settle', onWord)
      const answer = await comment('answer', { ancestors: [{ id: first.json.id }] })
      const ids = [first.json.id, answer.json.id] as string[]
      const resolved = await resolve(first.json.id, 'resolved')
      expect(resolved.status, resolved.text).toBe(200)
      expect(resolved.json).toMatchObject({
        version: { number: 1 },
        extensions: { location: 'resolved', resolution: { status: 'resolved' } },
      })
      expect(await listed('resolved')).toEqual(ids)
      expect((await listed('inline')).filter(id => ids.includes(id))).toEqual([])
      const late = await comment('late', { ancestors: [{ id: answer.json.id }] })
      expect(at(late.json)).toMatchObject({ resolution: { status: 'resolved' } })
      const reopened = await resolve(first.json.id, 'reopened')
      expect(at(reopened.json)).toMatchObject({ location: 'inline', resolution: { status: 'reopened' } })
      expect(await listed('resolved')).toEqual([])
      // With a text it makes the next version; what was read is sent back unharmed.
      const both = await wiki().admin.put(`/rest/api/content/${first.json.id}`, {
        ...reopened.json,
        version: { number: 2 },
        body: { storage: { value: '<p>settled</p>', representation: 'storage' } },
        extensions: { ...reopened.json.extensions, resolution: { status: 'resolved' } },
      })
      expect(both.json).toMatchObject({
        version: { number: 2 },
        body: { storage: { value: '<p>settled</p>' } },
        extensions: { resolution: { status: 'resolved' } },
      })
    })

    it.each(['solved', 'dangling', ''])('refuses the resolution "%s"', async status => {
      const first = await comment('stays open', onWord)
      const reply = await resolve(first.json.id, status)
      expect([reply.status, reply.json.message]).toEqual([
        400,
        'extensions.resolution.status: use open, resolved, reopened',
      ])
    })

    it('refuses to resolve answers and comments below the page', async () => {
      const first = await comment('on the word', onWord)
      const answer = await comment('answer', { ancestors: [{ id: first.json.id }] })
      const ofAnswer = await resolve(answer.json.id, 'resolved')
      expect([ofAnswer.status, ofAnswer.json.message]).toEqual([
        400,
        `extensions.resolution.status: this is an answer; set it on the comment that begins the thread, ${first.json.id}`,
      ])
      const below = await comment('below')
      expect((await resolve(below.json.id, 'resolved')).status).toBe(400)
      expect((await resolve(below.json.id, 'open')).status).toBe(200)
    })

    it('lets those resolve who may comment, and nobody else', async () => {
      const { admin } = wiki()
      const other = await wiki().addUser('other', { password: 'long enough pass 1' })
      const first = await comment('of the administrator', onWord)
      const change = { type: 'comment', version: { number: 2 }, extensions: { resolution: { status: 'resolved' } } }
      const path = `/rest/api/content/${first.json.id}`
      expect(
        (await other.put(path, { ...change, body: { storage: { value: '<p>mine</p>', representation: 'storage' } } }))
          .status,
      ).toBe(403)
      expect((await other.put(path, change)).status).toBe(200)
      await admin.put(`/rest/api/content/${page.id}/restriction`, [
        { operation: 'read', restrictions: { user: [{ username: 'admin' }] } },
      ])
      expect((await other.put(path, { ...change, extensions: { resolution: { status: 'reopened' } } })).status).toBe(
        404,
      )
      await admin.put(`/rest/api/content/${page.id}/restriction`, [{ operation: 'read', restrictions: {} }])
    })

    it('refuses places that are none', async () => {
      const refused = async (extensions: object) => {
        const reply = await comment('nowhere', { extensions })
        expect(reply.json).toMatchObject({ statusCode: 400, reason: 'Bad Request', data: { valid: false } })
        return reply.json.message as string
      }
      const before = await listed('')
      expect(await refused({ location: 'aside' })).toBe('extensions.location: use footer or inline')
      expect(await refused({ location: 'footer', inlineProperties: { markerRef: 'abc' } })).toContain(
        'extensions.inlineProperties',
      )
      expect(await refused({ location: 'inline', inlineProperties: { markerRef: 7 } })).toContain(
        'extensions.inlineProperties',
      )
      expect(await listed('')).toEqual(before)
    })

    it('stays with its text when the page moves and goes back to an older version', async () => {
      const { admin } = wiki()
      const first = await comment('travels', onWord)
      await admin.post('/rest/api/space', { key: 'COM2', name: 'Elsewhere' })
      const put = (number: number, more: object) =>
        admin.put(`/rest/api/content/${page.id}`, { type: 'page', title: 'Discussed', version: { number }, ...more })
      expect((await put(2, { space: { key: 'COM2' }, body: storage('<p>Nothing</p>') })).status).toBe(200)
      const moved = await admin.get(`/rest/api/content/${first.json.id}?expand=space`)
      expect(moved.json).toMatchObject({
        space: { key: 'COM2' },
        extensions: { location: 'inline', inlineProperties: { markerRef: 'abc' } },
      })
      // The marker is gone from the text: a new comment goes below the page until the older version is back.
      const late = await comment('late', onWord)
      expect(late.json.extensions).toMatchObject({ location: 'footer', inlineProperties: { markerRef: 'abc' } })
      const restored = await admin.post(`/rest/experimental/content/${page.id}/version`, {
        operationKey: 'restore',
        params: { versionNumber: 1, message: '' },
      })
      expect(restored.status, restored.text).toBe(200)
      const back = await admin.get(`/rest/api/content/${late.json.id}`)
      expect(back.json.extensions).toMatchObject({ location: 'inline', inlineProperties: { markerRef: 'abc' } })
      expect((await comment('again', onWord)).status).toBe(200)
    })

    it('takes the ids of files in each form in which clients write them', async () => {
      const { id } = await attach(wiki().admin, page.id, 'talk.txt', 'text')
      expect(id).toMatch(/^att\d+$/)
      const digits = id.slice('att'.length)
      const made: string[] = []
      for (const container of [id, digits, Number(digits)]) {
        const reply = await comment(`on ${container}`, { container: { id: container, type: 'attachment' } })
        expect([reply.status, reply.json.container?.id], reply.text).toEqual([200, id])
        made.push(reply.json.id as string)
      }
      const answer = await comment('answer', {
        container: { id, type: 'attachment' },
        ancestors: [{ id: made[0] }],
      })
      expect(answer.status, answer.text).toBe(200)
      for (const path of [id, digits]) {
        const { json } = await wiki().admin.get(`/rest/api/content/${path}/child/comment`)
        expect(json.results.map((row: { id: string }) => row.id)).toEqual(made)
      }
      for (const wrong of ['att', `att${id}`, `${digits}att`, 'attx', 0, '', null]) {
        const reply = await comment('nowhere', { container: { id: wrong, type: 'attachment' } })
        expect(reply.status, String(wrong)).toBe(400)
      }
      for (const context of [id, digits, '0', ''])
        expect(
          (
            await wiki().admin.post(`/rest/api/contentbody/convert/view?pageIdContext=${context}`, {
              value: '<p>x</p>',
              representation: 'storage',
            })
          ).json.value,
        ).toBe('<p>x</p>')
    })

    it('refuses what is wrong', async () => {
      expect((await comment('', { body: { storage: { value: '', representation: 'storage' } } })).status).toBe(400)
      expect((await comment('x', { container: { id: '999999' } })).status).toBe(404)
      expect((await comment('x', { ancestors: [{ id: page.id }] })).status).toBe(400)
    })
  },
)
