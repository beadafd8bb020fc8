import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { statementsOf } from '#platform/server/testing/statements.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'

const RESULTS = '/rest/documentConversion/latest/conversion/thumbnail/results'
const thumbnail = (id: string, version = 1) => `/rest/documentConversion/latest/conversion/thumbnail/${id}/${version}`

/** A picture of a unique colour, so that each is another file. */
const picture = (colour: number, side = 400) =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: colour % 256, g: colour >> 8, b: 0 } } })
    .png()
    .toBuffer()

onEachEngine(
  'previews over HTTP',
  () => features,
  wiki => {
    let page = ''
    let ada: HttpClient
    const attached = async (name: string, body: string | Buffer, type?: string) =>
      (await attach(wiki().admin, page, name, body, type)).id.replace(/^att/, '')
    const comment = async (id: string, text = 'Nice') => {
      const reply = await ada.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'attachment' },
        body: { storage: { value: `<p>${text}</p>`, representation: 'storage' } },
      })
      expect(reply.status, reply.text).toBe(200)
      return reply.json.id as string
    }
    const count = async (id: string) =>
      (await ada.get(`/rest/files/1.0/files/content/${page}/commentCount?attachmentId=${id}`)).json

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      page = await makePage(wiki(), 'Files')
    })

    it('makes thumbnails on request and says how far they are [I4.8-01] [I4.8-02] [I4.8-03] [I7.4-01] [I7.4-02]', async () => {
      const shot = await attached('shot.png', await picture(1), 'image/png')
      const notes = await attached('notes.txt', 'hello')
      const broken = await attached('broken.png', 'no picture', 'image/png')
      const ask = async (...ids: string[]) => {
        const reply = await ada.post(
          RESULTS,
          ids.map(id => ({ id, v: 1 })),
        )
        expect(reply.status, reply.text).toBe(200)
        return reply.json as Record<string, number>
      }
      expect(await ask(shot, notes)).toEqual({ [shot]: 202, [notes]: 415 })
      await expect.poll(() => ask(shot)).toEqual({ [shot]: 200 })
      const image = await fetch(ada.url + thumbnail(shot), { headers: ada.headers })
      expect(image.status).toBe(200)
      expect(image.headers.get('content-type')).toBe('image/png')
      expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(300)
      expect((await ada.get(thumbnail(notes))).status).toBe(415)
      await expect.poll(async () => (await ada.get(thumbnail(broken))).status).toBe(415)
      expect((await ada.get(thumbnail(shot, 7))).status).toBe(404)
    })

    it('is busy when too many thumbnails are asked for at once [I4.8-04]', async () => {
      const ids: string[] = []
      for (let n = 0; n < 24; n++) ids.push(await attached(`many ${n}.png`, await picture(300 + n, 64), 'image/png'))
      const reply = await ada.post(
        RESULTS,
        ids.map(id => ({ id, v: 1 })),
      )
      const statuses = Object.values(reply.json as Record<string, number>).toSorted((a, b) => a - b)
      expect(statuses).toEqual([...Array<number>(20).fill(202), ...Array<number>(4).fill(429)])
      await expect
        .poll(async () => {
          const again = await ada.post(
            RESULTS,
            ids.map(id => ({ id, v: 1 })),
          )
          return new Set(Object.values(again.json as Record<string, number>))
        })
        .toEqual(new Set([200]))
    })

    it('counts the comments of a file, which its markup on the page bears too [I7.4-03] [I3-14]', async () => {
      const id = await attached('report.pdf', '%PDF-1.4', 'application/pdf')
      const shown = await makePage(wiki(), 'Shows the report', {
        body: {
          storage: {
            value: `<p><ac:structured-macro ac:name="view-file"><ac:parameter ac:name="name"><ri:attachment ri:filename="report.pdf"><ri:page ri:content-title="Files" /></ri:attachment></ac:parameter></ac:structured-macro></p>`,
            representation: 'storage',
          },
        },
      })
      const markup = async () => {
        await wiki().app.events.settled()
        const view = await ada.get(`/rest/api/content/${shown}?expand=body.view`)
        return view.json.body.view.value as string
      }
      expect(await count(id)).toEqual({ attachmentId: id, count: 0, unresolvedCount: 0 })
      const before = await markup()
      for (const [name, value] of [
        ['linked-resource-id', id],
        ['linked-resource-container-id', page],
        ['linked-resource-default-alias', 'report.pdf'],
        ['mime-type', 'application/pdf'],
        ['nice-type', 'PDF Document'],
        ['linked-resource-version', '1'],
        ['has-thumbnail', 'false'],
        ['unresolved-comment-count', '0'],
      ])
        expect(before).toContain(`data-${name}="${value}"`)
      const first = await comment(id)
      await comment(id, 'Indeed')
      expect(await count(id)).toEqual({ attachmentId: id, count: 2, unresolvedCount: 2 })
      expect(await markup()).toContain('data-unresolved-comment-count="2"')
      expect((await ada.delete(`/rest/api/content/${first}`)).status).toBe(204)
      expect((await count(id)).count).toBe(1)
      expect(await markup()).toContain('data-unresolved-comment-count="1"')
      expect(
        (await wiki().anonymous.get(`/rest/files/1.0/files/content/${page}/commentCount?attachmentId=${id}`)).status,
      ).not.toBe(200)
    })

    it.each(['', ' ac:thumbnail="true"'])('bears the same data on an embedded picture%s [I3-14]', async small => {
      const name = small === '' ? 'whole.png' : 'small.png'
      const id = await attached(name, await picture(7, 40), 'image/png')
      const shown = await makePage(wiki(), `Shows ${name}`, {
        body: {
          storage: {
            value: `<p><ac:image${small}><ri:attachment ri:filename="${name}"><ri:page ri:content-title="Files" /></ri:attachment></ac:image></p>`,
            representation: 'storage',
          },
        },
      })
      const view = await ada.get(`/rest/api/content/${shown}?expand=body.view`)
      const [image = ''] = /<img [^>]*>/.exec(view.json.body.view.value as string) ?? []
      for (const [attribute, value] of [
        ['linked-resource-id', id],
        ['linked-resource-container-id', page],
        ['linked-resource-default-alias', name],
        ['linked-resource-version', '1'],
        ['mime-type', 'image/png'],
        ['nice-type', 'Image'],
        ['has-thumbnail', 'true'],
        ['unresolved-comment-count', '0'],
        ['file-src', `/download/attachments/${page}/${name}?version=1`],
      ])
        expect(image).toContain(`data-${attribute}="${value}`)
    })

    it('takes the comments of a file along where its page goes', async () => {
      const source = await makePage(wiki(), 'Moves away')
      const file = (await attach(wiki().admin, source, 'plan.txt', 'x')).id.replace(/^att/, '')
      const id = await comment(file, 'About the plan')
      const threads = await ada.get(`/rest/oxbow/1.0/content/${file}/comments`)
      expect(threads.json).toMatchObject({
        total: 1,
        mayComment: true,
        results: [{ id, html: '<p>About the plan</p>' }],
      })
      expect((await wiki().admin.post('/rest/api/space', { key: 'ELSE', name: 'Elsewhere' })).status).toBe(200)
      const home = (await wiki().admin.get('/rest/api/space/ELSE?expand=homepage')).json.homepage.id as string
      const moved = await wiki().admin.put(`/rest/api/content/${source}`, {
        type: 'page',
        title: 'Moves away',
        version: { number: 2 },
        space: { key: 'ELSE' },
        ancestors: [{ id: home }],
      })
      expect(moved.status, moved.text).toBe(200)
      expect((await ada.get(`/rest/api/content/${id}?expand=space`)).json.space.key).toBe('ELSE')
      // A restriction on the page hides them, as it hides the file.
      const closed = await wiki().admin.put(`/rest/api/content/${source}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(closed.status, closed.text).toBe(200)
      expect((await ada.get(`/rest/api/content/${id}`)).status).toBe(404)
      expect((await ada.get(`/rest/oxbow/1.0/content/${file}/comments`)).status).toBe(404)
    })

    it('lists the files of a page, with as many statements for many as for one', async () => {
      const one = await makePage(wiki(), 'One file')
      await attach(wiki().admin, one, 'a.drawio', '<mxfile/>', 'application/xml')
      const aboutFiles = async (id: string) => {
        const statements = await statementsOf(wiki(), () => ada.get(`/rest/oxbow/1.0/content/${id}/previews`))
        return statements.filter(({ sql }) => /"(?:attachment|comment)"|'attachment'|'comment'/.test(sql)).length
      }
      const listed = await ada.get(`/rest/oxbow/1.0/content/${one}/previews`)
      expect(listed.json).toMatchObject({
        mayComment: true,
        results: [{ name: 'a.drawio', kind: 'diagram', version: 1 }],
      })
      expect(await aboutFiles(one)).toBeGreaterThan(1)
      expect(await aboutFiles(page)).toBe(await aboutFiles(one))
    })
  },
)
