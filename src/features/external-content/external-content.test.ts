import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const macro = (name: string, parameters: Record<string, string>) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

const item = (title: string, link: string) =>
  `<item><title>${title}</title><link>${link}</link><description>About &lt;i&gt;${title}&lt;/i&gt;</description></item>`

onEachEngine(
  'content of other sites',
  () => features,
  wiki => {
    let site: Server
    let origin = ''
    let pages = 0
    const asked: string[] = []

    beforeAll(async () => {
      site = createServer((request, response) => {
        asked.push(request.url ?? '')
        if (request.url === '/moved') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
        else if (request.url === '/large') response.end('x'.repeat(1_100_000))
        else if (request.url === '/page') response.end('<html></html>')
        else
          response.end(
            `<rss><channel><title>Site</title><link>https://example.org/</link>${item('&lt;One&gt;', 'https://example.org/1')}${item('Two', 'javascript:alert(1)')}${item('Three', 'https://example.org/3')}</channel></rss>`,
          )
      })
      await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['127.0.0.1'] })
      await wiki().admin.post('/rest/api/space', { key: 'EXT', name: 'External' })
    })
    afterAll(() => new Promise(resolve => site.close(resolve)))

    const create = (value: string) => wiki().admin.createPage('EXT', `Page ${++pages}`, value)
    const read = async (id: string) =>
      (await wiki().admin.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
    const view = async (value: string) => read(await create(value))

    const FRAMES = '/rest/oxbow/1.0/external-frames'
    const allow = (frameHosts: string) => wiki().admin.put('/rest/oxbow/1.0/admin/settings', { frameHosts })

    it('shows pages of allowed sites alone in frames, and else a sentence and a link', async () => {
      const src = 'https://maps.example.org/a?b="c"'
      const id = await create(macro('iframe', { src: src.replaceAll('"', '&quot;'), height: '300px' }))
      const refused = await read(id)
      expect(refused).toContain('Pages of maps.example.org are not shown here until an administrator allows the site.')
      expect(refused).toContain('href="https://maps.example.org/a?b=%22c%22"')
      expect(refused).not.toContain('data-frame')
      const frame = `${FRAMES}?${new URLSearchParams({ url: src, title: '<b>' }).toString()}`
      expect((await wiki().admin.get(frame)).status).toBe(404)
      expect((await allow('maps.example.org, video.example.org')).status).toBe(200)
      const shown = await read(id)
      expect(shown).toContain('data-frame')
      expect(shown).not.toMatch(/<iframe/)
      const { status, text, headers } = await wiki().admin.get(frame)
      expect(status).toBe(200)
      expect(text).toContain(
        '<iframe src="https://maps.example.org/a?b=%22c%22" title="&lt;b&gt;" sandbox="allow-scripts ',
      )
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src-attr 'unsafe-inline'; frame-src maps.example.org video.example.org; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      )
      for (const url of [
        'https://maps.example.org.evil.example/',
        'https://maps.example.org:8443/',
        'https://maps.example.org@evil.example/',
        'https://user@maps.example.org/',
        'javascript:alert(1)',
        '/display/EXT',
      ])
        expect((await wiki().admin.get(`${FRAMES}?url=${encodeURIComponent(url)}`)).status, url).toBe(404)
      // The wiki itself would be shown with the rights of the reader.
      const { host, href } = new URL(wiki().app.baseUrl)
      await allow(host)
      expect((await wiki().admin.get(`${FRAMES}?url=${encodeURIComponent(href)}`)).status).toBe(404)
      expect(await view(macro('iframe', { src: 'javascript:alert(1)' }))).toContain('No address of a site is named.')
      await allow('')
    })

    it('shows a feed as escaped text and links, read once for all readers', async () => {
      const id = await create(macro('rss', { url: `${origin}/feed`, max: '2' }))
      const html = await read(id)
      expect(html).toMatch(/<a [^>]*href="https:\/\/example\.org\/"[^>]*>Site<\/a>/)
      expect(html).toMatch(/<a [^>]*href="https:\/\/example\.org\/1"[^>]*>/)
      expect(html).toContain('Two')
      expect(html).toContain('About Two')
      expect(html).not.toMatch(/Three|javascript:|<i>|<One>/)
      await read(id)
      expect(asked.filter(path => path === '/feed')).toHaveLength(1)
      const short = await view(macro('rss', { url: `${origin}/feed`, showTitlesOnly: 'true', titleBar: 'false' }))
      expect(short).toContain('Three')
      expect(short).not.toMatch(/About|Site/)
    })

    it('says why a feed cannot be shown', async () => {
      for (const [path, sentence] of [
        ['/moved', 'The site does not answer with a feed.'],
        ['/large', 'The feed is larger than 1 MB.'],
        ['/page', 'The address has no RSS or Atom feed.'],
      ])
        expect(await view(macro('rss', { url: origin + path })), path).toContain(sentence)
      expect(await view(macro('rss', { url: 'http://127.0.0.1:1/' }))).toContain('The site could not be reached.')
      expect(await view(macro('rss', { url: 'http://10.0.0.1/' }))).toContain('The feed is in the network of the wiki')
      for (const url of ['', 'file:///etc/passwd', 'javascript:alert(1)'])
        expect(await view(macro('rss', { url }))).toContain('No address of a feed is named.')
    })
  },
)
