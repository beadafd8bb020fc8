import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { pageOembed } from './view-contract.ts'

onEachEngine(
  'previews of links to pages',
  () => features,
  wiki => {
    let open = ''
    let restricted = ''
    let elsewhere = ''
    const address = (path: string) => `${wiki().app.baseUrl}${path}`
    const pageUrl = (id: string) => address(`/pages/viewpage.action?pageId=${id}`)
    const oembed = (url: string, client: HttpClient = wiki().anonymous) =>
      client.get(`${pageOembed.path}?url=${encodeURIComponent(url)}&format=json`)
    const documentOf = async (client: HttpClient, path: string) =>
      client.send('GET', path, undefined, { accept: 'text/html' })
    const allow = async (path: string, targetType: string, operationKey: string) =>
      expect((await wiki().admin.put(`${path}/anonymous/grant`, [{ targetType, operationKey }])).status).toBeLessThan(
        300,
      )

    beforeAll(async () => {
      const { admin } = wiki()
      for (const key of ['LP', 'CLOSED']) await admin.post('/rest/api/space', { key, name: `Space ${key}` })
      open = await admin.createPage(
        'LP',
        'Ferries & "ropes"',
        `<p>Ships <b>sail</b> &lt;daily&gt;.</p><p>${'word '.repeat(100)}</p>`,
      )
      restricted = await admin.createPage('LP', 'Numbat plans', '<p>Numbat</p>')
      elsewhere = await admin.createPage('CLOSED', 'Numbat notes', '<p>Numbat</p>')
      await admin.put(`/rest/api/content/${restricted}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
    })

    it('tell nothing while visitors may not use the wiki', async () => {
      expect((await oembed(pageUrl(open))).status).toBe(404)
      const { text } = await documentOf(wiki().anonymous, `/pages/viewpage.action?pageId=${open}`)
      expect(text).not.toContain('Ferries')
    })

    it('have the title and the beginning of a page that everyone may read', async () => {
      await allow('/rest/api/permissions', 'application', 'use')
      await allow('/rest/api/space/LP/permissions', 'space', 'read')
      const { text } = await documentOf(wiki().anonymous, `/pages/viewpage.action?pageId=${open}`)
      expect(text).toContain('<meta property="og:title" content="Ferries &amp; &quot;ropes&quot;">')
      expect(text).toContain(`<meta property="og:url" content="${pageUrl(open)}">`)
      expect(text).toMatch(/<meta property="og:description" content="Ships sail &lt;daily&gt;\. (?:word ){10,}[^"]*…">/)
      const [, href = ''] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(text) ?? []
      const answer = await wiki().anonymous.get(href.replaceAll('&amp;', '&').slice(wiki().app.baseUrl.length))
      expect(answer.json).toEqual({
        version: '1.0',
        type: 'link',
        title: 'Ferries & "ropes"',
        provider_name: 'Oxbow',
        provider_url: wiki().app.baseUrl,
      })
      const byTitle = await oembed(address(`/display/LP/${encodeURIComponent('Ferries & "ropes"')}`))
      expect(byTitle.json.title).toBe('Ferries & "ropes"')
      expect((await oembed(pageUrl(open).replace(/^/, 'x'))).status).toBe(404)
      expect((await wiki().anonymous.get(`${pageOembed.path}?url=x&format=xml`)).status).toBe(501)
    })

    it('are the same for a restricted page as for a missing one, whoever asks', async () => {
      const gone = pageUrl('999999')
      for (const client of [wiki().anonymous, wiki().admin]) {
        const missing = await oembed(gone, client)
        expect(missing.status).toBe(404)
        for (const url of [
          pageUrl(restricted),
          pageUrl(elsewhere),
          address('/display/LP/Numbat+plans'),
          address('/display/CLOSED/Numbat+notes'),
          address('/display/LP/Never+there'),
          address('/display/CLOSED'),
          'https://elsewhere.example.com/',
          pageUrl('att1'),
        ]) {
          const { status, text } = await oembed(url, client)
          expect([status, text], url).toEqual([missing.status, missing.text])
        }
      }
      const hidden = await documentOf(wiki().anonymous, `/pages/viewpage.action?pageId=${restricted}`)
      const missing = await documentOf(wiki().anonymous, '/pages/viewpage.action?pageId=999999')
      expect([hidden.status, hidden.text.includes('og:'), hidden.text.includes('Numbat')]).toEqual([
        missing.status,
        false,
        false,
      ])
      // The document of a user has no tags, which others might read of it.
      expect((await documentOf(wiki().admin, `/pages/viewpage.action?pageId=${restricted}`)).text).not.toContain('og:')
    })
  },
)
