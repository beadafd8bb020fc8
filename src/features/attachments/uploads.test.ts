import { readdir } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { ADMIN, onEachEngine, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { ABANDONED_MS, removeAbandonedChunks } from './server/upload/chunks.ts'
import { attach, childPath, makePage, makeSpace, multipart, namesOn, part, sendForm } from './testing/forms.ts'

const NO_CHECK = { 'x-atlassian-token': 'no-check' }

onEachEngine(
  'uploads',
  () => features,
  wiki => {
    beforeAll(() => makeSpace(wiki()))

    it('takes the parts of a form in any order, and those that clients add', async () => {
      const page = await makePage(wiki(), 'Order')
      const file = part('file', 'body', 'late.md', 'application/binary')
      const reply = await sendForm(wiki().admin, childPath(page), [
        file,
        part('type', 'attachment'),
        part('fileName', 'late.md'),
        part('contentType', 'text/markdown'),
        part('minorEdit', 'true'),
        part('comment', 'after the file'),
      ])
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json.results).toMatchObject([
        {
          title: 'late.md',
          metadata: { comment: 'after the file', mediaType: 'text/markdown' },
          version: { minorEdit: true },
        },
      ])
    })

    it('reads a comment whose part has a file name, and parts with headers of their own', async () => {
      const page = await makePage(wiki(), 'Quirks')
      const reply = await sendForm(wiki().admin, childPath(page), [
        {
          headers:
            'Content-Disposition: form-data; name="comment"; filename="comment"\r\nContent-Type: text/plain; charset=utf-8\r\nExpires: 0',
          body: 'Zusatz für später',
        },
        {
          headers: 'Content-Disposition: form-data; name="minorEdit"; filename="minorEdit"\r\nExpires: 0',
          body: 'true',
        },
        {
          headers:
            'Content-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png\r\nExpires: 0',
          body: 'x',
        },
      ])
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json.results).toMatchObject([
        { title: 'x.png', metadata: { comment: 'Zusatz für später' }, version: { minorEdit: true } },
      ])
      expect(reply.json.size).toBe(1)
    })

    it('keeps the name when a new version has no file name, byte for byte', async () => {
      const page = await makePage(wiki(), 'No name')
      const made = await attach(wiki().admin, page, 'kept.bin', 'old')
      const bytes = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 256))
      const reply = await sendForm(wiki().admin, `${childPath(page)}/${made.id}/data`, [
        part('file', bytes, undefined, 'application/octet-stream'),
      ])
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json).toMatchObject({ title: 'kept.bin', version: { number: 2 }, extensions: { fileSize: 3000 } })
      const back = await fetch(`${wiki().url}/download/attachments/${page}/kept.bin`, { headers: wiki().admin.headers })
      expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true)
      const typed = await sendForm(wiki().admin, `${childPath(page)}/${made.id}/data`, [
        part('file', bytes, undefined, 'text/plain'),
      ])
      expect(typed.json).toMatchObject({ title: 'kept.bin', extensions: { fileSize: 3000 } })
      expect((await sendForm(wiki().admin, childPath(page), [part('file', 'x')])).status).toBe(400)
    })

    it('gives several files their comments by order, or one comment to all', async () => {
      const page = await makePage(wiki(), 'Several')
      const each = await sendForm(wiki().admin, childPath(page), [
        part('file', '1', '1.txt'),
        part('comment', 'one'),
        part('file', '2', '2.txt'),
        part('comment', 'two'),
      ])
      expect(each.json.results).toMatchObject([{ metadata: { comment: 'one' } }, { metadata: { comment: 'two' } }])
      const all = await sendForm(wiki().admin, childPath(page), [
        part('comment', 'both'),
        part('file', '3', '3.txt'),
        part('file', '4', '4.txt'),
      ])
      expect(all.json.results).toMatchObject([{ metadata: { comment: 'both' } }, { metadata: { comment: 'both' } }])
    })

    it('attaches all files of a form or none', async () => {
      const page = await makePage(wiki(), 'All or none')
      await attach(wiki().admin, page, 'taken.txt', 'x')
      const reply = await sendForm(wiki().admin, childPath(page), [
        part('file', 'n', 'new.txt'),
        part('file', 't', 'taken.txt'),
      ])
      expect(reply.status).toBe(400)
      expect(await namesOn(wiki().admin, page)).toEqual(['taken.txt'])
    })

    it.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\fakepath\\photo.jpg', 'photo.jpg'],
      ['/absolute.txt', 'absolute.txt'],
      ['u\u0308ber.txt', 'über.txt'],
      ['<script>.txt', '<script>.txt'],
      ['日本語 資料.pdf', '日本語 資料.pdf'],
      ['100% + #1?.txt', '100% + #1?.txt'],
    ])('takes the base name alone: %s', async (given, kept) => {
      const page = await makePage(wiki(), `Name ${encodeURIComponent(given)}`)
      const form = await sendForm(wiki().admin, childPath(page), [part('file', 'x', given.replaceAll('\\', '\\\\'))])
      expect(form.status, form.text).toBe(200)
      const query = new URLSearchParams({ pageId: page, filename: given, size: '1' })
      const raw = await wiki()
        .admin.with(NO_CHECK)
        .send('POST', `/plugins/drag-and-drop/upload.action?${query}`, Buffer.from('y'))
      expect(raw.status, raw.text).toBe(200)
      expect(await namesOn(wiki().admin, page)).toEqual([kept])
      const [row] = (await wiki().admin.get(childPath(page))).json.results
      expect((await wiki().admin.get(row._links.download)).text).toBe('y')
      expect((await wiki().admin.get(row._links.download)).headers.get('content-disposition')).toContain('filename')
    })

    it.each(['..', '.', '', ' ', 'a\u0001b', 'line\nbreak', '\u202egpj.exe', 'x'.repeat(256), 'é'.repeat(256), 'dir/'])(
      'refuses the name %j',
      async name => {
        const page = await makePage(wiki(), `Bad name ${encodeURIComponent(name).slice(0, 60)}`)
        const query = new URLSearchParams({ pageId: page, filename: name })
        const reply = await wiki()
          .admin.with(NO_CHECK)
          .send('POST', `/plugins/drag-and-drop/upload.action?${query}`, Buffer.from('x'))
        expect(reply.status).toBe(400)
        expect(reply.json.message).toContain('filename')
        expect(await namesOn(wiki().admin, page)).toEqual([])
      },
    )

    it('needs a token for every kind of upload', async () => {
      const page = await makePage(wiki(), 'Tokens')
      const { body, headers } = multipart([part('file', 'x', 'x.txt')])
      const bare = { 'content-type': headers['content-type'] ?? '' }
      for (const [method, path] of [
        ['POST', childPath(page)],
        ['PUT', childPath(page)],
        ['POST', `/pages/doattachfile.action?pageId=${page}`],
        ['POST', `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=x.txt`],
      ] as const) {
        const reply = await wiki().admin.send(method, path, body, bare)
        expect(reply.status, path).toBe(403)
        expect(reply.json.message).toContain('XSRF check failed')
      }
      expect(await namesOn(wiki().admin, page)).toEqual([])
      expect(
        (await wiki().admin.send('POST', childPath(page), body, { ...bare, 'x-atlassian-token': 'nocheck' })).status,
      ).toBe(200)
    })

    it('takes the token of a session from a part of the attachment form', async () => {
      const page = await makePage(wiki(), 'Session form')
      const { cookie, token } = await signIn(wiki())
      const send = (...parts: ReturnType<typeof part>[]) => {
        const { body, headers } = multipart(parts)
        return wiki().anonymous.send('POST', `/pages/doattachfile.action?pageId=${page}`, body, {
          cookie,
          'content-type': headers['content-type'] ?? '',
        })
      }
      const file = part('file', 'x', 'x.txt')
      expect((await send(file)).status).toBe(403)
      expect((await send(part('atl_token', 'wrong'), file)).status).toBe(403)
      expect((await send(file, part('atl_token', `${token}x`))).status).toBe(403)
      expect(await namesOn(wiki().admin, page)).toEqual([])
      const before = await send(part('atl_token', token), part('comment_0', 'by form'), file)
      expect(before.status, before.text).toBe(302)
      const after = await send(part('file', 'y', 'y.txt'), part('atl_token', token))
      expect(after.status, after.text).toBe(302)
      expect(await namesOn(wiki().admin, page)).toEqual(['x.txt', 'y.txt'])
    })

    it('takes every file part of the old form, whatever its name, and sends the browser to the list', async () => {
      const page = await makePage(wiki(), 'Old form')
      const reply = await sendForm(wiki().admin, `/pages/doattachfile.action?pageId=${page}`, [
        part('file_0', 'zero', 'zero.txt'),
        part('comment_0', 'first'),
        part('report.pdf', '%PDF', 'report.pdf', 'application/pdf'),
        part('file_4', 'four', 'four.txt'),
        part('comment_4', 'fifth'),
        part('file_3', '', '', 'application/octet-stream'),
        part('confirm', 'Attach'),
      ])
      expect(reply.status, reply.text).toBe(302)
      expect(reply.headers.get('location')).toBe(`/pages/viewpageattachments.action?pageId=${page}`)
      const list = await wiki().admin.get(childPath(page))
      expect(list.json.results).toMatchObject([
        { title: 'four.txt', metadata: { comment: 'fifth' } },
        { title: 'report.pdf', metadata: { comment: '' } },
        { title: 'zero.txt', metadata: { comment: 'first' } },
      ])
      expect(
        (await sendForm(wiki().admin, '/pages/doattachfile.action', [part('pageId', page), part('f', 'z', 'z.txt')]))
          .status,
      ).toBe(302)
      expect((await sendForm(wiki().admin, '/pages/doattachfile.action', [part('f', 'z', 'z.txt')])).status).toBe(400)
      expect(
        (await sendForm(wiki().admin, `/pages/doattachfile.action?pageId=${page}`, [part('comment_0', 'x')])).status,
      ).toBe(400)
    })

    it('takes the raw bytes of a dropped file, of whatever type, and gives them back [I7.2-01]', async () => {
      const page = await makePage(wiki(), 'Dropped')
      const json = Buffer.from('{"not": "parsed"')
      const query = new URLSearchParams({
        pageId: page,
        filename: 'd.json',
        size: String(json.length),
        mimeType: 'application/json',
        spaceKey: 'FILES',
      })
      for (const type of [
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/plain',
      ]) {
        const reply = await wiki()
          .admin.with({ ...NO_CHECK, 'content-type': type })
          .send('POST', `/plugins/drag-and-drop/upload.action?${query}`, json)
        expect(reply.status, reply.text).toBe(200)
        expect(reply.json.data).toMatchObject({ title: 'd.json', metadata: { mediaType: 'application/json' } })
        expect(reply.json.actionErrors).toBeUndefined()
      }
      const back = await fetch(`${wiki().url}/download/attachments/${page}/d.json`, { headers: wiki().admin.headers })
      expect(await back.text()).toBe('{"not": "parsed"')
      expect(back.headers.get('content-disposition')).toBe('attachment; filename=d.json')
      const empty = await wiki()
        .admin.with(NO_CHECK)
        .send('POST', `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=e.txt&size=0`)
      expect(empty.status, empty.text).toBe(200)
      expect((await wiki().admin.get(`/download/attachments/${page}/e.txt`)).text).toBe('')
    })

    it('refuses a body whose length is not the one that was said', async () => {
      const page = await makePage(wiki(), 'Length')
      const path = `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=f.txt&size=9`
      const wrong = await wiki().admin.with(NO_CHECK).send('POST', path, Buffer.from('12345678'))
      expect(wrong.status).toBe(400)
      expect(wrong.json.actionErrors[0]).toContain('8 bytes')
      const chunked = await fetch(wiki().url + path, {
        method: 'POST',
        headers: { ...wiki().admin.headers, ...NO_CHECK },
        body: new Blob(['1234']).stream(),
        duplex: 'half',
      } as RequestInit)
      expect(chunked.status).toBe(400)
      expect(await namesOn(wiki().admin, page)).toEqual([])
    })

    it('follows the setting of the largest size, in each call, with an error that the uploader can show [I7.2-02] [I9-04]', async () => {
      const page = await makePage(wiki(), 'Too large')
      const settings = '/rest/oxbow/1.0/admin/settings'
      const { maxAttachmentSize } = (await wiki().admin.get(settings)).json as { maxAttachmentSize: number }
      const most = 1_048_576
      expect((await wiki().admin.put(settings, { maxAttachmentSize: most })).status).toBe(200)
      try {
        const form = await sendForm(wiki().admin, childPath(page), [part('file', Buffer.alloc(most + 1), 'big.txt')])
        expect(form.status, form.text).toBe(413)
        expect(form.json).toMatchObject({ statusCode: 413, message: expect.stringContaining('than the 1 MB') })
        const raw = await wiki()
          .admin.with(NO_CHECK)
          .send('POST', `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=big.txt`, Buffer.alloc(most + 1))
        expect(raw.status).toBe(413)
        expect(raw.json.actionErrors).toEqual([expect.stringContaining('than the 1 MB')])
        const old = await sendForm(wiki().admin, `/pages/doattachfile.action?pageId=${page}`, [
          part('f', Buffer.alloc(most + 300_000), 'big.txt'),
        ])
        expect(old.status).toBe(413)
        expect(
          (await sendForm(wiki().admin, childPath(page), [part('file', Buffer.alloc(most), 'fits.txt')])).status,
        ).toBe(200)
        expect((await wiki().admin.put(settings, { maxAttachmentSize: 2 * most })).status).toBe(200)
        expect(
          (await sendForm(wiki().admin, childPath(page), [part('file', Buffer.alloc(most + 1), 'fits-now.txt')]))
            .status,
        ).toBe(200)
      } finally {
        await wiki().admin.put(settings, { maxAttachmentSize })
      }
      expect((await namesOn(wiki().admin, page)).toSorted()).toEqual(['fits-now.txt', 'fits.txt'])
    })

    it('come in chunks, each again if need be, and are whole with the last', async () => {
      const page = await makePage(wiki(), 'Chunked')
      const bytes = Buffer.from('0123456789')
      const send = (chunk: number, more = '', content = bytes.subarray(chunk * 4, chunk * 4 + 4)) =>
        wiki()
          .admin.with(NO_CHECK)
          .send(
            'POST',
            `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=whole.txt&size=10&mimeType=text%2Fplain&chunk=${chunk}&chunks=3&uploadId=a${more}`,
            content,
          )
      const early = await send(1)
      expect([early.status, early.json.actionErrors]).toEqual([409, ['chunk: chunk 0 is to come next']])
      expect((await send(0)).json).toEqual({ received: 1 })
      expect((await send(1, '', Buffer.from('lost'))).json).toEqual({ received: 2 })
      expect((await send(1)).json).toEqual({ received: 2 })
      // Another upload of the same name knows nothing of it, nor does another user's.
      expect((await send(1, 'b')).status).toBe(409)
      expect(await namesOn(wiki().admin, page)).toEqual([])
      const done = await send(2)
      expect([done.status, done.json.data.title], done.text).toEqual([200, 'whole.txt'])
      const file = await wiki().admin.get(`/download/attachments/${page}/whole.txt`)
      expect(file.text).toBe('0123456789')
      expect((await send(2)).status).toBe(409)
      expect((await send(3)).status).toBe(400)

      // A file that is longer or shorter than it said is not attached.
      await send(0, 'c')
      await send(1, 'c')
      expect((await send(2, 'c', Buffer.from('8'))).json.actionErrors[0]).toContain('9 bytes')
      // An abandoned one is removed after a day.
      await send(0, 'd')
      const kept = () => wiki().app.database.read.selectFrom('upload_chunk').select('number').execute()
      expect(await kept()).toHaveLength(1)
      expect(await removeAbandonedChunks(wiki().app, Date.now() + ABANDONED_MS - 60_000)).toBe(0)
      expect(await removeAbandonedChunks(wiki().app, Date.now() + ABANDONED_MS + 60_000)).toBe(1)
      expect(await namesOn(wiki().admin, page)).toEqual(['whole.txt'])
    })

    it('leaves the connection of a refused upload free for the next request', async () => {
      const page = await makePage(wiki(), 'One connection')
      const settings = '/rest/oxbow/1.0/admin/settings'
      const { maxAttachmentSize } = (await wiki().admin.get(settings)).json as { maxAttachmentSize: number }
      expect((await wiki().admin.put(settings, { maxAttachmentSize: 1_048_576 })).status).toBe(200)
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
        new Promise<number | undefined>((resolve, reject) => {
          const asked = httpRequest(
            wiki().url + path,
            { agent, method, headers: { ...wiki().admin.headers, ...NO_CHECK, ...headers } },
            answer => {
              answer.resume().on('end', () => resolve(answer.statusCode))
            },
          )
          asked.on('error', reject).end(body)
        })
      const large = Buffer.alloc(5_000_000)
      try {
        for (const [path, parts, status] of [
          [childPath(page), [part('file', large, 'big.bin')], 413],
          [childPath(page), [part('comment', large), part('file', 'x', 'a.txt')], 413],
          [`/pages/doattachfile.action?pageId=${page}`, [part('file', large, 'big.bin')], 413],
          ['/pages/doattachfile.action?pageId=999999999', [part('file', large, 'big.bin')], 404],
        ] as const) {
          const { body, headers } = multipart(parts)
          expect(await ask('POST', path, headers, body), path).toBe(status)
          expect(await ask('GET', '/status'), path).toBe(200)
        }
        const raw = `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=big.bin`
        expect(
          await ask('POST', raw, { 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' }, large),
        ).toBe(413)
        expect(await ask('GET', '/status')).toBe(200)
      } finally {
        agent.destroy()
        await wiki().admin.put(settings, { maxAttachmentSize })
      }
    })

    it('refuses forms that are broken, empty or none at all', async () => {
      const page = await makePage(wiki(), 'Broken')
      const send = (body: string | Buffer, type: string) =>
        wiki().admin.with(NO_CHECK).send('POST', childPath(page), body, { 'content-type': type })
      const { body, headers } = multipart([part('file', 'x'.repeat(100), 'cut.txt')])
      const type = headers['content-type'] ?? ''
      for (const reply of [
        await send('{}', 'application/json'),
        await send('x', 'text/plain'),
        await send('x', 'multipart/form-data'),
        await send(body.subarray(0, body.length - 60), type),
        await send('nothing of the kind', type),
        await sendForm(wiki().admin, childPath(page), [part('comment', 'alone')]),
        await sendForm(wiki().admin, childPath(page), [part('comment', 'x'.repeat(2001)), part('file', 'x', 'c.txt')]),
      ])
        expect(reply.status, reply.text).toBe(400)
      expect(
        (
          await sendForm(wiki().admin, childPath(page), [
            part('comment', 'x'.repeat(70_000)),
            part('file', 'x', 'c.txt'),
          ])
        ).status,
      ).toBe(413)
      const crowd = Array.from({ length: 101 }, (_, index) => part('file', 'x', `${index}.txt`))
      expect((await sendForm(wiki().admin, childPath(page), crowd)).status).toBe(413)
      expect(await namesOn(wiki().admin, page)).toEqual([])
    })

    it('keeps nothing of an upload that the client breaks off', async () => {
      const page = await makePage(wiki(), 'Broken off')
      const { body, headers } = multipart([part('file', Buffer.alloc(400_000, 1), 'half.bin')])
      for (const [path, extra] of [
        [childPath(page), headers],
        [`/plugins/drag-and-drop/upload.action?pageId=${page}&filename=half.bin`, NO_CHECK],
      ] as const) {
        const sent = httpRequest(wiki().url + path, {
          method: 'POST',
          agent: false,
          headers: { ...wiki().admin.headers, ...extra, 'content-length': body.length },
        })
        sent.on('error', () => {})
        sent.write(body.subarray(0, 300_000))
        // The server has begun to write the file.
        await vi.waitFor(async () => expect(await temporaryFiles(wiki())).toHaveLength(1), { timeout: 60_000 })
        await new Promise<void>(resolve => {
          sent.on('close', resolve)
          sent.destroy()
        })
        await vi.waitFor(async () => expect(await temporaryFiles(wiki())).toEqual([]), { timeout: 60_000 })
      }
      expect(await namesOn(wiki().admin, page)).toEqual([])
    })

    it('makes versions of one attachment when uploads of one name arrive at once', async () => {
      const page = await makePage(wiki(), 'At once')
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          sendForm(wiki().admin, childPath(page), [part('file', `body ${index}`, 'same.txt')], 'PUT'),
        ),
      )
      expect(replies.map(reply => reply.status)).toEqual(Array(8).fill(200))
      expect(new Set(replies.map(reply => reply.json.results[0].id)).size).toBe(1)
      const bodies = await Promise.all(
        Array.from(
          { length: 8 },
          async (_, index) =>
            (await wiki().admin.get(`/download/attachments/${page}/same.txt?version=${index + 1}`)).text,
        ),
      )
      expect(bodies.toSorted()).toEqual(Array.from({ length: 8 }, (_, index) => `body ${index}`))
      expect((await wiki().admin.get(`${childPath(page)}?expand=version`)).json.results[0].version.number).toBe(8)
    })
  },
)

function temporaryFiles(wiki: TestWiki): Promise<string[]> {
  return readdir(join(wiki.config.home, 'blobs', 'tmp'))
}

/** A session of the administrator and its token, as a browser has them. */
async function signIn(wiki: TestWiki): Promise<{ cookie: string; token: string }> {
  const form = new URLSearchParams({ os_username: ADMIN.username, os_password: ADMIN.password })
  const reply = await wiki.anonymous.post('/dologin.action', form)
  const cookie = reply.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const page = await wiki.anonymous.with({ cookie }).get('/login.action?permissionViolation=true')
  const token = /name="ajs-atl-token" content="([0-9a-f]{40})"/.exec(page.text)?.[1]
  if (!token) throw new Error(`not signed in: ${reply.status} ${page.text.slice(0, 300)}`)
  return { cookie, token }
}
