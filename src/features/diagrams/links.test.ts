import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { importDrawio } from '#diagrams/import/drawio/import.ts'
import { pageAlone, withLinksFrom } from '#diagrams/operations/import-pages.ts'
import { linkToHref } from '#diagrams/model/links.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import type { LinkTargets } from './links-contract.ts'
import { absoluteHrefOf, hrefOf } from './links.ts'
import { boxes, gliffy, saved, viewOf } from './testing/wiki.ts'

it('keep pages by their ids, whatever program wrote the address', () => {
  expect(linkToHref('/pages/viewpage.action?pageId=42#Two%20words')).toEqual({
    kind: 'page',
    contentId: '42',
    anchor: 'Two words',
  })
  expect(linkToHref('/confluence/pages/viewpage.action?pageId=42')).toEqual({ kind: 'page', contentId: '42' })
  expect(linkToHref('/display/DOC/Home')).toEqual({ kind: 'url', href: '/display/DOC/Home' })
  expect(linkToHref('https://example.org/pages/viewpage.action?pageId=42')).toMatchObject({ kind: 'url' })
  expect(linkToHref('javascript:alert(1)')).toBeNull()
})

it('lead to the pages of a file of draw.io that they led to there', async () => {
  const cell = (id: string, link: string) =>
    `<UserObject label="${id}" link="${link}" id="${id}"><mxCell style="rounded=0" vertex="1" parent="1"><mxGeometry width="80" height="40" as="geometry"/></mxCell></UserObject>`
  const sheet = (id: string, cells: string) =>
    `<diagram id="${id}" name="${id}"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells}</root></mxGraphModel></diagram>`
  const { document, report } = await importDrawio(
    `<mxfile>${sheet('T47m4T9VV0', cell('a', 'data:page/id,second-') + cell('b', 'data:page/id,none') + cell('c', '/pages/viewpage.action?pageId=7'))}${sheet('second-', '')}</mxfile>`,
  )
  const [first, second] = document.pages
  const linksOf = Object.values(first?.objects ?? {}).map(object => object.link)
  expect(linksOf).toContainEqual({ kind: 'diagram', page: second?.id })
  expect(linksOf).toContainEqual({ kind: 'page', contentId: '7' })
  expect(report).toHaveLength(1)
  expect(report[0]?.path).toContain('cell b')
})

it('are links of the drawn SVG, that lead to the wiki wherever it is read', () => {
  const document = boxes(
    { text: 'Page', link: { kind: 'page', contentId: '7' } },
    { text: 'Other', link: { kind: 'diagram', contentId: '8', page: 'a&b', newWindow: true } },
    { text: 'Own', link: { kind: 'diagram', page: 'p1' } },
  )
  expect(renderDiagram(document).svg).not.toContain('<a ')
  const { svg } = renderDiagram(document, { href: link => absoluteHrefOf(link, 'https://wiki.example.org') })
  expect(svg.match(/<a [^>]*>/g)).toEqual([
    '<a href="https://wiki.example.org/pages/viewpage.action?pageId=7" target="_top">',
    '<a href="https://wiki.example.org/plugins/gliffy/diagram.action?id=8&amp;page=a%26b" target="_blank">',
  ])
  expect(hrefOf({ kind: 'diagram', page: 'p2' }, { pageId: '1', ceoid: '2', name: 'Flow' })).toBe(
    '/plugins/gliffy/viewer.action?inline=false&pageId=1&name=Flow&ceoid=2&page=p2',
  )
})

onEachEngine(
  'links of shapes to diagrams',
  () => features,
  wiki => {
    let ada: HttpClient
    let owner: string
    let target: { attachmentId: string }
    const targets = async (client: HttpClient, query: string) =>
      (await client.get(`/rest/oxbow/1.0/diagrams/link-targets?${query}`)).json as LinkTargets
    const follow = (client: HttpClient, id: string) => client.get(`/plugins/gliffy/diagram.action?id=${id}&page=p1`)

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      owner = await makePage(wiki(), 'Owner')
      target = await saved(ada, owner, 'Target', boxes('Goal'))
    })

    it('lead from the map of the picture, through renames and moves', async () => {
      const shown = await makePage(wiki(), 'Shown', {
        body: { storage: { value: gliffy({ name: 'Map' }), representation: 'storage' } },
      })
      const link = { kind: 'diagram', contentId: target.attachmentId } as const
      await saved(
        ada,
        shown,
        'Map',
        boxes({ text: 'Go', link }, { text: 'Own', link: { kind: 'diagram', page: 'p1' } }),
      )
      const html = await viewOf(ada, shown)
      expect(html).toMatch(
        new RegExp(`<area[^>]*href="[^"]*/plugins/gliffy/diagram.action\\?id=${target.attachmentId}"[^>]*alt="Go"`),
      )
      expect(html).toMatch(/<area[^>]*href="[^"]*viewer\.action\?[^"]*name=Map[^"]*page=p1"[^>]*alt="Own"/)
      const elsewhere = await makePage(wiki(), 'Elsewhere')
      await wiki().admin.post(
        `/rest/api/content/${owner}/child/attachment/${target.attachmentId}/move?newName=Renamed&newContentId=${elsewhere}`,
      )
      const reply = await follow(ada, target.attachmentId)
      expect(reply.status).toBe(302)
      expect(reply.headers.get('location')).toContain(`pageId=${elsewhere}&name=Renamed&ceoid=${elsewhere}&page=p1`)
      expect(await targets(ada, `diagrams=${target.attachmentId}&pages=${owner},999999`)).toEqual({
        pages: [{ id: owner, title: 'Owner', space: 'Files' }],
        diagrams: [
          { id: target.attachmentId, name: 'Renamed', pageId: elsewhere, pageTitle: 'Elsewhere', space: 'Files' },
        ],
      })
      const svg = await ada.get(`/download/attachments/${shown}/Map.svg`)
      expect(svg.text).toContain(`/plugins/gliffy/diagram.action?id=${target.attachmentId}" target="_top"`)
    })

    it('say that what they lead to is gone, or may not be seen, without telling which', async () => {
      const secret = await makePage(wiki(), 'Secret')
      const { attachmentId } = await saved(wiki().admin, secret, 'Hidden', boxes('x'))
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      for (const id of [attachmentId, '999999', 'x', owner]) {
        const reply = await follow(ada, id)
        expect(reply.status, id).toBe(404)
        expect(reply.text).toContain('It may have been moved or deleted, or you may not see it.')
      }
      expect(await targets(ada, `diagrams=${attachmentId}&pages=${secret}`)).toEqual({ pages: [], diagrams: [] })
      expect((await follow(wiki().admin, attachmentId)).status).toBe(302)
      const many = Array.from({ length: 201 }, (_, number) => number + 1).join()
      expect((await ada.get(`/rest/oxbow/1.0/diagrams/link-targets?pages=${many}`)).status).toBe(400)
    })
  },
)

onEachEngine(
  'pages of a diagram in another one',
  () => features,
  wiki => {
    let ada: HttpClient
    let owner: string
    const add = (client: HttpClient, id: string, document: unknown) =>
      client.post(`/rest/oxbow/1.0/diagrams/${id}/pages`, { document })

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
      owner = await makePage(wiki(), 'Owner')
    })

    it('are added as its next version, under ids of their own, to which their links lead', async () => {
      const { attachmentId } = await saved(ada, owner, 'Target', boxes('There'))
      const reply = await add(
        ada,
        attachmentId,
        boxes(
          { text: 'Self', link: { kind: 'diagram', page: 'p1' } },
          { text: 'Out', link: { kind: 'page', contentId: owner } },
        ),
      )
      expect(reply.json, reply.text).toMatchObject({ attachmentId, pageId: owner, name: 'Target', version: 2 })
      const loaded = (await ada.get(`/rest/oxbow/1.0/diagrams?pageId=${owner}&name=Target`)).json as {
        document: { pages: { id: string; objects: Record<string, { link?: { page?: string } }> }[] }
      }
      const [first, second, ...others] = loaded.document.pages
      expect(others).toEqual([])
      expect(first?.id).toBe('p1')
      expect(second?.id).toBe(reply.json.page)
      expect(second?.objects['o0']?.link).toEqual({ kind: 'diagram', page: second?.id })
    })

    it('are stored all when many are added at once, or are refused as a whole', async () => {
      const { attachmentId } = await saved(ada, owner, 'Busy', boxes('There'))
      const replies = await Promise.all(Array.from({ length: 3 }, () => add(ada, attachmentId, boxes('x'))))
      const stored = replies.filter(reply => reply.status === 200).length
      expect(replies.filter(reply => ![200, 409].includes(reply.status))).toEqual([])
      expect(stored).toBeGreaterThan(0)
      const { json } = await ada.get(`/rest/oxbow/1.0/diagrams?pageId=${owner}&name=Busy`)
      expect(json).toMatchObject({ version: 1 + stored })
      expect(json.document.pages).toHaveLength(1 + stored)
    })

    it('are refused of who may not change it, and where there is no diagram or no document', async () => {
      const secret = await makePage(wiki(), 'Mine')
      const { attachmentId } = await saved(wiki().admin, secret, 'Mine', boxes('x'))
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect((await add(ada, attachmentId, boxes('y'))).status).toBe(403)
      expect((await add(wiki().anonymous, attachmentId, boxes('y'))).status).toBeGreaterThanOrEqual(401)
      expect((await add(ada, '999999', boxes('y'))).status).toBe(404)
      expect((await add(ada, owner, boxes('y'))).status).toBe(404)
      const { attachmentId: own } = await saved(ada, owner, 'Own', boxes('x'))
      expect((await add(ada, own, { format: 'oxbow-diagram', version: 1 })).status).toBe(400)
      expect((await ada.get(`/rest/oxbow/1.0/diagrams?pageId=${owner}&name=Own`)).json).toMatchObject({ version: 1 })
    })
  },
)

it('that go into another diagram lead back to the pages that stay', () => {
  const [page] = boxes(
    { text: 'Self', link: { kind: 'diagram', page: 'p1' } },
    { text: 'Stays', link: { kind: 'diagram', page: 'p2' } },
  ).pages
  if (!page) throw new Error('no page')
  const document = { ...boxes(), pages: [page, { ...page, id: 'p2' }] }
  const alone = pageAlone(document, 'p1')
  expect(alone.pages.map(({ id }) => id)).toEqual(['p1'])
  const linksOf = (from: string | undefined) =>
    Object.values(withLinksFrom(alone, from).pages[0]?.objects ?? {}).map(object => object.link)
  expect(linksOf('42')).toEqual([
    { kind: 'diagram', page: 'p1' },
    { kind: 'diagram', contentId: '42', page: 'p2' },
  ])
  expect(linksOf(undefined)).toEqual([{ kind: 'diagram', page: 'p1' }, undefined])
})
