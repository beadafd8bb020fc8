import { expect, it } from 'vitest'
import { onEachEngine, storage, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const macro = (name: string, parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

onEachEngine(
  'macros that tell of spaces, labels, people and versions',
  () => features,
  wiki => {
    let reader: HttpClient
    let id = ''
    let version = 1
    const view = async (value: string, client = wiki().admin) => {
      const stored = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'About us',
        version: { number: ++version, message: `${version} macros` },
        body: storage(value),
      })
      expect(stored.status, stored.text).toBe(200)
      const read = await client.get(`/rest/api/content/${id}?expand=body.view`)
      expect(read.status, read.text).toBe(200)
      return read.json.body.view.value as string
    }
    const label = (contentId: string, ...names: string[]) =>
      wiki().admin.post(
        `/rest/api/content/${contentId}/label`,
        names.map(name => ({ prefix: 'global', name })),
      )
    const links = (html: string) => [...html.matchAll(/<a [^>]*>([^<]+)<\/a>/g)].map(([, text = '']) => text)

    it('shows nothing where there is nothing', async () => {
      const { admin } = wiki()
      reader = (await person(wiki(), 'reader')).client
      await admin.post('/rest/api/space', {
        key: 'MAC',
        name: 'Macros & more',
        description: { plain: { value: 'What <b>macros</b> tell', representation: 'plain' } },
      })
      id = await admin.createPage('MAC', 'About us')
      for (const name of ['listlabels', 'popular-labels', 'related-labels', 'recently-used-labels'])
        expect(await view(macro(name)), name).toContain('No labels found.')
      expect(await view(macro('favpages'))).toContain('No content found.')
      expect(await view(macro('profile', { user: 'nobody' }))).toContain('The user could not be found.')
      expect(await view(macro('space-details', { spaceKey: 'NOWHERE' }))).toContain('The space could not be found.')
      expect(await view(macro('widget'))).toMatch(/<div class="widget-macro[^>]*><\/div>/)
    })

    it('lists the labels of the space, by letter, use and time, as far as its reader may see their contents', async () => {
      const { admin } = wiki()
      const one = await admin.createPage('MAC', 'One')
      const two = await admin.createPage('MAC', 'Two')
      const secret = await admin.createPage('MAC', 'Secret')
      await label(one, 'beta', 'alpha')
      await label(two, 'beta', '2026')
      await label(secret, 'alpine')
      await admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      const all = await view(macro('listlabels'))
      expect([...all.matchAll(/<h4>([^<]+)<\/h4>/g)].map(([, letter]) => letter)).toEqual(['0-9', 'A', 'B'])
      expect(links(all)).toEqual(['2026', 'alpha', 'alpine', 'beta'])
      expect(links(await view(macro('listlabels', { excludedLabels: 'alpha, beta' }), reader))).toEqual(['2026'])
      expect(links(await view(macro('popular-labels', { spaceKey: 'MAC', count: '1' })))).toEqual(['beta'])
      expect(links(await view(macro('popular-labels')))[0]).toBe('beta')
      // As the macro browser of the old product writes a space.
      await admin.post('/rest/api/space', { key: 'MACTWO', name: 'Macros elsewhere' })
      await label(await admin.createPage('MACTWO', 'Three'), 'gamma')
      for (const name of ['listlabels', 'popular-labels'])
        expect(
          links(
            await view(
              `<ac:structured-macro ac:name="${name}"><ac:parameter ac:name="spaceKey"><ri:space ri:space-key="MACTWO" /></ac:parameter></ac:structured-macro>`,
            ),
          ),
          name,
        ).toEqual(['gamma'])
      expect(links(await view(macro('recently-used-labels', { scope: 'space', count: '1' })))).toEqual(['alpine'])
      expect(links(await view(macro('recently-used-labels', { scope: 'personal' }), reader))).toEqual([])
      expect(links(await view(macro('related-labels', { labels: 'beta' }))).toSorted()).toEqual(['2026', 'alpha'])
      await label(id, 'alpha')
      expect(links(await view(macro('related-labels')))).toEqual(['beta'])
      expect(all).toContain(`href="/dosearchsite.action?cql=${encodeURIComponent('label = "alpha"')}"`)
    })

    it('tells what a space is, and which there are', async () => {
      const html = await view(macro('space-details'))
      expect(html).toContain('<a href="/display/MAC">Macros &amp; more</a>')
      expect(html).toContain('What &lt;b&gt;macros&lt;/b&gt; tell')
      expect(html).toContain('data-username="admin"')
      const { admin } = wiki()
      await admin.post('/rest/api/space/_private', { key: 'OWN', name: 'Of the administrator' })
      expect(links(await view(macro('spaces')))).toEqual(
        expect.arrayContaining(['Macros & more', 'Of the administrator'].map(name => name.replace('&', '&amp;'))),
      )
      expect(links(await view(macro('spaces'), reader))).not.toContain('Of the administrator')
      expect(await view(macro('space-details', { spaceKey: 'OWN' }), reader)).toContain('The space could not be found.')
    })

    it('shows who somebody is, and what they made', async () => {
      const key = (await wiki().admin.get('/rest/api/user?username=reader')).json.userKey as string
      const named = `<ac:structured-macro ac:name="profile"><ac:parameter ac:name="user"><ri:user ri:userkey="${key}" /></ac:parameter></ac:structured-macro>`
      for (const written of [named, macro('profile', { user: 'reader' })]) {
        const html = await view(written)
        expect(html).toContain(`src="/avatars/${key}/initials.svg"`)
        expect(html).toMatch(/<a class="confluence-userlink" data-username="reader"[^>]*>reader Doe<\/a>/)
      }
      expect(await view(macro('profile-picture', { User: 'reader' }))).toMatch(/<a [^>]*><img [^>]*alt="reader Doe"/)
      const mine = links(await view(macro('content-by-user', { '': 'admin' })))
      expect(mine).toEqual(expect.arrayContaining(['One', 'Two', 'Secret', 'About us']))
      expect(links(await view(macro('content-by-user', { '': 'admin' }), reader))).not.toContain('Secret')
      expect(await view(macro('content-by-user', { '': 'reader' }))).toContain('No content found.')
      const saved = await wiki().admin.get('/rest/api/content?spaceKey=MAC&title=One')
      const one = saved.json.results[0].id as string
      expect(
        (await wiki().admin.put(`/rest/experimental/relation/user/current/favourite/toContent/${one}`)).status,
      ).toBe(200)
      expect(links(await view(macro('favpages')))).toEqual(['One'])
      expect(links(await view(macro('favpages'), reader))).toEqual([])
      const search = `/rest/api/content/search?cql=${encodeURIComponent('favourite = admin')}`
      expect((await wiki().admin.get(search)).json.results.map((row: { id: string }) => row.id)).toEqual([one])
      expect((await reader.get(search)).json.results).toEqual([])
    })

    it('lists the files of the space, and what changed anywhere', async () => {
      const form = new FormData()
      form.append('file', new Blob(['x']), 'plan.txt')
      await wiki().admin.send('POST', `/rest/api/content/${id}/child/attachment`, form, {
        'x-atlassian-token': 'no-check',
      })
      expect(links(await view(macro('space-attachments')))).toEqual(['plan.txt'])
      expect(links(await view(macro('recently-updated-dashboard', { max: '1' })))[0]).toBe('About us')
      expect(links(await view(macro('recently-updated-dashboard'), reader))).not.toContain('Secret')
    })

    it('tells the versions of the page, and who wrote and commented', async () => {
      await reader.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        body: storage('<p>Well said</p>'),
      })
      const html = await view(macro('change-history'))
      expect(links(html)[0]).toBe(`Version ${version}`)
      expect(html).toContain(`${version} macros`)
      expect(html).toContain(`href="/pages/viewpage.action?pageId=${id}&amp;pageVersion=${version - 1}"`)
      const rows = [...(await view(macro('contributors-summary'))).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
        [...(row ?? '').matchAll(/<td[^>]*>(?:<[^>]+>)?([^<]*)/g)].map(([, text]) => text),
      )
      expect(rows.slice(1)).toEqual([
        [expect.any(String), String(version), '0'],
        ['reader Doe', '0', '1'],
      ])
    })

    it('links to what is shown on another site, and to nothing that is no address', async () => {
      const url = 'https://video.example/watch?v=1&amp;t=2'
      const named = `<ac:structured-macro ac:name="widget"><ac:parameter ac:name="url"><ri:url ri:value="${url}" /></ac:parameter></ac:structured-macro>`
      for (const written of [named, macro('widget', { url })])
        expect(await view(written)).toContain(`<a class="external-link" href="${url}" rel="nofollow noopener">`)
      expect(await view(macro('widget', { url: 'javascript:alert(1)' }))).not.toContain('href=')
    })

    it('lead through the space and the site, as far as the reader may see it', async () => {
      const { admin } = wiki()
      const alpha = await admin.createPage('MAC', 'Alpha')
      const hidden = await admin.createPage('MAC', 'Aside')
      await admin.createPage('MAC', '1 more')
      await label(alpha, 'map')
      await label(hidden, 'map')
      await admin.put(`/rest/api/content/${hidden}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(await view(macro('index'))).toMatch(/<h4>0-9<\/h4>.*1 more.*<h4>A<\/h4>.*About us.*Alpha.*Aside/s)
      expect(links(await view(macro('index'), reader))).not.toContain('Aside')
      expect(links(await view(macro('navmap', { '': 'map' })))).toEqual(['Alpha', 'Aside'])
      expect(links(await view(macro('navmap', { '': 'map', wrapAfter: '1' }), reader))).toEqual(['Alpha'])
      expect(await view(macro('navmap'))).toContain('No labels are named.')
      expect(links(await view(macro('global-reports')))).toEqual([
        'All spaces',
        'Recently updated pages',
        'New pages',
        'New blog posts',
      ])
      expect(links(await view(macro('spacejump', { space: 'MAC' })))).toEqual(['Macros &amp; more'])
      expect(await view(macro('spacejump', { space: 'NOWHERE' }))).toContain('The space could not be found.')
    })

    it('offers new spaces to users who may create them', async () => {
      const button = 'href="/spacedirectory/view.action?create=space"'
      expect(await view(macro('create-space-button'))).toContain(button)
      expect((await wiki().admin.get(`/rest/api/content/${id}?expand=body.export_view`)).text).not.toContain(
        'create=space',
      )
    })

    it('says where the wiki has no such thing', async () => {
      expect(await view(macro('status-list', { username: 'admin' }))).toContain('This wiki has no status updates')
      expect(await view(macro('network', { '': 'following' }))).toContain('does not show who follows whom')
      expect(await view(macro('im', { '': 'ann', service: 'jabber' }))).toContain('ann (jabber)')
    })
  },
)
