import { beforeAll, expect, it } from 'vitest'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { statementsOf } from '#platform/server/testing/statements.ts'
import { createServer } from '#platform/server/start.ts'
import { features } from '../../server.ts'
import type { News } from './contract.ts'
import { CHANGES } from './shared.ts'
import { pageChanges } from './server/page-changes.ts'
import { liveUpdates } from './server/settings.ts'

onEachEngine(
  'live updates over REST',
  () => features,
  wiki => {
    let page = ''
    let ada: TestPerson
    let reader: TestPerson
    const ask = (query: string, client: HttpClient = reader.client, id = page) =>
      client.get(`/rest/quickreload/latest/${id}?${query}`)
    const news = async (query: string) => {
      const answer = await ask(query)
      expect(answer.status, answer.text).toBe(200)
      return answer.json as News
    }
    const position = async (client = reader.client) =>
      (await client.get(`/rest/oxbow/1.0/pages/${page}`)).json.parts.quickReload as number
    const made = async (client: HttpClient, body: object) => {
      const answer = await client.post('/rest/api/content', body)
      expect(answer.status, answer.text).toBe(200)
      return answer.json.id as string
    }
    const comment = (client: HttpClient, extra: object = {}) =>
      made(client, {
        type: 'comment',
        container: { id: page, type: 'page' },
        body: { storage: { value: '<p>Well <strong>said</strong></p>', representation: 'storage' } },
        ...extra,
      })
    const write = async (client: HttpClient, minorEdit = false) => {
      const { version, title } = (await client.get(`/rest/api/content/${page}?expand=version`)).json
      const answer = await client.put(`/rest/api/content/${page}`, {
        type: 'page',
        title,
        version: { number: version.number + 1, minorEdit },
        body: {
          storage: {
            value: `<p><ac:inline-comment-marker ac:ref="m1">Text</ac:inline-comment-marker> ${version.number}</p>`,
            representation: 'storage',
          },
        },
      })
      expect(answer.status, answer.text).toBe(200)
    }

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'LIVE', name: 'Live' })
      page = await made(wiki().admin, { type: 'page', title: 'Page', space: { key: 'LIVE' } })
      ada = await person(wiki(), 'ada')
      reader = await person(wiki(), 'reader')
    })

    it('answers 204 while nothing happened, by the time and by the event, without a query about it [V7-28]', async () => {
      const event = await position()
      expect((await ask(`since=${Date.now() + 1}`)).status).toBe(204)
      const empty = await ask(`event=${event}`)
      expect([empty.status, empty.text]).toEqual([204, ''])
      await ask(`event=${event}`)
      const read = (await statementsOf(wiki(), () => ask(`event=${event}`))).map(({ query }) => JSON.stringify(query))
      // They read the reader and the page's row, nothing about comments or events.
      expect(read.filter(query => /comment|content_like|content_version/.test(query))).toEqual([])
      expect((await ask('', reader.client, '0')).status).toBe(204)
    })

    it('tells comments with their authors and actions, and who edited [V3-21] [V3-22] [V3-23] [V7-26]', async () => {
      const since = Date.now() - 1
      const first = await comment(ada.client)
      const answer = await comment(wiki().admin, { ancestors: [{ id: first }] })
      await write(ada.client)
      const found = await news(`since=${since}`)
      expect(found).toEqual({
        time: expect.any(Number),
        comments: [
          {
            comment: {
              id: Number(first),
              parentId: 0,
              ownerId: Number(page),
              html: '<p>Well <strong>said</strong></p>',
              isInlineComment: false,
              primaryActions: [
                {
                  label: 'Reply',
                  url: expect.stringContaining(`focusedCommentId=${first}`),
                  style: 'action-reply-comment',
                  tooltip: 'Reply to this comment',
                  id: `reply-comment-${first}`,
                },
              ],
              secondaryActions: [expect.objectContaining({ id: `permalink-comment-${first}` })],
            },
            commenter: {
              userName: 'ada',
              displayName: 'ada Doe',
              profilePicture: { path: expect.stringContaining('/'), isDefault: true },
            },
          },
          {
            comment: expect.objectContaining({ id: Number(answer), parentId: Number(first) }),
            commenter: expect.objectContaining({ userName: 'admin' }),
          },
        ],
        page: [{ editor: expect.objectContaining({ userName: 'ada', displayName: 'ada Doe' }) }],
        readOnlyMode: { isEnabled: false, isBannerMessageOn: false, bannerMessage: '' },
        changed: ['page', 'comments'],
        event: expect.any(Number),
      })
      expect((await ask(`since=${found.time}`)).status).toBe(204)
      expect((await ask(`event=${found.event}`)).status).toBe(204)
      const ofAda = (await ask(`since=${since}`, ada.client)).json as News
      expect(ofAda.comments[0]?.comment.primaryActions.map(action => action.id)).toEqual(
        expect.arrayContaining([`reply-comment-${first}`, `edit-comment-${first}`]),
      )
    })

    it('names what else changed: likes, labels, files, comments on marked text, minor edits, deleted comments', async () => {
      let event = await position()
      const changes = async (work: () => Promise<unknown>) => {
        await work()
        const found = await news(`event=${event}`)
        event = found.event
        return [found.changed, found.comments.map(({ comment: { isInlineComment } }) => isInlineComment), found.page]
      }
      expect(await changes(() => ada.client.post(`/rest/likes/1.0/content/${page}/likes`))).toEqual([['likes'], [], []])
      expect(
        await changes(() => ada.client.post(`/rest/api/content/${page}/label`, [{ prefix: 'global', name: 'one' }])),
      ).toEqual([['labels'], [], []])
      expect(await changes(() => write(ada.client, true))).toEqual([['page'], [], []])
      const inline = {
        extensions: { location: 'inline', inlineProperties: { markerRef: 'm1', originalSelection: 'Text' } },
      }
      expect(await changes(() => comment(ada.client, inline))).toEqual([['inline-comments'], [true], []])
      const gone = await comment(ada.client)
      expect(await changes(() => ada.client.post(`/rest/likes/1.0/content/${gone}/likes`))).toEqual([
        ['comments', 'likes'],
        [false],
        [],
      ])
      // A comment that was deleted meanwhile is not reported, but the deletion still is.
      expect(await changes(() => wiki().admin.delete(`/rest/api/content/${gone}`))).toEqual([
        ['comments', 'inline-comments'],
        [],
        [],
      ])
      const form = new FormData()
      form.set('file', new Blob(['text']), 'file.txt')
      const headers = { 'x-atlassian-token': 'no-check' }
      const upload = () => ada.client.send('POST', `/rest/api/content/${page}/child/attachment`, form, headers)
      expect(await changes(upload)).toEqual([['attachments'], [], []])
      const other = await made(wiki().admin, { type: 'page', title: 'Other', space: { key: 'LIVE' } })
      await ada.client.post(`/rest/likes/1.0/content/${other}/likes`)
      expect((await ask(`event=${event}`)).status).toBe(204)
    })

    it('tells every page that the wiki is read-only', async () => {
      const event = await position()
      const before = Date.now() - 1
      const mode = (name: string) =>
        wiki().admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: name, banner: { isShown: true, text: 'Closed' } })
      await mode('READ_ONLY')
      try {
        const readOnlyMode = { isEnabled: true, isBannerMessageOn: true, bannerMessage: 'Closed' }
        expect(await news(`event=${event}`)).toMatchObject({ readOnlyMode, comments: [], changed: [] })
        expect((await ask(`since=${before}`, reader.client, '0')).json).toMatchObject({ readOnlyMode })
      } finally {
        await mode('READ_WRITE')
      }
    })

    it('refuses who may not see the page, and everybody while it is switched off', async () => {
      const hidden = await made(wiki().admin, { type: 'page', title: 'Hidden', space: { key: 'LIVE' } })
      await wiki().admin.put(`/rest/api/content/${hidden}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect((await ask('since=0', reader.client, hidden)).status).toBe(404)
      expect((await ask('since=0', wiki().anonymous)).status).toBeGreaterThan(400)
      expect((await ask('since=0', wiki().anonymous, '0')).status).toBe(401)
      const enabled = (on: boolean) =>
        wiki().app.database.transaction(tx => wiki().app.settings.set(tx, liveUpdates, on, null))
      await enabled(false)
      expect((await ask('since=0')).status).toBe(404)
      await enabled(true)
    })

    it('says that everything may have changed where the memory of a server does not reach back', async () => {
      const changes = pageChanges(wiki().app)
      expect(changes.since(Number(page), { event: changes.position })).toMatchObject({ happened: [] })
      // More than the cache holds of one page.
      const before = changes.position
      for (let n = 0; n < 26; n++)
        for (const method of ['POST', 'DELETE'])
          await reader.client.send(method, `/rest/likes/1.0/content/${page}/likes`)
      await changes.current()
      expect(changes.since(Number(page), { event: before })).toBe('unknown')
      expect(await news(`event=${before}`)).toMatchObject({ changed: [...CHANGES], comments: [], page: [] })
    })

    it('knows what another server wrote', async () => {
      if (wiki().engine === 'sqlite') return
      const second = await createServer({ ...wiki().config, port: 0 }, features)
      try {
        const there = pageChanges(second.app)
        const before = there.position
        await comment(ada.client)
        await expect
          .poll(() => there.since(Number(page), { event: before }))
          .toMatchObject({
            happened: [{ changes: ['comments'], isInline: false }],
          })
      } finally {
        await second.close()
      }
    })
  },
)
