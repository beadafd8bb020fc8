import { expect, it } from 'vitest'
import { newestEventId } from '#platform/server/events/events.ts'
import { onEachEngine, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { removeLostDrafts } from './server/lost-drafts.ts'

onEachEngine(
  'comments on marked text over HTTP',
  () => features,
  wiki => {
    const ROOT = '/rest/inlinecomments/1.0/comments'
    let pages = 0
    const marked = (ref: string, words: string) =>
      `<ac:inline-comment-marker ac:ref="${ref}">${words}</ac:inline-comment-marker>`
    const makePage = async (value: string) => {
      await wiki().admin.post('/rest/api/space', { key: 'INL', name: 'Inline' })
      const made = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: `Marked ${++pages}`,
        space: { key: 'INL' },
        body: storage(value),
      })
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }
    const read = async (id: string) => {
      const { json } = await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,version`)
      return { text: json.body.storage.value as string, version: json.version.number as number }
    }
    const save = async (id: string, value: string) => {
      const { version } = await read(id)
      const { title } = (await wiki().admin.get(`/rest/api/content/${id}`)).json
      const saved = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title,
        version: { number: version + 1 },
        body: storage(value),
      })
      expect(saved.status, saved.text).toBe(200)
    }
    /** As browsers of the old product send it. */
    const sent = (containerId: string, originalSelection: string, more: object = {}) => ({
      originalSelection,
      body: '<p>Why?</p>',
      matchIndex: 0,
      numMatches: 1,
      serializedHighlights: `[["${originalSelection}","123:0:0:0",0,${originalSelection.length}]]`,
      containerId,
      containerVersion: 1,
      parentCommentId: '0',
      lastFetchTime: String(Date.now()),
      deleted: false,
      active: false,
      hasDeletePermission: true,
      resolveProperties: { resolved: false, resolvedTime: 0 },
      ...more,
    })
    const create = async (id: string, words: string, more: object = {}) => {
      const made = await wiki().admin.post(ROOT, sent(id, words, more))
      expect(made.status, made.text).toBe(200)
      return made.json as { id: number; markerRef: string }
    }
    const list = async (id: string) => {
      const reply = await wiki().admin.get(`${ROOT}?containerId=${id}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as { id: number; dangling: boolean; body: string; resolveProperties: { resolved: boolean } }[]
    }

    it('creates one on selected text, without a version, and lists it with all its fields [I7.3-01] [I7.3-02] [I3-10]', async () => {
      const id = await makePage('<p>Ships <em>sail on</em> Monday, on Monday.</p>')
      const made = await create(id, 'sail on Monday,')
      const other = await create(id, 'Monday', { matchIndex: 1, numMatches: 2, serializedHighlights: '[]' })
      expect(await read(id)).toEqual({
        text: `<p>Ships ${marked(made.markerRef, '<em>sail on</em> Monday,')} on ${marked(other.markerRef, 'Monday')}.</p>`,
        version: 1,
      })
      const comments = await list(id)
      expect(comments.map(comment => comment.id)).toEqual([made.id, other.id])
      expect(comments[0]).toEqual({
        id: made.id,
        authorDisplayName: 'admin',
        authorUserName: 'admin',
        authorAvatarUrl: expect.stringContaining('/'),
        body: '<p>Why?</p>',
        originalSelection: 'sail on Monday,',
        containerId: Number(id),
        containerVersion: 1,
        parentCommentId: '0',
        lastFetchTime: expect.stringMatching(/^\d{13}$/),
        lastModificationDate: expect.any(Number),
        commentDateUrl: `/pages/viewpage.action?pageId=${id}&focusedCommentId=${made.id}#comment-${made.id}`,
        hasDeletePermission: true,
        hasEditPermission: true,
        hasResolvePermission: true,
        hasReplyPermission: true,
        resolveProperties: { resolved: false, resolvedTime: 0, resolvedByDangling: false },
        serializedHighlights: '[["sail on Monday,","123:0:0:0",0,15]]',
        deleted: false,
        active: false,
        markerRef: made.markerRef,
        dangling: false,
      })
      expect(comments[1]).toMatchObject({ serializedHighlights: '[]' })
      const rest = await wiki().admin.get(`/rest/api/content/${made.id}`)
      expect(rest.json.extensions).toMatchObject({
        location: 'inline',
        inlineProperties: {
          markerRef: made.markerRef,
          originalSelection: 'sail on Monday,',
          serializedHighlights: '[["sail on Monday,","123:0:0:0",0,15]]',
        },
        resolution: { status: 'open' },
      })
    })

    const post = (container: string, inlineProperties: object, more: object = {}) =>
      wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: container, type: 'page' },
        body: storage('<p>Why?</p>'),
        extensions: { location: 'inline', inlineProperties },
        ...more,
      })
    const part = async (id: string) =>
      (await list(id)).map(({ id: thread, dangling }) => ({ id: String(thread), dangling }))

    it.each([
      ['with all that browsers send', { numMatches: 3, matchIndex: 2, serializedHighlights: '[["on","1:0:0:0",0,2]]' }],
      ['without highlights', { numMatches: 3, matchIndex: 2 }],
      ['with numbers as text', { numMatches: '3', matchIndex: '2', lastFetchTime: '0' }],
    ])('marks the text of a comment that is created over REST %s', async (_, more) => {
      const id = await makePage('<p>Ships sail on Monday, on time.</p>')
      const made = await post(id, { originalSelection: 'on', ...more })
      expect(made.status, made.text).toBe(200)
      const { location, inlineProperties } = made.json.extensions
      expect([location, inlineProperties.originalSelection]).toEqual(['inline', 'on'])
      expect(await read(id)).toEqual({
        text: `<p>Ships sail on Monday, ${marked(inlineProperties.markerRef, 'on')} time.</p>`,
        version: 1,
      })
      expect(await part(id)).toEqual([{ id: made.json.id, dangling: false }])
      const highlights = 'serializedHighlights' in more ? more.serializedHighlights : undefined
      expect(inlineProperties.serializedHighlights).toBe(highlights)
      const [listed] = (await wiki().admin.get(`${ROOT}?containerId=${id}`)).json
      expect(listed.serializedHighlights).toBe(highlights ?? '')
      // Answers are on the same text without a separate selection.
      const answer = await post(id, {}, { ancestors: [{ id: made.json.id }], extensions: {} })
      expect(answer.json.extensions.inlineProperties).not.toHaveProperty('serializedHighlights')
    })

    it('marks the first of several texts over REST where the request does not say which', async () => {
      const id = await makePage('<p>on and on</p>')
      const made = await post(
        id,
        { originalSelection: 'on' },
        { extensions: { inlineProperties: { originalSelection: 'on' } } },
      )
      expect(made.status, made.text).toBe(200)
      expect((await read(id)).text).toBe(
        `<p>${marked(made.json.extensions.inlineProperties.markerRef, 'on')} and on</p>`,
      )
    })

    it('refuses a comment over REST whose text is not there, and stores nothing', async () => {
      const id = await makePage('<p>one two one</p>')
      const refused = async (properties: object) => {
        const { status, json } = await post(id, properties)
        expect(status).toBe(400)
        return json.message as string
      }
      expect(await refused({ originalSelection: 'three' })).toMatch(
        /^extensions\.inlineProperties\.originalSelection: /,
      )
      expect(await refused({ originalSelection: 'one', numMatches: 1, matchIndex: 0 })).toContain('originalSelection')
      expect(await refused({ originalSelection: 'one', numMatches: 2, matchIndex: 2 })).toContain('originalSelection')
      expect(await refused({ originalSelection: 'one', matchIndex: 'first' })).toContain('inlineProperties')
      expect(await refused({ originalSelection: ' ' })).toContain('originalSelection')
      expect(await refused({})).toContain('originalSelection')
      expect(await refused({ originalSelection: 'two', markerRef: 'a\u0007b' })).toContain('inlineProperties')
      expect(await read(id)).toEqual({ text: '<p>one two one</p>', version: 1 })
      const all = await wiki().admin.get(`/rest/api/content/${id}/child/comment?depth=all`)
      expect(all.json.results).toEqual([])
    })

    it('puts a marker of the reference that a client has made around its selection', async () => {
      const id = await makePage('<p>one two three</p>')
      const ref = 'client "made" <ref> & more'
      const made = await post(id, { originalSelection: 'two', markerRef: ref, numMatches: 1, matchIndex: 0 })
      expect(made.status, made.text).toBe(200)
      expect(made.json.extensions).toMatchObject({ location: 'inline', inlineProperties: { markerRef: ref } })
      expect(await part(id)).toEqual([{ id: made.json.id, dangling: false }])
      // A second comment on the same marker leaves the text alone.
      const { text } = await read(id)
      const second = await post(id, { originalSelection: 'two', markerRef: ref })
      expect(second.status, second.text).toBe(200)
      expect((await read(id)).text).toBe(text)
    })

    it.each([
      ['its selection is not in the text', { originalSelection: 'four' }],
      ['it has no selection', {}],
    ])('shows a comment with a reference of the client below the page where %s', async (_, properties) => {
      const id = await makePage('<p>one two three</p>')
      const made = await post(id, { markerRef: 'later', ...properties })
      expect(made.status, made.text).toBe(200)
      const answer = await post(id, {}, { ancestors: [{ id: made.json.id }], extensions: {} })
      const places = async () => {
        const found = await wiki().admin.get(
          `/rest/api/content/${id}/child/comment?depth=all&expand=extensions.inlineProperties`,
        )
        return found.json.results.map(
          ({ extensions }: { extensions: { location: string; inlineProperties?: { markerRef: string } } }) => [
            extensions.location,
            extensions.inlineProperties?.markerRef,
          ],
        )
      }
      expect(await places()).toEqual([
        ['footer', 'later'],
        ['footer', 'later'],
      ])
      // Readers see it, and none of them is told that its text is gone.
      const below = await wiki().admin.get(`/rest/oxbow/1.0/content/${id}/comments`)
      expect(below.json.results.map((comment: { id: string }) => comment.id)).toEqual([made.json.id, answer.json.id])
      expect(await part(id)).toEqual([])
      await save(id, `<p>one ${marked('other', 'two')} three</p>`)
      expect((await places())[0]).toEqual(['footer', 'later'])
      // With the marker in the text, it is a comment on marked text.
      await save(id, `<p>one two ${marked('later', 'three')}</p>`)
      expect(await places()).toEqual([
        ['inline', 'later'],
        ['inline', 'later'],
      ])
      expect(await part(id)).toEqual([{ id: made.json.id, dangling: false }])
    })

    it('refuses an empty text and a selection that is not there, and leaves the page alone [I5-09]', async () => {
      const id = await makePage('<p>one two one</p>')
      const refused = async (words: string, more: object = {}) =>
        (await wiki().admin.post(ROOT, sent(id, words, more))).status
      expect(await refused('two', { body: '' })).toBe(400)
      expect(await refused('two', { body: '<p> </p>' })).toBe(400)
      expect(await refused('three')).toBe(412)
      expect(await refused('one')).toBe(412)
      expect(await refused('three', { containerVersion: 7 })).toBe(409)
      expect(await refused('two', { containerId: '999999' })).toBe(404)
      expect(await read(id)).toEqual({ text: '<p>one two one</p>', version: 1 })
      const made = await create(id, 'two')
      expect(
        (await wiki().admin.post(`${ROOT}/${made.id}/replies?containerId=${id}`, { body: '<p></p>' })).status,
      ).toBe(400)
      expect((await wiki().admin.put(`${ROOT}/${made.id}`, { body: '<p> </p>' })).status).toBe(400)
      expect(await list(id)).toHaveLength(1)
    })

    it('changes and deletes one, and its marker goes with it [I7.3-03] [I7.3-04]', async () => {
      const id = await makePage('<p>one two three</p>')
      const [first, second] = [await create(id, 'one two'), await create(id, 'two three')]
      const changed = await wiki().admin.put(`${ROOT}/${first.id}`, { ...first, body: '<p>Because.</p>' })
      expect([changed.status, changed.json.body]).toEqual([200, '<p>Because.</p>'])
      expect((await list(id))[0]?.body).toBe('<p>Because.</p>')
      const answer = await wiki().admin.post(`${ROOT}/${first.id}/replies?containerId=${id}`, { body: '<p>Oh</p>' })
      const gone = await wiki().admin.delete(`${ROOT}/${first.id}`)
      expect(gone.status, gone.text).toBe(204)
      expect((await list(id)).map(comment => comment.id)).toEqual([second.id])
      expect((await wiki().admin.get(`/rest/api/content/${answer.json.id}`)).status).toBe(404)
      expect(await read(id)).toEqual({ text: expect.stringContaining(second.markerRef), version: 1 })
      expect((await read(id)).text).not.toContain(first.markerRef)
      expect((await wiki().admin.delete(`/rest/api/content/${second.id}`)).status).toBe(204)
      expect((await read(id)).text).toBe('<p>one two three</p>')
    })

    it.each(['PUT', 'POST'])('resolves a thread and opens it again, by %s [I7.3-05]', async method => {
      const id = await makePage('<p>one two</p>')
      const made = await create(id, 'two')
      const set = async (resolved: boolean) =>
        (
          await wiki().admin.send(method, `${ROOT}/${made.id}/resolve/${resolved}/dangling/false`, {
            ...made,
            active: true,
          })
        ).json.resolveProperties
      expect(await set(true)).toEqual({ resolved: true, resolvedTime: expect.any(Number), resolvedByDangling: false })
      expect((await list(id))[0]?.resolveProperties.resolved).toBe(true)
      expect((await wiki().admin.get(`/rest/api/content/${made.id}`)).json.extensions.location).toBe('resolved')
      expect(await set(false)).toEqual({ resolved: false, resolvedTime: 0, resolvedByDangling: false })
      const wrong = await wiki().admin.send(method, `${ROOT}/${made.id}/resolve/perhaps/dangling/false`, {})
      expect(wrong.status).toBe(400)
    })

    it('has answers, and says which thread one belongs to [I7.3-06] [I7.3-07] [I7.3-08] [I3-11]', async () => {
      const id = await makePage('<p>one two</p>')
      const made = await create(id, 'two')
      const answer = await wiki().admin.post(`${ROOT}/${made.id}/replies?containerId=${id}`, {
        body: '<p>So</p>',
        commentId: made.id,
      })
      expect([answer.status, answer.json.commentId]).toEqual([200, made.id])
      const answers = await wiki().admin.get(`${ROOT}/${made.id}/replies`)
      expect(answers.json).toEqual([
        {
          id: answer.json.id,
          authorDisplayName: 'admin',
          authorUserName: 'admin',
          authorAvatarUrl: expect.stringContaining('/'),
          body: '<p>So</p>',
          commentId: made.id,
          lastModificationDate: expect.any(Number),
          commentDateUrl: expect.stringContaining(`focusedCommentId=${answer.json.id}`),
          hasDeletePermission: true,
          hasEditPermission: true,
        },
      ])
      const parent = await wiki().admin.get(`${ROOT}/replies/${answer.json.id}/commentId`)
      expect([parent.status, parent.json]).toEqual([200, made.id])
      const elsewhere = await makePage('<p>x</p>')
      const wrong = await wiki().admin.post(`${ROOT}/${made.id}/replies?containerId=${elsewhere}`, { body: '<p>x</p>' })
      expect(wrong.status).toBe(404)
    })

    it('is dangling when its text is deleted, and only then resolved as such [I4.4-02]', async () => {
      const id = await makePage('<p>one two three</p><p>four</p>')
      const made = await create(id, 'two three')
      const asGone = () => wiki().admin.put(`${ROOT}/${made.id}/resolve/true/dangling/true`, {})
      expect((await asGone()).json.resolveProperties.resolvedByDangling).toBe(false)
      await wiki().admin.put(`${ROOT}/${made.id}/resolve/false/dangling/false`, {})
      await save(id, '<p>one</p><p>four</p>')
      expect(await list(id)).toMatchObject([{ dangling: true, resolveProperties: { resolved: false } }])
      expect((await asGone()).json).toMatchObject({
        dangling: true,
        resolveProperties: { resolved: true, resolvedByDangling: true },
      })
      expect((await wiki().admin.get(`/rest/api/content/${made.id}`)).json.extensions).toMatchObject({
        location: 'resolved',
        resolution: { status: 'dangling' },
      })
    })

    it('stays on its words when somebody stores a text from before it, moves the page or brings back an old version', async () => {
      const id = await makePage('<p>Ships sail on Monday.</p>')
      await save(id, '<p>Ships sail on Tuesday.</p>')
      // An editor is open on version 2, whose text it will store.
      const made = await create(id, 'sail on', { containerVersion: 2 })
      await save(id, '<p>All ships sail on Tuesday, weather permitting.</p>')
      const words = marked(made.markerRef, 'sail on')
      expect(await read(id)).toEqual({ text: `<p>All ships ${words} Tuesday, weather permitting.</p>`, version: 3 })
      const restored = await wiki().admin.post(`/rest/api/content/${id}/version`, {
        operationKey: 'restore',
        params: { versionNumber: 1, message: '' },
      })
      expect(restored.status, restored.text).toBe(200)
      expect((await read(id)).text).toBe(`<p>Ships ${words} Monday.</p>`)
      expect(await list(id)).toMatchObject([{ dangling: false }])

      const parent = await makePage('<p>above</p>')
      expect((await wiki().admin.put(`/rest/api/content/${id}/move/append/${parent}`)).status).toBe(200)
      expect(await list(id)).toMatchObject([{ dangling: false }])
      const copy = await wiki().admin.post(`/rest/oxbow/1.0/content/${id}/copy`, { parentId: parent })
      expect(copy.status, copy.text).toBe(200)
      // A copy has the text as it is stored, and no comments: its markers belong to nothing.
      expect((await read(copy.json.id)).text).toBe(`<p>Ships ${words} Monday.</p>`)
      expect(await list(copy.json.id)).toEqual([])
      const view = await wiki().admin.get(`/rest/oxbow/1.0/pages/${copy.json.id}`)
      expect(view.json.parts.inlineComments).toEqual({ threads: [] })
      const own = await create(copy.json.id, 'on Monday.')
      expect(await list(copy.json.id)).toMatchObject([{ id: own.id, dangling: false }])
      expect(await list(id)).toMatchObject([{ id: made.id, dangling: false }])
      // Neither is the business of the other's comment.
      expect((await wiki().admin.delete(`${ROOT}/${own.id}`)).status).toBe(204)
      expect((await read(copy.json.id)).text).toContain(made.markerRef)
      expect((await wiki().admin.delete(`${ROOT}/${made.id}`)).status).toBe(204)
      expect((await read(id)).text).toBe('<p>Ships sail on Monday.</p>')
      expect((await read(copy.json.id)).text).toBe(`<p>Ships ${words} Monday.</p>`)
    })

    it('comes with the page, in the order of the text, and takes two at once', async () => {
      const id = await makePage('<p>one two three four</p>')
      const replies = await Promise.all(['three', 'one'].map(words => wiki().admin.post(ROOT, sent(id, words))))
      expect(replies.map(reply => reply.status)).toEqual([200, 200])
      const ids = replies.map(reply => String(reply.json.id))
      const view = await wiki().admin.get(`/rest/oxbow/1.0/pages/${id}`)
      expect(view.json.parts.inlineComments.threads.map((thread: { id: string }) => thread.id)).toEqual(
        ids.toReversed(),
      )
      expect(view.json.html).toContain('<span class="inline-comment-marker" data-ref=')
    })

    it('is a draft for editors where its text is not published, until a version has its marker', async () => {
      const id = await makePage('<p>Ships sail on Monday.</p>')
      const DRAFTS = `/rest/oxbow/1.0/content/${id}/inline-comments`
      const ref = '0123456789abcdef0123456789abcdef'
      const editor = await wiki().addUser('drafting')
      const reader = await wiki().addUser('reading')
      const before = await newestEventId(wiki().app.database.read)
      const made = await editor.post(DRAFTS, { ref, originalSelection: 'Tuesday', body: '<p>Really?</p>' })
      expect(made.status, made.text).toBe(200)
      expect(made.json).toMatchObject({ markerRef: ref, originalSelection: 'Tuesday', authorUserName: 'drafting' })
      const { id: comment } = made.json
      const thread = `/rest/oxbow/1.0/content/${id}/comments/${comment}`
      const ofReaders = async () => [
        await list(id),
        (await reader.get(`/rest/api/content/${id}/child/comment?depth=all`)).json.results,
        (await wiki().admin.get(`/rest/oxbow/1.0/pages/${id}`)).json.parts.inlineComments.threads,
      ]
      expect(await ofReaders()).toEqual([[], [], []])
      // Other editors read, answer and resolve it.
      expect((await wiki().admin.get(DRAFTS)).json).toMatchObject([{ id: comment, body: '<p>Really?</p>' }])
      expect((await wiki().admin.post(`${ROOT}/${comment}/replies`, { body: '<p>Yes</p>' })).status).toBe(200)
      expect((await wiki().admin.get(thread)).json.results).toHaveLength(2)
      expect((await wiki().admin.put(`${ROOT}/${comment}/resolve/true/dangling/false`, {})).status).toBe(200)
      expect((await wiki().admin.put(`${ROOT}/${comment}/resolve/false/dangling/false`, {})).status).toBe(200)
      expect((await editor.put(`${ROOT}/${comment}`, { body: '<p>Really so?</p>' })).status).toBe(200)
      const told = async () =>
        (await wiki().app.events.after(before)).filter(event => event.kind.startsWith('comment.'))
      expect(await told()).toEqual([])
      // A version without the marker leaves it a draft.
      await save(id, '<p>Ships sail on Sunday.</p>')
      expect(await ofReaders()).toEqual([[], [], []])
      await save(id, `<p>Ships sail on ${marked(ref, 'Tuesday')}.</p>`)
      expect(await list(id)).toMatchObject([{ id: comment, dangling: false, body: '<p>Really so?</p>' }])
      expect((await ofReaders()).map(found => found.length)).toEqual([1, 2, 1])
      expect((await told()).map(({ kind, actorId }) => [kind, actorId !== null])).toEqual([
        ['comment.created', true],
        ['comment.created', true],
      ])
    })

    it('is removed with its answers after 30 days if its words are in no draft and in no state of one', async () => {
      const MONTH_MS = 31 * 24 * 3_600_000
      const id = await makePage('<p>Ships sail on Monday.</p>')
      const DRAFTS = `/rest/oxbow/1.0/content/${id}/inline-comments`
      const comment = async (digit: string) => {
        const ref = digit.repeat(32)
        const made = await wiki().admin.post(DRAFTS, { ref, originalSelection: 'Monday', body: `<p>${digit}</p>` })
        expect(made.status, made.text).toBe(200)
        return { ref, id: made.json.id as number }
      }
      const [drafted, inHistory, lost] = [await comment('1'), await comment('2'), await comment('3')]
      expect((await wiki().admin.post(`${ROOT}/${lost.id}/replies`, { body: '<p>Yes</p>' })).status).toBe(200)
      const storage = `<p>Ships sail on ${marked(drafted.ref, 'Monday')}.</p>`
      const draft = { title: 'Ships', storage, baseVersion: 1, basedOn: '' }
      const stored = await wiki().admin.put(`/rest/oxbow/1.0/content/${id}/draft`, draft)
      expect(stored.status, stored.text).toBeLessThan(300)
      await wiki().app.database.transaction(async tx => {
        const text = `<p>${marked(inHistory.ref, 'Monday')}</p>`
        const at = Date.now()
        const state = { started_at: at, at, authors: '[]', title: 'Ships', storage: text, size: text.length }
        await tx.db
          .insertInto('live_state')
          .values({ ...state, content_id: Number(id) })
          .execute()
      })
      const left = async () => (await wiki().admin.get(DRAFTS)).json.map((each: { id: number }) => each.id)
      await removeLostDrafts(wiki().app)
      expect(await left()).toEqual([drafted.id, inHistory.id, lost.id])
      await removeLostDrafts(wiki().app, Date.now() + MONTH_MS)
      expect(await left()).toEqual([drafted.id, inHistory.id])
      const rows = await wiki()
        .app.database.read.selectFrom('content')
        .select('id')
        .where('container_id', '=', Number(id))
        .where('type', '=', 'comment')
        .execute()
      expect(rows).toHaveLength(2)
    })

    it('takes letters, digits and hyphens alone as the reference of a marker', async () => {
      const id = await makePage('<p>Ships sail.</p>')
      const sentWith = (ref: string) =>
        wiki().admin.post(`/rest/oxbow/1.0/content/${id}/inline-comments`, {
          ref,
          originalSelection: 'Ships',
          body: '<p>!</p>',
        })
      for (const ref of ['', '%', 'a"b', 'x'.repeat(201)]) expect((await sentWith(ref)).status).toBe(400)
    })

    it('shows drafts of comments to nobody who may not edit the page', async () => {
      const id = await makePage('<p>Ships sail.</p>')
      const DRAFTS = `/rest/oxbow/1.0/content/${id}/inline-comments`
      const ref = 'ffffffffffffffffffffffffffffffff'
      const { id: comment } = (await wiki().admin.post(DRAFTS, { ref, originalSelection: 'Ships', body: '<p>!</p>' }))
        .json
      const other = await wiki().addUser('other')
      const restriction = [{ operation: 'update', restrictions: { user: [{ username: 'admin' }] } }]
      expect((await wiki().admin.put(`/rest/api/content/${id}/restriction`, restriction)).status).toBe(200)
      const replies = await Promise.all([
        other.get(DRAFTS),
        other.post(DRAFTS, { ref, originalSelection: 'Ships', body: '<p>?</p>' }),
        other.get(`/rest/oxbow/1.0/content/${id}/comments/${comment}`),
        other.get(`/rest/api/content/${comment}`),
        other.post(`${ROOT}/${comment}/replies`, { body: '<p>?</p>' }),
        other.delete(`${ROOT}/${comment}`),
        other.put(`${ROOT}/${comment}/resolve/true/dangling/false`, {}),
      ])
      expect(replies.map(reply => reply.status)).toEqual([403, 403, 404, 404, 404, 404, 404])
      expect((await wiki().admin.delete(`${ROOT}/${comment}`)).status).toBe(204)
      expect((await wiki().admin.get(DRAFTS)).json).toEqual([])
    })
  },
)
