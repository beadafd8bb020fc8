import { beforeAll, expect, it } from 'vitest'
import sharp from 'sharp'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace, namesOn } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { pngProcesses } from './server/png.ts'
import { filesOf, threeFiles } from './testing/access.ts'
import { boxes, DIAGRAMS, gliffy, save, saved, viewOf } from './testing/wiki.ts'

const ROOT = '/rest/gliffy/1.0'

onEachEngine(
  'diagrams over HTTP',
  () => features,
  wiki => {
    let ada: HttpClient
    /** May see the page, no more. */
    let reader: HttpClient
    let page = ''

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      reader = await wiki().addUser('rita')
      page = await makePage(wiki(), 'Owner')
      const closed = await wiki().admin.put(`/rest/api/content/${page}/restriction`, [
        {
          operation: 'update',
          restrictions: { user: ['admin', 'ada'].map(username => ({ type: 'known', username })) },
        },
      ])
      if (closed.status !== 200) throw new Error(closed.text)
    })

    it('stores a diagram as attachments of its page, with its pictures [D1-01]', async () => {
      const made = await saved(ada, page, 'Order flow', boxes('Quokka order', 'Ship'))
      expect(made).toEqual({
        attachmentId: expect.stringMatching(/^\d+$/),
        pageId: page,
        name: 'Order flow',
        version: 1,
      })
      await wiki().app.jobs.idle()
      expect(await namesOn(ada, page)).toEqual(['Order flow', 'Order flow.png', 'Order flow.svg'])
      const png = await ada.send('GET', `/download/attachments/${page}/Order%20flow.png`)
      expect(png.headers.get('content-type')).toBe('image/png')
      const loaded = await ada.get(`${DIAGRAMS}?pageId=${page}&name=Order+flow`)
      expect(loaded.json).toMatchObject({
        attachmentId: made.attachmentId,
        version: 1,
        latest: 1,
        origin: 'oxbow',
        may: { update: true },
        document: boxes('Quokka order', 'Ship'),
        report: [],
      })
      expect((await reader.get(`${DIAGRAMS}?pageId=${page}&name=Order+flow`)).json.may).toEqual({ update: false })
    })

    it('answers 409 with who saved and when to whoever saves over them, and keeps every version', async () => {
      await saved(ada, page, 'Shared', boxes('one'))
      await saved(ada, page, 'Shared', boxes('two'), 1)
      const late = await save(wiki().admin, page, 'Shared', boxes('mine'), 1)
      expect(late.status).toBe(409)
      expect(late.json.message).toContain('Ada saved version 2')
      expect(late.json.conflict).toMatchObject({
        version: 2,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        by: { username: 'ada' },
      })
      expect((await save(ada, page, 'Shared', boxes('new'), 0)).status).toBe(409)
      expect((await save(ada, page, 'Gone', boxes('x'), 3)).json).toMatchObject({ statusCode: 409, conflict: null })
      // Two at once: one is stored, the other gets a conflict.
      const both = await Promise.all([
        save(ada, page, 'Shared', boxes('three'), 2),
        save(wiki().admin, page, 'Shared', boxes('drei'), 2),
      ])
      expect(both.map(reply => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const first = await ada.get(`${DIAGRAMS}?pageId=${page}&name=Shared&version=1`)
      expect(first.json).toMatchObject({ version: 1, latest: 3, document: boxes('one') })
      await wiki().app.jobs.idle()
      for (const name of ['Shared', 'Shared.png', 'Shared.svg']) {
        const row = await ada.get(`/rest/api/content/${page}/child/attachment?filename=${name}&expand=version`)
        expect(row.json.results[0].version.number, name).toBe(3)
      }
    })

    it('takes a document as the text of its JSON too, and refuses one that is none', async () => {
      await saved(ada, page, 'As text', JSON.stringify(boxes('Wombat')))
      expect((await ada.get(`${DIAGRAMS}?pageId=${page}&name=As+text`)).json.document).toEqual(boxes('Wombat'))
      for (const text of ['', '{', '{}', 'null', JSON.stringify({ ...boxes('x'), pages: [] })])
        expect((await save(ada, page, 'As text', text, 1)).status, text).toBe(400)
    })

    it('answers the picture that was drawn for the save', async () => {
      await saved(ada, page, 'Drawn once', boxes('One'))
      await wiki().app.jobs.idle()
      const pictures = async () =>
        (await wiki().app.database.read.selectFrom('diagram_picture').selectAll().execute()).length
      const before = await pictures()
      const bytes = async (path: string) => {
        const reply = await fetch(`${reader.url}${path}`, { headers: reader.headers })
        return Buffer.from(await reply.arrayBuffer())
      }
      const attached = await bytes(`/download/attachments/${page}/Drawn%20once.png`)
      expect(await bytes(`${ROOT}/diagrams/preview?name=Drawn+once&pageId=${page}`)).toEqual(attached)
      expect(await pictures()).toBe(before)
    })

    it('stores a diagram while its PNG cannot be drawn yet, and attaches the PNGs of all versions in order', async () => {
      await saved(ada, page, 'Warm', boxes('Warm'))
      await wiki().app.jobs.idle()
      const held = pngProcesses()
      for (const { pid } of held) process.kill(pid, 'SIGSTOP')
      try {
        await saved(ada, page, 'Later', boxes('Late'))
        await saved(wiki().admin, page, 'Later', boxes('Late', 'Two', 'Three', 'Four'), 1)
        // The picture of the first version was drawn already, and yet it comes in its turn.
        await saved(ada, page, 'Later', boxes('Warm'), 2)
        expect(await namesOn(ada, page)).toContain('Later.svg')
        expect(await namesOn(ada, page)).not.toContain('Later.png')
        const early = await fetch(`${ada.url}/download/attachments/${page}/Later.png?version=3`, {
          headers: ada.headers,
        })
        expect([early.status, early.headers.get('content-type')]).toEqual([200, 'image/png'])
      } finally {
        for (const { pid } of held) process.kill(pid, 'SIGCONT')
      }
      await wiki().app.jobs.idle()
      expect(await filesOf(wiki(), page)).toMatchObject(threeFiles('Later', 3))
      const path = `/rest/api/content/${page}/child/attachment?filename=Later.png&expand=version`
      const [png] = (await ada.get(path)).json.results as { version: { number: number; by: { username: string } } }[]
      expect(png?.version).toMatchObject({ number: 3, by: { username: 'ada' } })
      const widths = await Promise.all(
        [1, 2, 3].map(async version => {
          const reply = await fetch(`${ada.url}/download/attachments/${page}/Later.png?version=${version}`, {
            headers: ada.headers,
          })
          return (await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).width
        }),
      )
      expect(widths[1]).toBeGreaterThan(2 * (widths[0] ?? 0))
      expect(widths[2]).toBe(widths[0])
    })

    it('attaches no PNG to a diagram that is gone or renamed before it is drawn, but to the renamed one', async () => {
      const held = pngProcesses()
      for (const { pid } of held) process.kill(pid, 'SIGSTOP')
      const gone = await saved(ada, page, 'Soon gone', boxes('Gone'))
      const renamed = await saved(ada, page, 'Old name', boxes('Renamed'))
      expect((await ada.delete(`/rest/api/content/att${gone.attachmentId}`)).status).toBe(204)
      const path = `/rest/api/content/${page}/child/attachment/${renamed.attachmentId}/move?newName=New%20name`
      const moved = await ada.post(path)
      expect(moved.status, moved.text).toBe(200)
      for (const { pid } of held) process.kill(pid, 'SIGCONT')
      await wiki().app.jobs.idle()
      const names = await namesOn(ada, page)
      expect(names).toEqual(expect.arrayContaining(['New name', 'New name.png']))
      for (const name of ['Soon gone.png', 'Old name.png']) expect(names).not.toContain(name)
    })

    it('does not draw again for a while what could not be drawn', async () => {
      const { attachmentId } = await saved(ada, page, 'Endless', boxes('Endless'))
      await wiki().app.jobs.idle()
      for (const { pid } of pngProcesses()) process.kill(pid, 'SIGSTOP')
      const ask = () => ada.get(`${DIAGRAMS}/picture/${attachmentId}?version=1&scale=2`)
      const asked = ask()
      await expect.poll(() => pngProcesses().some(({ isBusy }) => isBusy)).toBe(true)
      // As the time limit does.
      const killed = pngProcesses().map(({ pid }) => pid)
      for (const pid of killed) process.kill(pid, 'SIGKILL')
      const first = await asked
      expect(first.status).toBe(503)
      const again = await ask()
      expect([again.status, again.json.message]).toEqual([503, first.json.message])
      // One that was killed idle may still be listed.
      expect(pngProcesses().filter(({ pid }) => !killed.includes(pid))).toEqual([])
    })

    it('refuses what cannot be stored, and says why', async () => {
      const broken = { ...boxes('x'), pages: [] }
      expect((await save(ada, page, 'Broken', broken)).json).toMatchObject({
        statusCode: 400,
        message: expect.stringContaining('pages'),
      })
      for (const name of ['a:b', 'a/b', '$x', '..x', '~x', ' ', 'x'.repeat(252)])
        expect((await save(ada, page, name, boxes('x'))).status, name).toBe(400)
      await attach(ada, page, 'notes.txt', 'plain words')
      await attach(ada, page, 'Photo.png', 'whatever', 'image/png')
      expect((await save(ada, page, 'notes.txt', boxes('x'), 1)).json.message).toContain('no diagram')
      expect((await save(ada, page, 'Photo', boxes('x'))).json.message).toContain('Photo.png')
      expect((await save(reader, page, 'Mine', boxes('x'))).status).toBe(403)
      expect((await save(wiki().anonymous, page, 'Mine', boxes('x'))).status).toBe(404)
      expect(await namesOn(ada, page)).not.toContain('Mine')
    })

    it('draws previews and thumbnails [D7-19] [D7-20]', async () => {
      await saved(ada, page, 'Wide', boxes(...Array.from({ length: 8 }, (_, index) => `Box ${index}`)))
      const picture = async (path: string, client = reader) => {
        const reply = await fetch(`${client.url}${path}`, { headers: client.headers })
        expect([reply.status, reply.headers.get('content-type')], path).toEqual([200, 'image/png'])
        return sharp(Buffer.from(await reply.arrayBuffer())).metadata()
      }
      const whole = await picture(`${ROOT}/diagrams/preview?name=Wide&pageId=${page}&version=1`)
      expect(whole.width).toBeGreaterThan(1400)
      const small = await picture(`${ROOT}/diagrams/thumbnail?name=Wide&pageId=${page}&version=`)
      expect(small.width).toBeLessThanOrEqual(300)
      expect(small.width).toBeGreaterThan(100)
      for (const call of ['preview', 'thumbnail']) {
        expect((await reader.get(`${ROOT}/diagrams/${call}?name=Wide&pageId=${page}&version=9`)).status).toBe(404)
        expect((await reader.get(`${ROOT}/diagrams/${call}?name=notes.txt&pageId=${page}`)).status).toBe(404)
        expect((await wiki().anonymous.get(`${ROOT}/diagrams/${call}?name=Wide&pageId=${page}`)).status).toBe(404)
      }
    })

    it('delivers the pictures of a pinned and of the latest version at the addresses of its files [D7-27]', async () => {
      await saved(ada, page, 'Pinned', boxes('One'))
      await saved(ada, page, 'Pinned', boxes('One', 'Two', 'Three', 'Four'), 1)
      await wiki().app.jobs.idle()
      const width = async (query: string) => {
        const reply = await fetch(`${reader.url}/download/attachments/${page}/Pinned.png?${query}`, {
          headers: reader.headers,
        })
        expect([reply.status, reply.headers.get('content-type')], query).toEqual([200, 'image/png'])
        return (await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).width
      }
      const pinned = await width('api=v2&version=1')
      const latest = await width(`api=v2&timestamp=${Date.now()}&version=2`)
      expect(latest).toBeGreaterThan(2 * pinned)
      expect((await reader.get(`/download/attachments/${page}/Pinned.png?api=v2&version=9`)).status).toBe(404)
      expect((await wiki().anonymous.get(`/download/attachments/${page}/Pinned.png?api=v2&version=1`)).status).toBe(404)
    })

    it('keeps a picture once it is drawn, and draws a new version anew', async () => {
      const { attachmentId } = await saved(ada, page, 'Kept', boxes('first'))
      await wiki().app.jobs.idle()
      const ask = (version: number) =>
        fetch(`${wiki().url}${DIAGRAMS}/picture/${attachmentId}?version=${version}&scale=2&renderer=1`, {
          headers: reader.headers,
        })
      const count = async () =>
        (await wiki().app.database.read.selectFrom('diagram_picture').selectAll().execute()).length
      const before = await count()
      const [one, again] = await Promise.all([ask(1), ask(1)])
      expect(one.headers.get('cache-control')).toContain('immutable')
      expect(again.headers.get('etag')).toBe(one.headers.get('etag'))
      expect(await count()).toBe(before + 1)
      // A page that it does not have is the first one, and not another picture for each name.
      for (const name of ['', 'nowhere', 'nowhere else']) {
        const reply = await fetch(
          `${wiki().url}${DIAGRAMS}/picture/${attachmentId}?version=1&scale=2&page=${encodeURIComponent(name)}`,
          { headers: reader.headers },
        )
        expect([reply.status, reply.headers.get('etag')], name).toEqual([200, one.headers.get('etag')])
      }
      expect(await count()).toBe(before + 1)
      await saved(ada, page, 'Kept', boxes('second'), 1)
      expect((await ask(2)).headers.get('etag')).not.toBe(one.headers.get('etag'))
      expect((await ask(3)).status).toBe(404)
      expect((await fetch(`${wiki().url}${DIAGRAMS}/picture/${attachmentId}?version=1`)).status).toBe(404)
    })

    it('tells what one may do, uncached, and how many versions there are [D7-16] [D7-21] [D3-16] [D3-17]', async () => {
      const { attachmentId } = await saved(ada, page, 'Rights', boxes('x'))
      await saved(ada, page, 'Rights', boxes('y'), 1)
      const ofPage = await ada.get(`${ROOT}/ceo/${page}/permission`)
      expect(ofPage.json).toEqual({ pageId: page, edit: true, createAttachment: true })
      expect(ofPage.headers.get('cache-control')).toBe('no-store')
      const ofDiagram = await ada.get(`${ROOT}/ceo/${page}/diagrams/Rights/permission`)
      expect(ofDiagram.json).toEqual({ attachmentId })
      expect((await reader.get(`${ROOT}/ceo/${page}/permission`)).status).toBe(403)
      expect((await reader.get(`${ROOT}/ceo/${page}/diagrams/Rights/permission`)).status).toBe(403)
      expect((await ada.get(`${ROOT}/ceo/${page}/diagrams/Unsaved/permission`)).status).toBe(404)
      expect((await reader.get(`${ROOT}/diagrams/allVersionInformation?pageId=${page}&name=Rights`)).json).toEqual({
        numRevisions: 2,
      })
    })

    it('lists the diagrams of a page [D7-08] [D3-06] [D3-20]', async () => {
      const own = await makePage(wiki(), 'Lists')
      const { attachmentId } = await saved(ada, own, 'B diagram', boxes('x'))
      await saved(ada, own, 'A diagram', boxes('x'))
      await attach(ada, own, 'readme.txt', 'words')
      const list = await reader.get(`${ROOT}/page/${own}/diagrams`)
      expect(list.json.map((item: { title: string }) => item.title)).toEqual(['A diagram', 'B diagram'])
      expect(list.json[1]).toEqual({ id: attachmentId, title: 'B diagram', fileName: 'B diagram' })
      expect((await reader.get(`${ROOT}/page/${own}/diagrams?start=1&limit=1`)).json).toHaveLength(1)
      expect((await wiki().anonymous.get(`${ROOT}/page/${own}/diagrams`)).status).toBe(404)
    })

    it('finds diagrams by the words in them', async () => {
      const { attachmentId } = await saved(ada, page, 'Searched', boxes('Zyzzogeton'))
      await expect
        .poll(async () =>
          (await ada.get('/rest/api/search?cql=text+~+"zyzzogeton"')).json.results.map(
            (one: { content: { id: string } }) => one.content.id,
          ),
        )
        .toEqual([`att${attachmentId}`])
    })

    it('shows the diagram on a page, whole without script', async () => {
      await saved(
        ada,
        page,
        'Shown',
        boxes({ text: 'Out', link: { kind: 'url', href: 'https://example.org/' } }, 'Second'),
      )
      const here = await makePage(wiki(), 'Shows it', {
        body: {
          storage: {
            value: gliffy({ name: 'Shown', pageid: page, version: '1', size: 'M', border: 'true' }),
            representation: 'storage',
          },
        },
      })
      const html = await viewOf(reader, here)
      expect(html).toContain('class="gliffy-container')
      for (const data of [
        `data-ceoid="${page}"`,
        'data-filename="Shown"',
        'data-version="1"',
        'data-islinked="true"',
        'data-embed-link-enabled="false"',
        'data-html5-enabled="true"',
        'data-fullwidth="',
      ])
        expect(html).toContain(data)
      expect(html).toMatch(
        /<img [^>]*class="gliffy-image gliffy-image-border" src="\/rest\/oxbow\/1\.0\/diagrams\/picture\/\d+\?version=1[^"]*" alt="Shown" aria-description="Out Second" width="300"/,
      )
      const map =
        /<map id="([^"]+)" name="\1"><area shape="poly" coords="[\d,]+" href="https:\/\/example\.org\/" alt="Out"/.exec(
          html,
        )?.[1]
      expect(html).toContain(`usemap="#${map}"`)
      const own = await makePage(wiki(), 'Unpinned', {
        body: { storage: { value: gliffy({ name: 'Shown', pageid: page }), representation: 'storage' } },
      })
      await saved(ada, page, 'Shown', boxes('Third'), 1)
      expect(await viewOf(reader, own)).toContain('aria-description="Third"')
      expect(await viewOf(reader, here)).toContain('aria-description="Out Second"')
      expect(await viewOf(reader, own)).not.toContain('data-version')
    })

    it('shows the stored picture where the source cannot be read, and a note where there is nothing', async () => {
      const own = await makePage(wiki(), 'Damaged')
      await attach(ada, own, 'Old', '{"contentType":"application/gliffy+json", damaged', 'application/gliffy+json')
      const png = await sharp({ create: { width: 640, height: 320, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
      await attach(ada, own, 'Old.png', png, 'image/png')
      await attach(ada, own, 'Bare', '{"contentType":"application/gliffy+json", damaged', 'application/gliffy+json')
      const storage =
        ['Old', 'Bare', 'Nowhere'].map(name => gliffy({ name, pageid: own })).join('') +
        gliffy({ name: 'Old', pageid: own, version: '7' }) +
        gliffy({})
      const here = await makePage(wiki(), 'Shows damage', {
        body: { storage: { value: storage, representation: 'storage' } },
      })
      const html = await viewOf(reader, here)
      expect(html).toMatch(
        new RegExp(
          `<img [^>]*src="/download/attachments/${own}/Old\\.png\\?version=1&amp;modificationDate=\\d+&amp;api=v2" alt="Old" width="640" height="320"`,
        ),
      )
      expect(html).toContain('The diagram “Bare” cannot be shown')
      expect(html).toContain('The diagram “Nowhere” could not be found.')
      expect(html).toContain('Version 7 of the diagram “Old” could not be found.')
      expect(html).toContain('This macro names no diagram.')
    })

    it('shows a Gliffy file from its source whatever type it bears, and takes it over with the first save', async () => {
      const own = await makePage(wiki(), 'Moved here')
      const graphic = {
        type: 'Text',
        Text: {
          html: '<p style="text-align:center;"><span style="font-size:12px;font-family:Arial;">Wombat</span></p>',
          valign: 'middle',
        },
      }
      const old = JSON.stringify({
        contentType: 'application/gliffy+json',
        version: '1.3',
        metadata: {},
        embeddedResources: { index: 0, resources: [] },
        stage: {
          width: 200,
          height: 100,
          background: '#FFFFFF',
          objects: [
            {
              x: 20,
              y: 20,
              width: 100,
              height: 40,
              rotation: 0,
              id: 1,
              uid: 'com.gliffy.shape.basic.basic_v1.default.rectangle',
              order: 0,
              lockAspectRatio: false,
              hidden: false,
              layerId: null,
              graphic: {
                type: 'Shape',
                Shape: {
                  tid: 'com.gliffy.stencil.rectangle.basic_v1',
                  strokeWidth: 2,
                  strokeColor: '#333333',
                  fillColor: '#FFFFFF',
                  gradient: false,
                  dropShadow: false,
                  state: 0,
                  opacity: 1,
                },
              },
              children: [{ x: 0, y: 0, width: 100, height: 14, rotation: 0, id: 2, uid: null, order: 'auto', graphic }],
            },
          ],
        },
      })
      await attach(ada, own, 'Old one', old, 'application/octet-stream')
      await attach(ada, own, 'Old one.png', 'not read', 'image/png')
      const here = await makePage(wiki(), 'Shows Gliffy', {
        body: { storage: { value: gliffy({ name: 'Old one', pageid: own }), representation: 'storage' } },
      })
      expect(await viewOf(reader, here)).toContain('aria-description="Wombat"')
      expect((await reader.get(`${ROOT}/page/${own}/diagrams`)).json).toMatchObject([{ title: 'Old one' }])
      const loaded = (await ada.get(`${DIAGRAMS}?pageId=${own}&name=Old+one`)).json
      expect(loaded).toMatchObject({ origin: 'gliffy', version: 1, document: { format: 'oxbow-diagram' } })
      await saved(ada, own, 'Old one', loaded.document, 1)
      expect((await ada.get(`${DIAGRAMS}?pageId=${own}&name=Old+one`)).json).toMatchObject({
        origin: 'oxbow',
        version: 2,
        document: loaded.document,
      })
      expect((await ada.get(`/download/attachments/${own}/Old%20one?version=1`)).text).toBe(old)
      expect(await viewOf(reader, here)).toContain('aria-description="Wombat"')
    })

    it('reads files of draw.io too', async () => {
      const own = await makePage(wiki(), 'From draw.io')
      await attach(
        ada,
        own,
        'Net',
        '<mxfile><diagram id="d" name="Net"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="Numbat" style="rounded=0;" vertex="1" parent="1"><mxGeometry x="10" y="10" width="80" height="40" as="geometry"/></mxCell></root></mxGraphModel></diagram></mxfile>',
        'application/xml',
      )
      const loaded = await reader.get(`${DIAGRAMS}?pageId=${own}&name=Net`)
      expect(loaded.json).toMatchObject({ origin: 'drawio', document: { pages: [{ name: 'Net' }] } })
      const here = await makePage(wiki(), 'Shows draw.io', {
        body: { storage: { value: gliffy({ name: 'Net', pageid: own }), representation: 'storage' } },
      })
      expect(await viewOf(reader, here)).toContain('aria-description="Numbat"')
    })

    it('answers the viewer’s addresses, old ones too [D2-02]', async () => {
      await saved(ada, page, 'Seen', boxes('Platypus'))
      const old = await reader.get(
        `/plugins/gliffy/viewlargediagram.action?name=Seen&ceoid=${page}&key=FILES&pageId=${page}`,
      )
      expect([old.status, old.headers.get('location')]).toEqual([
        302,
        `/plugins/gliffy/viewer.action?name=Seen&ceoid=${page}&key=FILES&pageId=${page}`,
      ])
      const viewer = await reader.get(old.headers.get('location') ?? '')
      expect(viewer.status).toBe(200)
      expect(viewer.text).toMatch(/<img src="\/rest\/oxbow\/1\.0\/diagrams\/picture\/\d+\?version=1/)
      expect(viewer.text).toContain('Platypus')
      expect((await reader.get(`/plugins/gliffy/viewer.action?name=Nothing&pageId=${page}`)).status).toBe(404)
      expect((await reader.get('/plugins/gliffy/viewer.action?pageId=1')).status).toBe(400)
      expect(
        (await wiki().anonymous.get(`/plugins/gliffy/viewer.action?name=Seen&pageId=${page}`)).headers.get('location'),
      ).toContain('/login.action')
    })

    it('opens the editor for who may draw, shows the drawing to who may read, and tells others nothing', async () => {
      const own = await makePage(wiki(), 'Editor')
      await saved(ada, own, 'Drawn', boxes('x'))
      await saved(ada, own, 'Drawn', boxes('y'), 1)
      await attach(ada, own, 'notes.txt', 'words')
      await wiki().admin.put(`/rest/api/content/${own}/restriction`, [
        { operation: 'update', restrictions: { user: [{ type: 'known', username: 'ada' }] } },
      ])
      const open = (client: typeof ada, query: string) => client.get(`${DIAGRAMS}/editor?pageId=${own}${query}`)
      expect((await open(ada, '&name=Drawn')).json).toMatchObject({
        pageId: own,
        pageTitle: 'Editor',
        mayEdit: true,
        diagram: { version: 2, latest: 2 },
      })
      // A page may be fixed to an older version, which is where its editing begins.
      expect((await open(ada, '&name=Drawn&version=1')).json).toMatchObject({
        diagram: { latest: 2, document: boxes('x') },
      })
      expect((await open(reader, '&name=Drawn')).json).toMatchObject({ mayEdit: false, diagram: { name: 'Drawn' } })
      for (const query of ['', '&name=New']) {
        expect((await open(ada, query)).json).toEqual({
          pageId: own,
          pageTitle: 'Editor',
          mayEdit: true,
          isEmbeddable: false,
        })
        expect((await open(reader, query)).status).toBe(403)
        expect((await open(wiki().anonymous, query)).status).toBe(404)
      }
      expect((await open(ada, '&name=notes.txt')).status).toBe(400)

      const address = `/plugins/gliffy/editor.action?ceoid=${own}&pageId=${own}&name=`
      const screen = await ada.get(`${address}Drawn&version=1`)
      expect(screen.text).toContain('<h1 id="title-text">Drawn</h1>')
      expect(screen.text).toMatch(/<img src="\/rest\/oxbow\/1\.0\/diagrams\/picture\/\d+\?version=2&/)
      expect((await ada.get(address)).status).toBe(200)
      expect((await reader.get(address)).status).toBe(403)
      expect((await ada.get('/plugins/gliffy/editor.action')).status).toBe(400)
      expect((await wiki().anonymous.get(address)).headers.get('location')).toContain('/login.action')
      const frame = await ada.get('/plugins/gliffy/editorframe.action')
      const policy = frame.headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'none'", "frame-ancestors 'self'"])
        expect(policy).toContain(rule)
      expect(frame.text).not.toContain('atl_token')
    })

    it('shows a diagram to those alone who may see its page', async () => {
      const secret = await makePage(wiki(), 'Secret owner')
      await saved(ada, secret, 'Hidden', boxes('Secret words'))
      const here = await makePage(wiki(), 'Shows a secret', {
        body: { storage: { value: gliffy({ name: 'Hidden', pageid: secret }), representation: 'storage' } },
      })
      expect(await viewOf(reader, here)).toContain('Secret words')
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'ada' }] } },
      ])
      const html = await viewOf(reader, here)
      expect(html).toContain('The diagram “Hidden” could not be found.')
      expect(html).not.toContain('Secret words')
      expect(await viewOf(ada, here)).toContain('Secret words')
      for (const path of [
        `${DIAGRAMS}?pageId=${secret}&name=Hidden`,
        `${ROOT}/diagrams/preview?pageId=${secret}&name=Hidden`,
        `${ROOT}/page/${secret}/diagrams`,
      ]) {
        expect((await reader.get(path)).status, path).toBe(404)
      }
    })
  },
)
