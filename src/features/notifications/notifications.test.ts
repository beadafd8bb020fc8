import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { blackPng } from '#features/previews/testing/files.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import type { Notification } from './contract.ts'

const COUNT = '/rest/mywork/latest/status/notification/count'
const LIST = '/rest/oxbow/1.0/notifications'

onEachEngine(
  'notifications',
  () => features,
  wiki => {
    let writer: TestPerson
    let reader: TestPerson
    let page = ''
    const settled = async () => {
      await wiki().app.events.settled()
      await wiki().app.jobs.idle()
    }
    const storage = (value: string) => ({ body: { storage: { value, representation: 'storage' } } })
    const create = async (client: HttpClient, title: string, value = '<p>Text</p>') => {
      const made = await client.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'NOT' },
        ...storage(value),
      })
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }
    const update = async (client: HttpClient, id: string, value: string, more: object = {}) => {
      const { title, version } = (await client.get(`/rest/api/content/${id}`)).json
      const sent = await client.put(`/rest/api/content/${id}`, {
        type: 'page',
        title,
        version: { number: version.number + 1, ...more },
        ...storage(value),
      })
      expect(sent.status, sent.text).toBe(200)
    }
    const comment = async (client: HttpClient, id: string, value: string, parent?: string) => {
      const made = await client.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        ...(parent ? { ancestors: [{ id: parent }] } : {}),
        ...storage(value),
      })
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }
    const list = async ({ client }: TestPerson, query = '') => {
      await settled()
      const answer = await client.get(`${LIST}${query}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.json as { results: Notification[]; nextCursor: string | null }
    }
    const kinds = async (who: TestPerson) => (await list(who)).results.map(({ kind, title }) => `${kind}: ${title}`)
    const count = async ({ client }: TestPerson) => {
      await settled()
      return (await client.get(COUNT)).json as { count: number; timeout: number; maxTimeout: number }
    }
    const clear = async ({ client }: TestPerson) => {
      await settled()
      expect((await client.post(`${LIST}/read`, {})).status).toBe(204)
      expect((await client.post(`${LIST}/seen`, {})).status).toBe(204)
    }
    const mention = ({ userKey }: TestPerson) => `<p><ac:link><ri:user ri:userkey="${userKey}" /></ac:link></p>`

    it('are for those who watch a page, wrote it, are answered or mentioned, and not for who did it', async () => {
      writer = await person(wiki(), 'writer')
      reader = await person(wiki(), 'reader')
      expect((await wiki().admin.post('/rest/api/space', { key: 'NOT', name: 'Notified' })).status).toBe(200)
      page = await create(writer.client, 'Plans')
      // Watchers are read when an event is processed: the page is to be created before it is watched.
      await settled()
      expect((await reader.client.post(`/rest/api/user/watch/content/${page}`, {})).status).toBeLessThan(300)
      await update(writer.client, page, '<p>Better</p>')
      await update(writer.client, page, '<p>Best</p>', { minorEdit: true })
      expect([await kinds(reader), await kinds(writer)]).toEqual([['updated: Plans'], []])
      const first = await comment(reader.client, page, '<p>Why?</p>')
      expect([await kinds(reader), await kinds(writer)]).toEqual([['updated: Plans'], ['comment: Plans']])
      await comment(writer.client, page, '<p>Because.</p>', first)
      expect((await kinds(reader))[0]).toBe('reply: Plans')
      await comment(writer.client, page, mention(reader))
      expect((await kinds(reader))[0]).toBe('mention: Plans')
      const [newest] = (await list(reader)).results
      expect(newest).toMatchObject({
        isRead: false,
        actor: { displayName: 'writer Doe' },
        space: { key: 'NOT', name: 'Notified' },
        url: expect.stringMatching(/focusedCommentId=(\d+)#comment-\1$/),
      })
    })

    it('tell of a mention once, and again where one was added', async () => {
      await clear(reader)
      const id = await create(writer.client, 'Mentions', mention(reader))
      expect((await kinds(reader))[0]).toBe('mention: Mentions')
      const { length } = (await list(reader)).results
      await update(writer.client, id, `${mention(reader)}<p>More</p>`)
      expect((await list(reader)).results).toHaveLength(length)
      await update(writer.client, id, '<p>Nobody</p>')
      await update(writer.client, id, mention(reader))
      expect((await list(reader)).results).toHaveLength(length + 1)
    })

    it('tell of a new mention in a minor change too, and of nothing else in it', async () => {
      await clear(reader)
      await update(writer.client, page, `<p>Small</p>`, { minorEdit: true })
      await update(writer.client, page, `<p>Small</p>${mention(reader)}`, { minorEdit: true })
      expect((await list(reader, '?filter=unread')).results.map(one => one.kind)).toEqual(['mention'])
      await update(writer.client, page, '<p>Small</p>', { minorEdit: true })
    })

    it('are written once for an event, whichever way it concerns somebody and however often the job runs', async () => {
      await clear(reader)
      expect((await reader.client.post('/rest/api/user/watch/space/NOT', {})).status).toBeLessThan(300)
      await update(writer.client, page, mention(reader))
      const unread = async () => (await list(reader, '?filter=unread')).results.map(one => one.kind)
      expect(await unread()).toEqual(['mention'])
      const event = await wiki()
        .app.database.read.selectFrom('event')
        .selectAll()
        .where('kind', '=', 'page.updated')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const told = {
        ...event,
        actorId: event.actor_id,
        spaceId: event.space_id,
        contentId: event.content_id,
        data: JSON.parse(event.data) as Record<string, unknown>,
      }
      const input = { events: [told] }
      await wiki().app.jobs.enqueue({ kind: 'notifications.notify', title: 'Again', ownerId: null, input })
      expect(await unread()).toEqual(['mention'])
      await create(writer.client, 'New in a watched space')
      expect(await unread()).toEqual(['created', 'mention'])
    })

    it('tell of the changes of a page in a period once, of the last one', async () => {
      const { admin } = wiki()
      const pages = [await create(writer.client, 'Often'), await create(writer.client, 'Seldom')]
      await settled()
      for (const id of pages) await reader.client.post(`/rest/api/user/watch/content/${id}`, {})
      await clear(reader)
      const unread = async () =>
        (await list(reader, '?filter=unread')).results.map(one => `${one.actor?.displayName} ${one.kind} ${one.title}`)
      for (const text of ['<p>1</p>', '<p>2</p>', '<p>3</p>']) {
        for (const id of pages) await update(writer.client, id ?? '', text)
        await settled()
      }
      expect(await unread()).toEqual(['writer Doe updated Seldom', 'writer Doe updated Often'])
      expect((await count(reader)).count).toBe(2)
      // Entries of other kinds stay, and an entry that was read comes back with the next change.
      await comment(writer.client, pages[0] ?? '', '<p>Well</p>')
      await update(admin, pages[0] ?? '', '<p>4</p>')
      const [often, , seldom] = (await list(reader, '?filter=unread')).results
      expect([often?.kind, seldom?.title]).toEqual(['updated', 'Seldom'])
      expect(await unread()).toEqual([
        expect.stringMatching(/^(?!writer).* updated Often$/),
        'writer Doe comment Often',
        'writer Doe updated Seldom',
      ])
      await clear(reader)
      await update(writer.client, pages[0] ?? '', '<p>5</p>')
      expect(await unread()).toEqual(['writer Doe updated Often'])
      const ofOften = async () => (await kinds(reader)).filter(one => one === 'updated: Often').length
      expect(await ofOften()).toBe(1)
      // A day later it is another period.
      await wiki().app.database.transaction(async ({ db }) => {
        await db
          .updateTable('notification')
          .set(eb => ({ at: eb('at', '-', 25 * 3_600_000) }))
          .where('content_id', '=', Number(pages[0]))
          .execute()
      })
      await update(writer.client, pages[0] ?? '', '<p>6</p>')
      expect(await ofOften()).toBe(2)
    })

    it('tell of the last change of a page, whichever job wrote first', async () => {
      const id = await create(writer.client, 'Raced')
      await settled()
      await reader.client.post(`/rest/api/user/watch/content/${id}`, {})
      await clear(reader)
      for (const text of ['<p>1</p>', '<p>2</p>']) await update(writer.client, id, text)
      await settled()
      const rows = await wiki()
        .app.database.read.selectFrom('event')
        .selectAll()
        .where('kind', '=', 'page.updated')
        .where('content_id', '=', Number(id))
        .orderBy('id', 'desc')
        .execute()
      await wiki().app.database.transaction(async ({ db }) => {
        await db.deleteFrom('notification').where('content_id', '=', Number(id)).execute()
      })
      for (const { actor_id: actorId, space_id: spaceId, content_id: contentId, data, ...event } of rows) {
        const events = [{ ...event, actorId, spaceId, contentId, data: JSON.parse(data) as object }]
        await wiki().app.jobs.enqueue({
          kind: 'notifications.notify',
          title: 'Again',
          ownerId: null,
          input: { events },
        })
        await settled()
      }
      const { results } = await list(reader, '?filter=unread')
      expect(results.map(one => Date.parse(one.at))).toEqual([rows[0]?.at])
    })

    it('tell of an assigned task rather than of the mention in it, of shares and of likes', async () => {
      await clear(reader)
      const task = `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>${mention(reader)}</ac:task-body></ac:task></ac:task-list>`
      const id = await create(writer.client, 'To do', task)
      const unread = async (who: TestPerson) =>
        (await list(who, '?filter=unread')).results.map(({ kind, title }) => `${kind}: ${title}`)
      expect(await unread(reader)).toEqual(['task: To do'])
      await clear(reader)
      await wiki().app.database.transaction(async tx =>
        tx.append({
          kind: 'content.shared',
          actorId: writer.id,
          contentId: Number(id),
          data: { accountIds: [writer.id, reader.id], note: '' },
        }),
      )
      expect(await unread(reader)).toEqual(['share: To do'])
      await clear(writer)
      expect((await reader.client.post(`/rest/likes/1.0/content/${id}/likes`, {})).status).toBe(200)
      expect(await unread(writer)).toEqual(['like: To do'])
    })

    it('are counted since the list was opened, of those not read, for programs too [P3-08] [P7.6-01]', async () => {
      await clear(reader)
      expect(await count(reader)).toEqual({ count: 0, timeout: 30, maxTimeout: 300 })
      await comment(writer.client, page, '<p>One</p>')
      await comment(writer.client, page, '<p>Two</p>')
      expect(await count(reader)).toMatchObject({ count: 2 })
      expect((await reader.client.get(`${COUNT}?pageid=${page}&_=1`)).json).toMatchObject({ count: 2 })
      expect((await reader.client.get('/rest/mywork/1/status/notification/count')).json).toMatchObject({ count: 2 })
      const { results } = await list(reader, '?filter=unread')
      expect((await reader.client.post(`${LIST}/read`, { ids: [Number(results[0]?.id)] })).status).toBe(204)
      expect(await count(reader)).toMatchObject({ count: 1 })
      expect((await reader.client.post(`${LIST}/seen`, {})).status).toBe(204)
      expect(await count(reader)).toMatchObject({ count: 0 })
      expect((await list(reader, '?filter=unread')).results.map(one => one.id)).toEqual([results[1]?.id])
    })

    it('are listed in parts, of the user alone', async () => {
      const all = (await list(reader)).results.map(one => one.id)
      expect(all.length).toBeGreaterThan(3)
      const first = await list(reader, '?limit=2')
      const second = await list(reader, `?limit=2&cursor=${first.nextCursor}`)
      expect([...first.results, ...second.results].map(one => one.id)).toEqual(all.slice(0, 4))
      const foreign = first.results[0]
      expect((await writer.client.post(`${LIST}/read`, { ids: [Number(foreign?.id)] })).status).toBe(204)
      expect((await list(reader, '?limit=1')).results[0]).toEqual(foreign)
      expect((await list(writer)).results.map(one => one.id)).not.toContain(foreign?.id)
    })

    it('tell watchers of a page, its author and who is mentioned of comments, replies and pins on its files', async () => {
      const [watcher, other] = [await person(wiki(), 'watcher'), await person(wiki(), 'other')]
      const owner = await create(writer.client, 'Has files')
      const picture = await attach(reader.client, owner, 'shot.png', blackPng(8), 'image/png')
      const id = picture.id.replace(/^att/, '')
      expect((await watcher.client.post(`/rest/api/user/watch/content/${owner}`, {})).status).toBeLessThan(300)
      const onFile = async (client: HttpClient, value: string, more: object = {}) => {
        const body = { type: 'comment', container: { id, type: 'attachment' }, ...storage(value), ...more }
        const made = await client.post('/rest/api/content', body)
        expect(made.status, made.text).toBe(200)
        return made.json.id as string
      }
      const unread = async (who: TestPerson) =>
        (await list(who, '?filter=unread')).results.map(({ kind, title, url }) => ({ kind, title, url }))
      const everybody = async () => ({
        writer: await unread(writer),
        reader: await unread(reader),
        watcher: await unread(watcher),
        other: await unread(other),
      })
      const news = (kind: string, comment: string) => ({
        kind,
        title: 'shot.png',
        url: `/pages/viewpage.action?pageId=${id}&focusedCommentId=${comment}#comment-${comment}`,
      })
      const clearAll = async () => {
        for (const who of [writer, reader, watcher, other]) await clear(who)
      }

      await clearAll()
      const plain = await onFile(other.client, '<p>Nice</p>')
      const toAll = [news('comment', plain)]
      expect(await everybody()).toEqual({ writer: toAll, reader: toAll, watcher: toAll, other: [] })
      await clearAll()
      const reply = await onFile(watcher.client, '<p>Is it?</p>', { ancestors: [{ id: plain }] })
      expect(await everybody()).toEqual({
        writer: [news('comment', reply)],
        reader: [news('comment', reply)],
        watcher: [],
        other: [news('reply', reply)],
      })
      await clearAll()
      const pin = { extensions: { pin: { version: 1, x: 0.5, y: 0.5 } } }
      const pinned = await onFile(writer.client, mention(other), pin)
      expect(await everybody()).toEqual({
        writer: [],
        reader: [news('comment', pinned)],
        watcher: [news('comment', pinned)],
        other: [news('mention', pinned)],
      })

      // A user who may not see the page is not notified of comments on its files, new or old.
      const restrict = await wiki().admin.put(`/rest/api/content/${owner}/restriction`, [
        {
          operation: 'read',
          restrictions: { user: ['writer', 'admin'].map(username => ({ type: 'known', username })) },
        },
      ])
      expect(restrict.status, restrict.text).toBe(200)
      await onFile(writer.client, mention(other))
      expect(await everybody()).toEqual({ writer: [], reader: [], watcher: [], other: [] })
    })

    it('are only for signed-in users [P6-01]', async () => {
      for (const path of [COUNT, LIST]) expect((await wiki().anonymous.get(path)).status).toBe(401)
      for (const path of [`${LIST}/seen`, `${LIST}/read`])
        expect((await wiki().anonymous.post(path, {})).status).toBeGreaterThanOrEqual(401)
    })

    it('hide what the user may not see, and what was thrown away', async () => {
      await clear(reader)
      const secret = await create(writer.client, 'Secret')
      await comment(writer.client, secret, mention(reader))
      expect(await kinds(reader)).toContain('mention: Secret')
      expect(await count(reader)).toMatchObject({ count: 2 })
      const restrict = await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        {
          operation: 'read',
          restrictions: { user: ['writer', 'admin'].map(username => ({ type: 'known', username })) },
        },
      ])
      expect(restrict.status, restrict.text).toBe(200)
      expect(await count(reader)).toMatchObject({ count: 0 })
      expect((await kinds(reader)).filter(text => text.endsWith('Secret'))).toEqual([])
      await update(writer.client, secret, `<p>Not for you</p>${mention(reader)}`)
      expect(await count(reader)).toMatchObject({ count: 0 })
      const gone = await create(writer.client, 'Gone', mention(reader))
      await comment(writer.client, gone, mention(reader))
      expect(await count(reader)).toMatchObject({ count: 2 })
      expect((await writer.client.delete(`/rest/api/content/${gone}`)).status).toBe(204)
      expect(await count(reader)).toMatchObject({ count: 0 })
    })
  },
)
