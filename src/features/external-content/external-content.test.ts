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

    const YOUTUBE = 'https://www.youtube-nocookie.com/embed/zy5ycJO4alo'
    const widget = (url: string, parameters: Record<string, string> = {}) =>
      macro('widget', { url: `<ri:url ri:value="${url}" />`, ...parameters })
    const frameIn = (html: string) => {
      const [, json] = /data-frame="([^"]*)"/.exec(html) ?? []
      return json === undefined ? undefined : (JSON.parse(json.replaceAll('&quot;', '"')) as Record<string, unknown>)
    }
    const playerIn = (html: string) =>
      new URL(String(frameIn(html)?.['src']), wiki().app.baseUrl).searchParams.get('url')

    it('shows videos whose player is allowed in frames, and a link to others', async () => {
      const url = 'https://www.youtube.com/watch?v=zy5ycJO4alo'
      const id = await create(widget(url))
      const link = `<a class="external-link" href="${url}" rel="nofollow noopener">`
      for (const hosts of ['', 'www.youtube.com, player.vimeo.com']) {
        await allow(hosts)
        const refused = await read(id)
        expect(refused).toContain(link)
        expect(refused).not.toContain('data-frame')
      }
      await allow('www.youtube-nocookie.com, player.vimeo.com, www.loom.com')
      const shown = await read(id)
      expect(shown).toContain(link)
      expect(shown).not.toMatch(/<iframe/)
      expect(playerIn(shown)).toBe(YOUTUBE)
      expect(frameIn(shown)).toMatchObject({ title: 'YouTube video zy5ycJO4alo', isVideo: true })
      const exported = await wiki().admin.get(`/rest/api/content/${id}?expand=body.export_view`)
      expect(exported.json.body.export_view.value).toContain(url)
      expect(exported.text).not.toContain('data-frame')
      const loom = '0123456789abcdef0123456789abcdef'
      expect(playerIn(await view(widget('https://youtu.be/zy5ycJO4alo?t=9')))).toBe(`${YOUTUBE}?start=9`)
      expect(playerIn(await view(widget('http://vimeo.com/1')))).toBe('https://player.vimeo.com/video/1')
      expect(playerIn(await view(widget(`https://loom.com/share/${loom}`)))).toBe(`https://www.loom.com/embed/${loom}`)
      for (const hostile of [
        'https://www.youtube.com/watch?v=%22onload%3D',
        'https://www.youtube.com.evil.example/watch?v=zy5ycJO4alo',
        'javascript://youtu.be/zy5ycJO4alo',
      ])
        expect(await view(widget(hostile)), hostile).not.toContain('data-frame')
      await allow('')
    })

    it.each([
      [{}, '', { width: '640px', height: 'auto', aspectRatio: '16 / 9' }],
      [{}, 'shorts/', { width: '320px', height: 'auto', aspectRatio: '9 / 16' }],
      [{ width: '400px', height: '300' }, '', { width: '400px', height: 'auto', aspectRatio: '400 / 300' }],
      [{ width: '100%' }, '', { width: '100%', height: 'auto', aspectRatio: '16 / 9' }],
      [{ height: '360' }, '', { width: '640px', height: 'auto', aspectRatio: '16 / 9' }],
      [{ width: '100%', height: '300px' }, '', { width: '100%', height: '300px' }],
      [{ width: '1px;color:red', height: 'x' }, '', { width: '640px', height: 'auto', aspectRatio: '16 / 9' }],
    ])('shows videos in the size of %j', async (parameters, kind, size) => {
      await allow('www.youtube-nocookie.com')
      const address = `https://www.youtube.com/${kind || 'embed/'}zy5ycJO4alo`
      const {
        src: _src,
        title: _title,
        hasBorder: _border,
        isVideo: _video,
        ...shown
      } = frameIn(await view(widget(address, parameters as Record<string, string>))) ?? {}
      expect(shown).toEqual(size)
      await allow('')
    })

    it('lets players alone fill the screen, and lists the sites for the editor', async () => {
      await allow('www.youtube-nocookie.com, maps.example.org')
      const document = async (url: string) => (await wiki().admin.get(`${FRAMES}?url=${encodeURIComponent(url)}`)).text
      expect(await document(YOUTUBE)).toContain(' allow="fullscreen" ')
      expect(await document(`${YOUTUBE}?list=1`)).toContain(' allow="" ')
      expect(await document('https://maps.example.org/')).toContain(' allow="" ')
      const sites = ['www.youtube-nocookie.com', 'maps.example.org']
      expect((await wiki().admin.get(`${FRAMES}/sites`)).json).toEqual({ sites })
      expect((await wiki().anonymous.get(`${FRAMES}/sites`)).status).toBe(401)
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
