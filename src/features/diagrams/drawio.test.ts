import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, storage, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach, childPath, makePage, makeSpace, namesOn, part, sendForm } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { DRAWIO_MACROS, DRAWIO_TYPE } from './names.ts'
import { boxes, DIAGRAMS, drawio, drawioFile, saved, viewOf } from './testing/wiki.ts'

const ROOT = '/rest/gliffy/1.0'
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)
/** Parameters as draw.io for Confluence writes them. */
const CLOUD = {
  zoom: '1',
  simple: '0',
  inComment: '0',
  lbox: '1',
  contentVer: '2',
  revision: '1',
  pCenter: '0',
  links: 'auto',
  tbstyle: 'top',
  custContentId: '98304',
  baseUrl: 'https://example.org/wiki',
}

onEachEngine(
  'macros of draw.io',
  () => features,
  wiki => {
    let ada: HttpClient
    let reader: HttpClient
    let count = 0

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      reader = await wiki().addUser('rita')
    })

    const page = (value = '<p>nothing</p>', title = `Page ${++count}`) =>
      makePage(wiki(), title, { body: storage(value) })
    const textOf = async (id: string) =>
      (await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value as string
    /** The stored macros, without what the wiki adds to all macros. */
    const macrosOn = async (id: string) => (await textOf(id)).replaceAll(/ ac:(?:schema-version|macro-id)="[^"]*"/g, '')
    const attachFile = (id: string, name: string, ...texts: string[]) =>
      attach(ada, id, name, drawioFile(...texts), DRAWIO_TYPE)
    const change = async (id: string, value: string) => {
      const { json } = await wiki().admin.get(`/rest/api/content/${id}?expand=version`)
      const reply = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: json.title,
        version: { number: Number(json.version.number) + 1 },
        body: storage(value),
      })
      expect(reply.status, reply.text).toBe(200)
    }
    const numberIn = (html: string, name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(html)?.[1])

    it.each(DRAWIO_MACROS)(
      'show their file as a picture, with the ways to the viewer and the editor: %s',
      async macro => {
        const own = await page()
        await attachFile(own, 'Net plan', 'Numbat')
        await change(own, drawio({ ...CLOUD, diagramName: 'Net plan', pageId: own }, macro))
        const html = await viewOf(ada, own)
        expect(html).toContain(`data-macro-name="${macro}"`)
        expect(html).toContain('aria-description="Numbat"')
        expect(html).toMatch(/src="[^"]*\/diagrams\/picture\/\d+\?version=1/)
        for (const [way, text] of [
          ['data-full', 'Numbat'],
          ['data-edit', 'Net plan'],
        ] as const) {
          const path = new RegExp(` ${way}="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
          const screen = await ada.with({ accept: 'text/html' }).get(path)
          expect([screen.status, screen.text.includes(text)], way).toEqual([200, true])
        }
      },
    )

    it('show the file of their own page, whatever page they were drawn on; inc-drawio that of its page', async () => {
      const drawn = await page()
      await attachFile(drawn, 'Plan', 'Original')
      const copied = await page(
        drawio({ diagramName: 'Plan', pageId: drawn }) +
          drawio({ diagramName: 'Plan', pageId: drawn }, 'drawio-sketch') +
          drawio({ diagramName: 'Plan', pageId: drawn, includedDiagram: '1' }, 'inc-drawio'),
      )
      await attachFile(copied, 'Plan', 'Copied')
      const shown = [...(await viewOf(reader, copied)).matchAll(/aria-description="(\w+)"/g)].map(([, text]) => text)
      expect(shown).toEqual(['Copied', 'Copied', 'Original'])
    })

    it('hide the diagram of a page from those who may not see it', async () => {
      const secret = await page()
      await attachFile(secret, 'Secret', 'Hidden words')
      const other = await page(drawio({ diagramName: 'Secret', pageId: secret }, 'inc-drawio'))
      expect(await viewOf(reader, other)).toContain('aria-description="Hidden words"')
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      const html = await viewOf(reader, other)
      expect(html).toContain('The diagram “Secret” could not be found.')
      expect(html).not.toContain('Hidden words')
    })

    it('have the size, border, toolbar and page that they say', async () => {
      const own = await page()
      const { id } = await attachFile(own, 'Two', 'First', 'Second')
      const shown = async (parameters: Record<string, string>) => {
        await change(own, drawio({ diagramName: 'Two', ...parameters }))
        return viewOf(ada, own)
      }
      const plain = await shown({})
      const full = numberIn(plain, 'data-fullwidth')
      expect(full).toBeGreaterThan(50)
      expect([numberIn(plain, 'width'), plain.includes('gliffy-image-border')]).toEqual([full, false])
      expect(plain).toContain('data-chrome="full"')
      const set = await shown({ width: '300', border: 'true', tbstyle: 'hidden', aspect: 'page-2 0 1' })
      expect([numberIn(set, 'width'), set.includes('gliffy-image-border')]).toEqual([300, true])
      expect(set).toContain('data-chrome="min"')
      expect(set).toContain('aria-description="Second"')
      expect(numberIn(await shown({ zoom: '2' }), 'width')).toBe(Math.round(full * 2))
      // A height beside it: the size of the drawing when draw.io saved that version.
      expect(numberIn(await shown({ width: '400', height: '200', revision: '1' }), 'width')).toBe(400)
      const next = part('file', drawioFile('First', 'Second', 'Third'), 'Two', DRAWIO_TYPE)
      expect((await sendForm(ada, `${childPath(own)}/${id}/data`, [next])).status).toBe(200)
      expect(numberIn(await shown({ width: '400', height: '200', revision: '1' }), 'width')).toBe(full)
      expect(numberIn(await shown({ width: '400', revision: '1' }), 'width')).toBe(400)
    })

    it('show the stored picture of a file that cannot be read, or the file itself if it is one', async () => {
      const own = await page(drawio({ diagramName: 'Damaged' }) + drawio({ diagramName: 'Within.drawio.png' }))
      await attach(ada, own, 'Damaged', '<mxfile><diagram>%%%</diagram></mxfile>', DRAWIO_TYPE)
      expect(await viewOf(ada, own)).toContain('The diagram “Damaged” cannot be shown')
      await attach(ada, own, 'Damaged.png', DOT, 'image/png')
      await attach(ada, own, 'Within.drawio.png', DOT, 'image/png')
      const html = await viewOf(ada, own)
      expect(html).toMatch(new RegExp(`src="[^"]*/download/attachments/${own}/Damaged\\.png`))
      expect(html).toMatch(new RegExp(`src="[^"]*/download/attachments/${own}/Within\\.drawio\\.png`))
      expect(html).not.toContain('gliffy-missing')
    })

    it('show what the editor saves, and stay as they are in the text; the file of draw.io is the earlier version', async () => {
      const own = await page()
      await attachFile(own, 'Edited.drawio', 'Before')
      const text = drawio({ ...CLOUD, diagramName: 'Edited.drawio', diagramDisplayName: 'Edited', pageId: own })
      await change(own, text)
      const opened = await ada.get(`${DIAGRAMS}/editor?pageId=${own}&name=Edited.drawio`)
      expect(opened.json).toMatchObject({ mayEdit: true, diagram: { origin: 'drawio', version: 1 } })
      await saved(ada, own, 'Edited.drawio', boxes('After'), 1)
      expect(await viewOf(reader, own)).toContain('aria-description="After"')
      expect(await macrosOn(own)).toBe(text)
      const path = `/download/attachments/${own}/Edited.drawio`
      expect((await ada.get(`${path}?version=1`)).text).toBe(drawioFile('Before'))
      await wiki().app.jobs.idle()
      expect(await namesOn(ada, own)).toEqual(['Edited.drawio', 'Edited.drawio.png', 'Edited.drawio.svg'])
    })

    it('keep every parameter, also unknown ones and empty ones', async () => {
      const all = { ...CLOUD, diagramName: 'Any', width: '', height: '12', aspectHash: 'a1', templateUrl: '/x', '': '' }
      for (const macro of DRAWIO_MACROS) {
        const own = await page(drawio(all, macro))
        expect(await macrosOn(own)).toBe(
          drawio(all, macro).replaceAll(/<(ac:parameter[^>]*)><\/ac:parameter>/g, '<$1 />'),
        )
      }
    })

    describe('follow their diagram', () => {
      it('to another name, and to another page, with all other parameters as they are', async () => {
        const own = await page()
        const { id } = await attachFile(own, 'Old', 'Words')
        await change(
          own,
          drawio({ ...CLOUD, diagramName: 'Old', diagramDisplayName: 'Old', pageId: own }) +
            drawio({ diagramName: 'Old', width: '200' }, 'drawio-sketch'),
        )
        const other = await page(
          drawio({ ...CLOUD, pageId: own, diagramName: 'Old', includedDiagram: '1' }, 'inc-drawio'),
        )
        const uses = async () =>
          (await ada.get(`${DIAGRAMS}/uses?pageId=${own}&name=New`)).json.results as { id: string; latest: boolean }[]
        const relocate = (query: string) =>
          wiki().admin.post(`/rest/api/content/${own}/child/attachment/${id}/move?${query}`)
        expect((await relocate('newName=New')).status).toBe(200)
        expect((await uses()).map(use => [use.id, use.latest])).toEqual([
          [own, true],
          [other, true],
        ])
        expect(await macrosOn(own)).toBe(
          drawio({ ...CLOUD, diagramName: 'New', diagramDisplayName: 'New', pageId: own }) +
            drawio({ diagramName: 'New', width: '200' }, 'drawio-sketch'),
        )
        expect(await macrosOn(other)).toBe(
          drawio({ ...CLOUD, pageId: own, diagramName: 'New', includedDiagram: '1' }, 'inc-drawio'),
        )
        expect((await relocate(`newName=New&newContentId=${other}`)).status).toBe(200)
        expect(await macrosOn(own)).toBe(
          drawio(
            { ...CLOUD, diagramName: 'New', diagramDisplayName: 'New', pageId: other, includedDiagram: '1' },
            'inc-drawio',
          ) + drawio({ diagramName: 'New', width: '200', pageId: other, includedDiagram: '1' }, 'inc-drawio'),
        )
        expect(await macrosOn(other)).toBe(drawio({ ...CLOUD, pageId: other, diagramName: 'New' }))
        for (const place of [own, other]) expect(await viewOf(reader, place)).toContain('aria-description="Words"')
      })

      it('to a copy of their page', async () => {
        const own = await page()
        await attachFile(own, 'Copied along', 'Original')
        await change(own, drawio({ ...CLOUD, diagramName: 'Copied along', pageId: own }))
        const title = `Copy ${++count}`
        const form = new URLSearchParams({ idOfPageToCopy: own, title, spaceKey: 'FILES', attachments: 'true' })
        const sent = await wiki().admin.send('POST', '/pages/docopypage.action', form, {
          'x-atlassian-token': 'no-check',
        })
        expect(sent.status, sent.text).toBe(303)
        const { json } = await wiki().admin.get(`/rest/api/content?spaceKey=FILES&title=${encodeURIComponent(title)}`)
        await saved(ada, own, 'Copied along', boxes('Changed'), 1)
        const html = await viewOf(reader, json.results[0].id as string)
        expect(html).toContain('aria-description="Original"')
        expect(html).toContain('data-islinked="false"')
      })

      it('to a copy that the page gets of its own', async () => {
        const owner = await page()
        await attachFile(owner, 'Flow', 'Words')
        const own = await page(
          drawio({ ...CLOUD, pageId: owner, diagramName: 'Flow', includedDiagram: '1' }, 'inc-drawio'),
        )
        const reply = await ada.post(`${ROOT}/diagrams/unlink/${owner}/Flow?targetPageId=${own}&targetDiagramName=Mine`)
        expect(reply.status, reply.text).toBe(200)
        expect(await macrosOn(own)).toBe(drawio({ ...CLOUD, pageId: own, diagramName: 'Mine' }))
        expect(await viewOf(reader, own)).toContain('data-filename="Mine"')
      })
    })

    it('have a copy of their diagram below them', async () => {
      const own = await page()
      await attachFile(own, 'Flow', 'Words')
      const original = drawio({ ...CLOUD, diagramName: 'Flow', pageId: own, width: '200' })
      await change(own, original)
      const reply = await ada.send(
        'POST',
        `${ROOT}/diagrams/saveas/${own}/Flow?targetPageId=${own}&targetDiagramName=Second`,
        undefined,
        { 'x-atlassian-token': 'no-check' },
      )
      expect(reply.status, reply.text).toBe(200)
      expect(await macrosOn(own)).toBe(
        original + drawio({ ...CLOUD, diagramName: 'Second', pageId: own, width: '200' }),
      )
      const ids = [...(await textOf(own)).matchAll(/ac:macro-id="([^"]+)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(2)
    })

    it('have files that are diagrams by their type: listed, searched, and opened in the viewer', async () => {
      const own = await page()
      await attachFile(own, 'Listed', 'Bandicoot')
      expect((await reader.get(`${ROOT}/page/${own}/diagrams`)).json).toMatchObject([{ title: 'Listed' }])
      const found = await reader.get(`${DIAGRAMS}/find?words=Listed`)
      expect(found.json.results, found.text).toMatchObject([{ name: 'Listed', pageId: own }])
      const searched = await reader.get('/rest/api/search?cql=text+~+"bandicoot"')
      expect(searched.json.results).toMatchObject([{ content: { title: 'Listed' } }])
    })
  },
)
