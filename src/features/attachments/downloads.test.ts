import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { attach, childPath, makePage, makeSpace, part, sendForm } from './testing/forms.ts'

onEachEngine(
  'downloads',
  () => features,
  wiki => {
    let page: string
    beforeAll(async () => {
      await makeSpace(wiki())
      page = await makePage(wiki(), 'Downloads')
    })
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(wiki().url + path, { method, headers: { ...wiki().admin.headers, ...headers } })
    const blobFile = (sha256: string) =>
      join(wiki().config.home, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)

    it('sends ranges: from the front, from the middle, from the end, and past it', async () => {
      await attach(wiki().admin, page, 'range.txt', '0123456789')
      const path = `/download/attachments/${page}/range.txt`
      const range = async (value: string, more: Record<string, string> = {}) => {
        const reply = await get(path, { range: value, ...more })
        return [
          reply.status,
          await reply.text(),
          reply.headers.get('content-range'),
          reply.headers.get('content-length'),
        ]
      }
      expect(await range('bytes=0-3')).toEqual([206, '0123', 'bytes 0-3/10', '4'])
      expect(await range('bytes=4-')).toEqual([206, '456789', 'bytes 4-9/10', '6'])
      expect(await range('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10', '3'])
      expect(await range('bytes=-99')).toEqual([206, '0123456789', 'bytes 0-9/10', '10'])
      expect(await range('bytes=8-99')).toEqual([206, '89', 'bytes 8-9/10', '2'])
      for (const past of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
        const [status, text, contentRange] = await range(past)
        expect([status, contentRange]).toEqual([416, 'bytes */10'])
        expect(JSON.parse(String(text))).toMatchObject({ statusCode: 416 })
      }
      // Requests for several ranges or an invalid one get the whole file.
      for (const odd of ['bytes=5-2', 'lines=1-2', 'bytes=', 'bytes=a-b', 'bytes=0-1,4-5']) {
        expect(await range(odd)).toEqual([200, '0123456789', null, '10'])
      }
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect((await range('bytes=0-0', { 'if-range': etag }))[0]).toBe(206)
      expect((await range('bytes=0-0', { 'if-range': '"other"' }))[0]).toBe(200)
      expect((await range('bytes=0-0', { 'if-range': new Date(0).toUTCString() }))[0]).toBe(200)
    })

    it('refuses a missing file with 404, and gives no damaged one for whole', async () => {
      const store = async (name: string, content: string) => {
        await attach(wiki().admin, page, name, content)
        return blobFile(createHash('sha256').update(content).digest('hex'))
      }
      const small = await store('small.txt', 'small and precious')
      const large = await store('large.txt', 'large and precious '.repeat(50_000))
      await writeFile(small, 'small and precioux')
      const refused = await get(`/download/attachments/${page}/small.txt`)
      expect(refused.status).toBe(500)
      expect(await refused.json()).toMatchObject({ message: expect.stringContaining('is damaged') })
      const bytes = await readFile(large)
      bytes.write('X', 20)
      await writeFile(large, bytes)
      const begun = await get(`/download/attachments/${page}/large.txt`)
      expect(begun.headers.get('content-length')).toBe(String(bytes.length))
      await expect(begun.arrayBuffer()).rejects.toThrow('terminated')
      // A part cannot be judged.
      expect(await (await get(`/download/attachments/${page}/small.txt`, { range: 'bytes=0-4' })).text()).toBe('small')
      for (const [file, name] of [
        [small, 'small.txt'],
        [large, 'large.txt'],
      ] as const) {
        await rm(file)
        for (const [method, headers] of [
          ['GET', {}],
          ['HEAD', {}],
          ['GET', { range: 'bytes=0-4' }],
        ] as const) {
          const gone = await get(`/download/attachments/${page}/${name}`, headers, method)
          expect(gone.status).toBe(404)
          if (method === 'GET')
            expect(await gone.json()).toMatchObject({ statusCode: 404, message: expect.stringContaining('is missing') })
        }
      }
    })

    it('looks at conditions before it opens the file, and sends texts as they are stored', async () => {
      await attach(wiki().admin, page, 'plain.txt', 'plain words '.repeat(1000))
      const path = `/download/attachments/${page}/plain.txt`
      const whole = await get(path, { 'accept-encoding': 'br, gzip' })
      expect(whole.headers.get('content-encoding')).toBeNull()
      expect(whole.headers.get('content-length')).toBe('12000')
      const etag = whole.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"/)
      await rm(blobFile(createHash('sha256').update('plain words '.repeat(1000)).digest('hex')))
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
      expect((await get(path, { 'if-modified-since': new Date().toUTCString() })).status).toBe(304)
      expect((await get(path, { range: 'bytes=12000-' })).status).toBe(416)
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(404)
    })

    it('answers HEAD with the headers of GET, and 304 to who has the file', async () => {
      const made = await attach(wiki().admin, page, 'head.txt', 'x'.repeat(5000))
      const path = `/download/attachments/${page}/head.txt`
      const head = await get(path, {}, 'HEAD')
      const whole = await get(path)
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of [
        'content-length',
        'content-type',
        'etag',
        'last-modified',
        'accept-ranges',
        'content-disposition',
      ]) {
        expect(head.headers.get(name), name).toBe(whole.headers.get(name))
      }
      expect(whole.headers.get('content-length')).toBe('5000')
      expect(whole.headers.get('cache-control')).toBe('private, no-cache')
      const etag = whole.headers.get('etag') ?? ''
      for (const value of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const reply = await get(path, { 'if-none-match': value })
        expect([reply.status, await reply.text()]).toEqual([304, ''])
        expect(reply.headers.get('etag')).toBe(etag)
      }
      expect(
        (await get(path, { 'if-none-match': '"other"', 'if-modified-since': new Date(Date.now() + 1e6).toUTCString() }))
          .status,
      ).toBe(200)
      expect((await get(path, { 'if-modified-since': whole.headers.get('last-modified') ?? '' })).status).toBe(304)
      expect((await get(path, { 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200)
      expect((await get(made._links['download'] ?? '')).headers.get('cache-control')).toContain('immutable')
    })

    it.each([
      ['page.html', 'text/html', '<script>alert(1)</script>'],
      ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['data.xml', 'application/xml', '<a/>'],
      ['page.xhtml', 'application/xhtml+xml', '<html/>'],
      ['code.js', 'text/javascript', 'alert(1)'],
      ['app.swf', 'application/x-shockwave-flash', 'x'],
      ['mail.mht', 'message/rfc822', 'x'],
      ['liar.png', 'text/html', '<script>alert(1)</script>'],
    ])('never lets an upload act in our origin: %s as %s', async (name, type, body) => {
      await attach(wiki().admin, page, name, body, type)
      const reply = await get(`/download/attachments/${page}/${name}`)
      expect(reply.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/)
      expect(reply.headers.get('content-security-policy')).not.toMatch(/script-src|allow-scripts/)
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    })

    it.each([
      'text/javascript',
      'application/javascript',
      'application/x-javascript',
      'text/ecmascript',
      'text/jscript',
      'text/livescript',
      'text/javascript1.5',
      'text/css',
      'application/wasm',
    ])('gives no page of ours a script or style sheet to load: %s', async type => {
      const name = `load-${type.replaceAll(/\W/g, '-')}.txt`
      await attach(wiki().admin, page, name, 'alert(1)', type)
      expect((await get(`/download/attachments/${page}/${name}`)).headers.get('content-type')).toBe(
        'text/plain;charset=UTF-8',
      )
      const { results } = (await wiki().admin.get(`/rest/api/content/${page}/child/attachment?filename=${name}`)).json
      expect(results[0].metadata.mediaType).toBe(type)
    })

    it.each([
      ['a.png', 'image/png', 'image/png'],
      ['b.pdf', 'application/pdf', 'application/pdf'],
      ['c.txt', 'text/plain', 'text/plain;charset=UTF-8'],
      ['d.mp4', 'video/mp4', 'video/mp4'],
      ['e.html', 'image/png', 'image/png'],
    ])('shows %s as %s, and nothing else than that', async (name, type, sent) => {
      await attach(wiki().admin, page, name, '<script>alert(1)</script>', type)
      const reply = await get(`/download/attachments/${page}/${name}`)
      expect(reply.headers.get('content-disposition')).toMatch(/^inline/)
      expect(reply.headers.get('content-type')).toBe(sent)
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(
        (await get(`/download/attachments/${page}/${name}?download=true`)).headers.get('content-disposition'),
      ).toMatch(/^attachment/)
    })

    it('finds names with blanks however they are written, and says the name in the header', async () => {
      await attach(wiki().admin, page, 'Größe "groß" 表.txt'.replaceAll('"', "'"), 'x')
      await attach(wiki().admin, page, 'with blank.txt', 'y')
      await attach(wiki().admin, page, 'a+b.txt', 'z')
      const uni = await get(`/download/attachments/${page}/${encodeURIComponent("Größe 'groß' 表.txt")}`)
      expect(uni.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe%20")
      for (const name of ['with%20blank.txt', 'with+blank.txt'])
        expect(await (await get(`/download/attachments/${page}/${name}`)).text()).toBe('y')
      for (const name of ['a+b.txt', 'a%2Bb.txt'])
        expect(await (await get(`/download/attachments/${page}/${name}`)).text()).toBe('z')
      for (const name of ['none.txt', '..%2F..%2Fetc%2Fpasswd', 'A+B.TXT']) {
        expect((await get(`/download/attachments/${page}/${name}`)).status, name).toBe(404)
      }
      expect((await get(`/download/attachments/${page}/%00`)).status).toBe(400)
      expect((await get('/download/attachments/999999999/a.txt')).status).toBe(404)
    })

    it('makes thumbnails within their box, turned upright, and keeps them', async () => {
      const wide = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#336699' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
      const made = await attach(wiki().admin, page, 'wide.jpg', wide, 'image/jpeg')
      expect(made._links['thumbnail']).toMatch(new RegExp(`^/download/thumbnails/${page}/wide\\.jpg\\?`))
      const measure = async (path: string) => {
        const reply = await get(path)
        expect(reply.status).toBe(200)
        const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
        return [width, height, format, reply.headers.get('content-type')]
      }
      expect(await measure(made._links['thumbnail'] ?? '')).toEqual([150, 300, 'jpeg', 'image/jpeg'])
      expect(await measure(`/download/thumbnails/${page}/wide.jpg?width=90&height=90`)).toEqual([
        50,
        100,
        'jpeg',
        'image/jpeg',
      ])
      expect(await measure(`/download/thumbnails/${page}/wide.jpg?width=1e9&height=-5`)).toEqual([
        24,
        48,
        'jpeg',
        'image/jpeg',
      ])
      const kept = await wiki()
        .app.database.read.selectFrom('attachment_thumbnail')
        .select('box')
        .orderBy('box')
        .execute()
      expect(kept.map(row => row.box)).toEqual(['100x100', '1200x48', '300x300'])
      const small = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#33669980' } })
        .png()
        .toBuffer()
      await attach(wiki().admin, page, 'small.png', small, 'image/png')
      expect(await measure(`/download/thumbnails/${page}/small.png`)).toEqual([20, 10, 'png', 'image/png'])
    })

    it('makes a thumbnail again whose bytes are gone', async () => {
      const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#123456' } })
        .png()
        .toBuffer()
      await attach(wiki().admin, page, 'again.png', picture, 'image/png')
      const path = `/download/thumbnails/${page}/again.png`
      const first = await get(path)
      const { sha256 } = await wiki()
        .app.database.read.selectFrom('attachment_thumbnail')
        .select('sha256')
        .where('source', '=', createHash('sha256').update(picture).digest('hex'))
        .executeTakeFirstOrThrow()
      await rm(blobFile(sha256))
      expect((await get(path, { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
      const second = await get(path)
      expect(second.status).toBe(200)
      expect(Buffer.from(await second.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer()))).toBe(true)
    })

    it('tells pages how large pictures are', async () => {
      const id = await makePage(wiki(), 'Picture', {
        body: {
          storage: {
            value: '<p><ac:image ac:thumbnail="true"><ri:attachment ri:filename="p.png" /></ac:image></p>',
            representation: 'storage',
          },
        },
      })
      const made = await attach(
        wiki().admin,
        id,
        'p.png',
        await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
        'image/png',
      )
      const row = await wiki()
        .app.database.read.selectFrom('attachment')
        .selectAll()
        .where('content_id', '=', Number(made.id.slice(3)))
        .executeTakeFirst()
      expect(row).toMatchObject({ width: 640, height: 480 })
      const html = (await wiki().admin.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
      expect(html).toContain(`src="/download/thumbnails/${id}/p.png?version=1`)
    })

    it('has no thumbnail of what is no picture, damaged, or a bomb', async () => {
      const bomb = await sharp({ create: { width: 16_000, height: 7_000, channels: 3, background: 'black' } })
        .png({ compressionLevel: 9 })
        .toBuffer()
      const whole = await sharp({
        create: {
          width: 500,
          height: 500,
          channels: 3,
          background: 'green',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .png()
        .toBuffer()
      for (const [name, body, type] of [
        ['text.png', 'no picture', 'image/png'],
        ['vector.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml'],
        ['vector.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/png'],
        ['bomb.png', bomb, 'image/png'],
        ['cut.png', whole.subarray(0, whole.length / 2), 'image/png'],
        ['empty.png', '', 'image/png'],
      ] as const) {
        await attach(wiki().admin, page, name, body, type)
        expect((await get(`/download/thumbnails/${page}/${name}`)).status, name).toBe(404)
        expect((await get(`/download/attachments/${page}/${name}`)).status, name).toBe(200)
      }
    })

    it('guesses the type by the name when the client says nothing of worth', async () => {
      const reply = await sendForm(wiki().admin, childPath(page), [
        part('file', 'x', 'guess.docx', 'application/octet-stream'),
        part('file', 'x', 'guess.jpeg'),
        part('file', 'x', 'guess.unknownext', 'x/y; z'),
        part('file', 'x', 'guess', 'nonsense\u00e9'),
        part('file', 'x', 'guess.csv', 'TEXT/PLAIN; charset=utf-8'),
      ])
      expect(reply.json.results.map((row: { metadata: { mediaType: string } }) => row.metadata.mediaType)).toEqual([
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'image/jpeg',
        'x/y',
        'application/octet-stream',
        'text/plain',
      ])
    })
  },
)
