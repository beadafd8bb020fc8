import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace, part, sendForm } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { MOST_PINS } from './shared.ts'

const picture = (blue: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 9, g: 99, b: blue } } })
    .png()
    .toBuffer()

onEachEngine(
  'pins on pictures over HTTP',
  () => features,
  wiki => {
    let page = ''
    let ada: HttpClient
    const attached = async (name: string, body: string | Buffer, type = 'image/png') =>
      (await attach(wiki().admin, page, name, body, type)).id.replace(/^att/, '')
    const send = (file: string, extensions?: object, more: object = {}) =>
      ada.post('/rest/api/content', {
        type: 'comment',
        container: { id: file, type: 'attachment' },
        body: { storage: { value: '<p>Here</p>', representation: 'storage' } },
        ...(extensions ? { extensions } : {}),
        ...more,
      })
    const pin = (file: string, x: number, y: number, version = 1) => send(file, { pin: { version, x, y } })
    const pins = async (file: string, version = 1, client = ada) => {
      const reply = await client.get(`/rest/oxbow/1.0/previews/${file}/${version}/pins`)
      expect(reply.status, reply.text).toBe(200)
      return reply.json.results as { commentId: string; number: number; version: number; x: number; y: number }[]
    }
    const resolve = async (id: string, status: string, client = ada) =>
      client.put(`/rest/api/content/${id}`, {
        type: 'comment',
        version: { number: 2 },
        extensions: { resolution: { status } },
      })

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      page = await makePage(wiki(), 'Pictures')
    })

    it('stores the point of a picture that a comment is about, and tells it with the comment', async () => {
      const file = await attached('coast.png', await picture(1))
      const first = await pin(file, 0.25, 0.75)
      expect(first.status, first.text).toBe(200)
      expect(first.json.extensions.pin).toEqual({ version: 1, number: 1, x: 0.25, y: 0.75 })
      expect(first.json.extensions.location).toBe('footer')
      const second = await pin(file, 1 / 3, 0)
      expect(second.json.extensions.pin).toMatchObject({ number: 2, x: 0.333333 })
      await send(file)
      const id = first.json.id as string
      expect(await pins(file)).toEqual([
        { commentId: id, version: 1, number: 1, x: 0.25, y: 0.75 },
        { commentId: second.json.id, version: 1, number: 2, x: 0.333333, y: 0 },
      ])
      const read = await ada.get(`/rest/api/content/${file}/child/comment`)
      const found = read.json.results as { extensions: { pin?: { number: number } } }[]
      expect(found.map(({ extensions }) => extensions.pin?.number)).toEqual([1, 2, undefined])
      const threads = await ada.get(`/rest/oxbow/1.0/content/${file}/comments`)
      const parts = threads.json.results as { parts: Record<string, unknown> }[]
      expect(parts.map(({ parts: { file: own } }) => own)).toMatchObject([
        { isResolved: false, pin: { number: 1 } },
        { isResolved: false, pin: { number: 2 } },
        { isResolved: false, pin: null },
      ])
    })

    it('takes away the pins of what is resolved or deleted, and gives back those of what is opened again', async () => {
      const file = await attached('map.png', await picture(2))
      const [one, two] = [(await pin(file, 0, 0)).json.id as string, (await pin(file, 1, 1)).json.id as string]
      const numbers = async () => (await pins(file)).map(({ number }) => number)
      const count = async () => {
        const path = `/rest/files/1.0/files/content/${page}/commentCount?attachmentId=${file}`
        return (await ada.get(path)).json.unresolvedCount as number
      }
      const resolved = await resolve(one, 'resolved')
      expect(resolved.status, resolved.text).toBe(200)
      expect(resolved.json.version.number).toBe(1)
      expect(await numbers()).toEqual([2])
      expect(await count()).toBe(1)
      expect((await resolve(one, 'reopened')).status).toBe(200)
      expect(await numbers()).toEqual([1, 2])
      expect((await ada.delete(`/rest/api/content/${one}`)).status).toBe(204)
      expect(await numbers()).toEqual([2])
      // The others keep their numbers.
      expect((await pin(file, 0.5, 0.5)).json.extensions.pin.number).toBe(3)
      expect((await ada.delete(`/rest/api/content/${two}`)).status).toBe(204)
      expect(await numbers()).toEqual([3])
    })

    it('shows the pins of a version on that version alone', async () => {
      const file = await attached('plan.png', await picture(3))
      await pin(file, 0.1, 0.1)
      const path = `/rest/api/content/${page}/child/attachment/att${file}/data`
      const changed = await sendForm(wiki().admin, path, [part('file', await picture(4), 'plan.png', 'image/png')])
      expect(changed.status, changed.text).toBe(200)
      expect((await pin(file, 0.2, 0.2, 2)).json.extensions.pin).toMatchObject({ version: 2, number: 2 })
      expect((await pins(file, 1)).map(({ number }) => number)).toEqual([1])
      expect((await pins(file, 2)).map(({ number }) => number)).toEqual([2])
      expect((await ada.get(`/rest/oxbow/1.0/previews/${file}/3/pins`)).status).toBe(404)
      const refused = await pin(file, 0.2, 0.2, 3)
      expect([refused.status, refused.json.message]).toEqual([
        400,
        'extensions.pin.version: there is no version 3 of this picture; its current one is 2',
      ])
    })

    it('refuses pins that cannot be, and keeps no comment then', async () => {
      const file = await attached('shore.png', await picture(5))
      const notes = await attached('notes.txt', 'hello', 'text/plain')
      for (const wrong of [
        { x: -0.1, y: 0, version: 1 },
        { x: 0, y: 1.1, version: 1 },
        { x: 'left', y: 0, version: 1 },
        { x: 0, y: 0 },
        { x: 0, y: 0, version: 0 },
        'middle',
      ])
        expect((await send(file, { pin: wrong })).status, JSON.stringify(wrong)).toBe(400)
      expect((await pin(notes, 0, 0)).json.message).toBe(
        `extensions.pin: pins are set on pictures, and ${notes} is none`,
      )
      const onPage = await send(page, { pin: { x: 0, y: 0, version: 1 } }, { container: { id: page, type: 'page' } })
      expect(onPage.status).toBe(400)
      const thread = await send(file)
      const answer = await send(file, { pin: { x: 0, y: 0, version: 1 } }, { ancestors: [{ id: thread.json.id }] })
      expect(answer.status).toBe(400)
      const kept = await ada.get(`/rest/api/content/${file}/child/comment?depth=all`)
      expect(kept.json.size).toBe(1)
    })

    it('numbers pins that are set at the same time, and takes no more than a picture can show', async () => {
      const file = await attached('dunes.png', await picture(6))
      for (let sent = 0; sent < MOST_PINS; sent += 10)
        await Promise.all(Array.from({ length: 10 }, (_, n) => pin(file, n / 10, sent / MOST_PINS)))
      const numbers = (await pins(file)).map(({ number }) => number)
      expect(numbers).toEqual(Array.from({ length: MOST_PINS }, (_, n) => n + 1))
      const refused = await pin(file, 0, 0)
      expect([refused.status, refused.json.message]).toEqual([
        400,
        `A picture has at most ${MOST_PINS} pins. Resolve or delete some of them first.`,
      ])
      expect((await resolve((await pins(file))[0]?.commentId ?? '', 'resolved')).status).toBe(200)
      expect((await pin(file, 0, 0)).json.extensions.pin.number).toBe(MOST_PINS + 1)
    })

    it('is for those who may see the file, and comment on it', async () => {
      const closed = await makePage(wiki(), 'Closed')
      const file = (await attach(wiki().admin, closed, 'x.png', await picture(7), 'image/png')).id.replace(/^att/, '')
      const id = (await pin(file, 0, 0)).json.id as string
      expect((await wiki().anonymous.get(`/rest/oxbow/1.0/previews/${file}/1/pins`)).status).not.toBe(200)
      expect((await resolve(id, 'resolved', wiki().anonymous)).status).not.toBe(200)
      const restricted = await wiki().admin.put(`/rest/api/content/${closed}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(restricted.status).toBe(200)
      expect((await ada.get(`/rest/oxbow/1.0/previews/${file}/1/pins`)).status).toBe(404)
      expect((await pin(file, 0, 0)).status).toBe(404)
      expect((await resolve(id, 'resolved')).status).toBe(404)
      expect(await pins(file, 1, wiki().admin)).toHaveLength(1)
    })

    it('resolves no comments below a page', async () => {
      const comment = await send(page, undefined, { container: { id: page, type: 'page' } })
      const refused = await resolve(comment.json.id as string, 'resolved')
      expect([refused.status, refused.json.message]).toEqual([
        400,
        'extensions.resolution.status: only comments on marked text and on files are resolved, this one stands below the page',
      ])
    })
  },
)
