import { describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const macro = (name: string, parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

onEachEngine(
  'macros that list pages and files',
  () => features,
  wiki => {
    let reader: HttpClient
    let id = ''
    let version = 1
    const create = async (title: string, label?: string) => {
      const made = await wiki().admin.createPage('LST', title)
      if (label) await wiki().admin.post(`/rest/api/content/${made}/label`, [{ prefix: 'global', name: label }])
      return made
    }
    /** The page's HTML with this text, as the client sees it. */
    const view = async (value: string, client = wiki().admin) => {
      const stored = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'Lists',
        version: { number: ++version },
        body: { storage: { value, representation: 'storage' } },
      })
      expect(stored.status, stored.text).toBe(200)
      return (await client.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
    }
    const linked = (html: string) =>
      [...html.matchAll(/<a href="\/display\/LST\/([^"]+)"/g)].map(([, title]) => title ?? '')

    it('reports on pages with a label, as far as the reader may see them', async () => {
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.post('/rest/api/space', { key: 'LST', name: 'Lists' })
      id = await create('Lists')
      const first = await create('First', 'decision')
      const secret = await create('Secret', 'decision')
      await create('Third', 'decision')
      await create('Other')
      await wiki().admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      await wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: first, type: 'page' },
        body: { storage: { value: '<p>yes</p>', representation: 'storage' } },
      })
      const report = macro('content-report-table', {
        labels: 'decision',
        showCommentsCount: 'true',
        showLikesCount: 'true',
      })
      expect(linked(await view(report)).toSorted()).toEqual(['First', 'Secret', 'Third'])
      const html = await view(report, reader)
      expect(linked(html).toSorted()).toEqual(['First', 'Third'])
      const row = /<tr[^>]*><td[^>]*><a href="\/display\/LST\/First".*?<\/tr>/s.exec(html)?.[0] ?? ''
      expect(row).toMatch(/href="\/display\/~admin"/)
      expect(row).toMatch(/data-sort-value="\d{13}"/)
      expect([...row.matchAll(/<td class="confluenceTd">(\d+)<\/td>/g)].map(([, count]) => count)).toEqual(['1', '0'])
    })

    it('serves others between the lists of a page, and shows a hundred of them', async () => {
      const lists =
        macro('content-report-table', { labels: 'decision' }).repeat(60) +
        macro('contentbylabel', { labels: 'decision' }).repeat(60)
      expect((await view(lists)).match(/This page has too many lists\./g)).toHaveLength(20)
      const ended: string[] = []
      const ask = async (name: string, path: string) => {
        await wiki().admin.get(path)
        ended.push(name)
      }
      await Promise.all([
        // Not requested before, so that the server has no cached answer.
        ask('page', `/rest/api/content/${id}?expand=body.view,history`),
        ...Array.from({ length: 5 }, () => ask('other', `/rest/api/content/${id}?expand=version`)),
      ])
      expect(ended.at(-1)).toBe('page')
    })

    it('shows as many rows as a page may have, in small and in large pages', async () => {
      for (let n = 0; n < 50; n++) await create(`Row ${n}`, 'row')
      const lists = macro('contentbylabel', { labels: 'row', maxResults: '500' }).repeat(90)
      for (const text of [lists, `${lists}<p>${'word '.repeat(20_000)}</p>`]) {
        const html = await view(text)
        expect(linked(html)).toHaveLength(4000)
        expect(html.match(/This page has too many lists\./g)).toHaveLength(10)
      }
    })

    it('says of a query that costs too much what is wrong', async () => {
      const cql = Array.from({ length: 250 }, (_, n) => `text ~ "a${n}*"`).join(' or ')
      expect(await view(macro('contentbylabel', { cql: cql.replaceAll('"', '&quot;') }))).toContain('at most 20')
    })

    it('shows so many, and leads to the rest', async () => {
      const html = await view(macro('content-report-table', { labels: 'decision', maxResults: '1' }))
      expect(linked(html)).toHaveLength(1)
      expect(html).toContain('Find more results')
      expect(await view(macro('content-report-table', { labels: 'nothing', blankTitle: 'None yet' }))).toContain(
        'None yet',
      )
      expect(await view(macro('content-report-table'))).toContain('No labels are named.')
    })

    it('lists by labels and by queries, and explains a query with a fault', async () => {
      expect(linked(await view(macro('contentbylabel', { labels: 'decision', sort: 'title' })))).toEqual([
        'First',
        'Secret',
        'Third',
      ])
      expect(
        linked(
          await view(
            macro('contentbylabel', {
              cql: 'label = &quot;decision&quot; and space = currentSpace() order by title',
              sort: 'title',
              reverse: 'true',
            }),
          ),
        ),
      ).toEqual(['Third', 'Secret', 'First'])
      expect(await view(macro('contentbylabel', { cql: 'label = = x' }))).toMatch(/role="note"[^>]*>[^<]+/)
      expect(linked(await view(macro('contentbylabel', { labels: 'decision' }), reader))).not.toContain('Secret')
    })

    it.each(['content-report-table', 'contentbylabel', 'recently-updated'])(
      '%s takes labels that are separated by blanks, and every space or all of a kind',
      async name => {
        const { admin } = wiki()
        if ((await admin.get('/rest/api/space/FAR')).status === 404) {
          await admin.post('/rest/api/space', { key: 'FAR', name: 'Far away' })
          const far = await admin.createPage('FAR', 'Far')
          await admin.post(`/rest/api/content/${far}/label`, [{ prefix: 'global', name: 'vision' }])
        }
        const found = async (parameters: Record<string, string>) =>
          [...(await view(macro(name, parameters))).matchAll(/href="\/display\/(?:LST|FAR)\/([^"]+)"/g)]
            .map(([, title]) => title ?? '')
            .toSorted()
        const ours = ['First', 'Secret', 'Third']
        for (const labels of ['decision vision', 'decision,vision', ' vision\n decision, ']) {
          expect(await found({ labels, spaces: '@all' }), labels).toEqual(['Far', ...ours])
        }
        const labels = 'decision vision'
        for (const spaces of ['LST FAR', '*', '@global', '@self,FAR'])
          expect(await found({ labels, spaces }), spaces).toEqual(['Far', ...ours])
        for (const spaces of ['@self', 'LST @personal']) expect(await found({ labels, spaces }), spaces).toEqual(ours)
        expect(await found({ labels, spaces: '@personal' })).toEqual([])
        expect(await view(macro(name, { labels: 'no;label' }))).toMatch(/class="error[^>]*role="note"/)
      },
    )

    it('lists what changed last', async () => {
      expect(linked(await view(macro('recently-updated', { max: '2' })))[0]).toBe('Lists')
      expect(linked(await view(macro('recently-updated'), reader))).not.toContain('Secret')
    })

    it('shows the files of the page', async () => {
      expect(await view(macro('attachments'))).toContain('No attachments')
      const form = new FormData()
      form.append('file', new Blob(['twelve bytes']), 'b.txt')
      form.append('file', new Blob(['x']), 'a.txt')
      const attached = await wiki().admin.send('POST', `/rest/api/content/${id}/child/attachment`, form, {
        'x-atlassian-token': 'no-check',
      })
      expect(attached.status, attached.text).toBe(200)
      const html = await view(macro('attachments', { sortBy: 'name' }))
      expect([...html.matchAll(/href="\/download\/attachments\/\d+\/([^?"]+)\?/g)].map(([, name]) => name)).toEqual([
        'a.txt',
        'b.txt',
      ])
      expect(html).toContain('>12 B<')
    })
    describe('the gallery', () => {
      const dot = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
        'base64',
      )
      const attach = async (pageId: string, name: string, comment = '', bytes: Uint8Array<ArrayBuffer> = dot) => {
        const form = new FormData()
        form.append('file', new Blob([bytes], { type: 'image/png' }), name)
        form.append('comment', comment)
        const reply = await wiki().admin.send('POST', `/rest/api/content/${pageId}/child/attachment`, form, {
          'x-atlassian-token': 'no-check',
        })
        expect(reply.status, reply.text).toBe(200)
        return reply.json.results[0].id as string
      }
      const label = (attachmentId: string, name: string) =>
        wiki().admin.post(`/rest/api/content/${attachmentId}/label`, [{ prefix: 'global', name }])
      const pictures = (html: string) =>
        [...html.matchAll(/<img src="\/download\/thumbnails\/\d+\/([^?"]+)\?/g)].map(([, name]) => name)
      const shown = async (parameters: Record<string, string> = {}, client?: HttpClient) =>
        pictures(await view(macro('gallery', parameters), client))

      it('shows the pictures of the page, small, each with its comment and leading to the whole one', async () => {
        expect(await view(macro('gallery', { title: 'Sights' }))).toMatch(
          /<figcaption>Sights<\/figcaption><p>No images<\/p>/,
        )
        await label(await attach(id, 'c.png', 'at sea'), 'day')
        await label(await attach(id, 'a.png', 'on land'), 'night')
        await attach(id, 'b.png')
        await attach(id, 'd.png')
        await attach(id, 'e.png')
        const broken = await attach(id, 'words.png', '', new TextEncoder().encode('no picture at all'))
        expect(broken).toMatch(/^att/)
        const html = await view(macro('gallery', { title: '&lt;b&gt;Sights' }))
        expect(html).toContain('<figcaption>&lt;b&gt;Sights</figcaption>')
        expect(pictures(html)).toEqual(['a.png', 'b.png', 'c.png', 'd.png', 'e.png'])
        expect(html).toMatch(
          new RegExp(
            `<a href="/download/attachments/${id}/c\\.png\\?[^"]+"[^>]*><img [^>]*alt="c\\.png"[^>]*></a><p>at sea</p>`,
          ),
        )
        // Four in a row unless it says otherwise.
        const rows = (text: string) =>
          [...text.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => pictures(row ?? '').length)
        expect(rows(html)).toEqual([4, 1])
        expect(rows(await view(macro('gallery', { columns: '2' })))).toEqual([2, 2, 1])
        expect(rows(await view(macro('gallery', { columns: '0' })))).toEqual([4, 1])
      })

      it('takes some by name or label, leaves some out, and sorts', async () => {
        expect(await shown({ include: 'a.png, c.png' })).toEqual(['a.png', 'c.png'])
        expect(await shown({ exclude: 'a.png,c.png, none.png' })).toEqual(['b.png', 'd.png', 'e.png'])
        expect(await shown({ includeLabel: 'Day, night' })).toEqual(['a.png', 'c.png'])
        expect(await shown({ excludeLabel: 'day' })).toEqual(['a.png', 'b.png', 'd.png', 'e.png'])
        expect(await shown({ includeLabel: 'day,night', excludeLabel: 'night' })).toEqual(['c.png'])
        expect(await shown({ includeLabel: 'no label!' })).toEqual([])
        expect(await shown({ sort: 'comment', include: 'a.png,c.png', reverse: 'true' })).toEqual(['a.png', 'c.png'])
        expect(await shown({ sort: 'date' })).toEqual(['c.png', 'a.png', 'b.png', 'd.png', 'e.png'])
        expect(await shown({ sort: 'date', reverse: 'true' })).toEqual(['e.png', 'd.png', 'b.png', 'a.png', 'c.png'])
      })

      it('shows those of another page that the reader may see', async () => {
        const album = await create('Album')
        await attach(album, 'of the album.png')
        const resource =
          '<ac:structured-macro ac:name="gallery"><ac:parameter ac:name="page"><ac:link><ri:page ri:content-title="Album" /></ac:link></ac:parameter></ac:structured-macro>'
        expect(await shown({ page: 'Album' })).toEqual(['of%20the%20album.png'])
        expect(await shown({ page: 'LST:Album' }, reader)).toEqual(['of%20the%20album.png'])
        expect(pictures(await view(resource))).toEqual(['of%20the%20album.png'])
        await wiki().admin.put(`/rest/api/content/${album}/restriction`, [
          { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
        ])
        expect(await shown({ page: 'Album' }, reader)).toEqual([])
        expect(await shown({ page: 'Nowhere' })).toEqual([])
      })
    })

    it('lists the posts of spaces, by title, with excerpts or whole', async () => {
      const { admin } = wiki()
      const post = async (title: string, value: string, space = 'LST') => {
        const made = await admin.post('/rest/api/content', {
          type: 'blogpost',
          title,
          space: { key: space },
          body: { storage: { value, representation: 'storage' } },
        })
        expect(made.status, made.text).toBe(200)
        await wiki().app.events.settled()
      }
      await admin.post('/rest/api/space', { key: 'NEWS', name: 'News' })
      const excerpt =
        '<ac:structured-macro ac:name="excerpt"><ac:rich-text-body><p>In short</p></ac:rich-text-body></ac:structured-macro>'
      await post('Older', `${excerpt}<p>At <strong>length</strong></p>`)
      await post('Newer', '<p>Said <em>twice</em></p>')
      await post('Elsewhere', '<p>far away</p>', 'NEWS')
      const titles = (html: string) => [...html.matchAll(/class="blogtitle"[^>]*>([^<]*)</g)].map(([, title]) => title)
      const titled = await view(macro('blog-posts', { content: 'titles' }))
      expect(titles(titled)).toEqual(['Newer', 'Older'])
      expect(titled).not.toContain('length')
      expect(titled).toContain('href="/pages/createblogpost.action?spaceKey=LST&amp;src=quick-create"')
      expect(titles(await view(macro('blog-posts', { content: 'titles', reverse: 'true', max: '1' })))).toEqual([
        'Older',
      ])
      expect(titles(await view(macro('blog-posts', { content: 'titles', spaces: 'NEWS', author: 'admin' })))).toEqual([
        'Elsewhere',
      ])
      expect(titles(await view(macro('blog-posts', { author: 'reader' })))).toEqual([])
      const excerpts = await view(macro('blog-posts', { content: 'excerpts', sort: 'title' }))
      expect(titles(excerpts)).toEqual(['Newer', 'Older'])
      expect(excerpts).toContain('<p>In short</p>')
      expect(excerpts).toContain('<p>Said twice</p>')
      expect(excerpts).not.toContain('length')
      expect(await view(macro('blog-posts'))).toContain('<p>At <strong>length</strong></p>')
    })
  },
)
