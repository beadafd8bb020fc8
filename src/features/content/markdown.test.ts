import { expect, it } from 'vitest'
import { onEachEngine, storage } from '#platform/server/testing/harness.ts'
import { boxes, saved } from '#features/diagrams/testing/wiki.ts'
import { features } from '../../server.ts'

const PANEL =
  '<ac:structured-macro ac:name="panel" ac:schema-version="1" ac:macro-id="7c0e0a4e-1111-4444-8888-000000000001"><ac:parameter ac:name="bgColor">#ffffff</ac:parameter><ac:rich-text-body><p>In a box</p></ac:rich-text-body></ac:structured-macro>'

onEachEngine(
  'pages as Markdown',
  () => features,
  wiki => {
    const text = `<h1>Head</h1>${PANEL}<p style="color: red;">One</p>`
    let count = 0
    const newPage = async (body: object = storage(text)) => {
      await wiki().admin.post('/rest/api/space', { key: 'MD', name: 'Markdown' })
      const {
        status,
        json,
        text: problem,
      } = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: `Page ${++count}`,
        space: { key: 'MD' },
        body,
      })
      expect(status, problem).toBe(200)
      return json.id as string
    }
    const markdown = (value: string) => ({ markdown: { value, representation: 'markdown' } })
    const read = async (id: string, expand = 'body.markdown,body.storage,version') =>
      (await wiki().admin.get(`/rest/api/content/${id}?expand=${expand}`)).json
    const write = (id: string, number: number, value: string) =>
      wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: `Page ${count}`,
        version: { number },
        body: markdown(value),
      })

    it('are read with body.markdown, and written back without a change', async () => {
      const id = await newPage()
      const { body } = await read(id)
      expect(body.markdown).toMatchObject({
        representation: 'markdown',
        value: '# Head\n\n> [!panel]\n>\n> In a box\n\nOne',
      })
      expect((await write(id, 2, body.markdown.value)).json.body.storage.value).toBe(body.storage.value)
      const edited = await write(id, 3, body.markdown.value.replace('One', 'Two'))
      expect(edited.json.body.storage.value).toBe(text.replace('>One<', '>Two<'))
      expect((await read(`${id}`, 'body.markdown')).body.markdown.value).toContain('Two')
      const old = (await wiki().admin.get(`/rest/api/content/${id}?version=1&expand=body.markdown`)).json
      expect(old.body.markdown.value).toBe(body.markdown.value)
    })

    it('are written by the version that they were made of', async () => {
      const id = await newPage()
      const { body } = await read(id)
      expect((await write(id, 2, `${body.markdown.value}\n\nLast`)).status).toBe(200)
      for (const number of [2, 4]) expect((await write(id, number, 'Mine')).status).toBe(409)
      expect((await read(id)).body.storage.value).toBe(`${text}<p>Last</p>`)
    })

    it('refuse what they would lose', async () => {
      const id = await newPage()
      expect((await write(id, 2, '```storage\n<p>\n```')).json.message).toContain('not well-formed')
      expect((await write(id, 2, '# Head\n\n> In a box\n\nOne')).json.message).toContain('goes only together')
      expect((await read(id)).body.storage.value).toBe(text)
    })

    it('are made of Markdown, as comments are', async () => {
      const id = await newPage(markdown('# New\n\n- [ ] do'))
      expect((await read(id)).body.storage.value).toContain('<h1>New</h1><ac:task-list>')
      const comment = await wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        body: markdown('**yes**'),
      })
      expect([comment.status, (await read(comment.json.id, 'body.storage')).body.storage.value]).toEqual([
        200,
        '<p><strong>yes</strong></p>',
      ])
    })

    it('are read by who asks for Markdown, at the address of a page and of its REST resource', async () => {
      const id = await newPage()
      for (const path of [
        `/rest/api/content/${id}`,
        `/display/MD/Page+${count}`,
        `/pages/viewpage.action?pageId=${id}`,
      ]) {
        const asMarkdown = wiki().admin.with({ accept: 'text/markdown' })
        for (let n = 0; n < 2; n++) {
          const reply = await asMarkdown.get(path)
          expect([reply.status, reply.headers.get('content-type'), reply.headers.get('vary')]).toEqual([
            200,
            'text/markdown;charset=UTF-8',
            expect.stringContaining('Accept'),
          ])
          expect(reply.text).toMatch(
            /^---\nid: "\d+"\ntype: "page"\ntitle: "Page \d+"\nspace: "MD"\nversion: 1\nurl: "http/,
          )
          expect(reply.text).toContain('---\n\n# Head\n')
          const usual = await wiki().admin.get(path)
          expect(usual.headers.get('content-type')).not.toContain('markdown')
        }
      }
      const all = await wiki()
        .admin.with({ accept: 'text/html, text/markdown;q=0.5, */*' })
        .get(`/display/MD/Page+${count}`)
      expect(all.headers.get('content-type')).toContain('text/html')
    })

    it('show the names of users', async () => {
      const id = await newPage(storage('<p>By <ac:link><ri:user ri:username="admin" /></ac:link></p>'))
      expect((await read(id)).body.markdown.value).toMatch(/^By \[@.+\]\(user:admin\)$/)
    })

    it('show diagrams as outlines, as far as their reader may see them', async () => {
      const id = await newPage(storage('<p>x</p>'))
      const shown = `<ac:structured-macro ac:name="gliffy" ac:schema-version="1" ac:macro-id="7c0e0a4e-1111-4444-8888-000000000002"><ac:parameter ac:name="name">Plan</ac:parameter></ac:structured-macro>`
      await saved(wiki().admin, id, 'Plan', boxes('Order', 'Ship'))
      const made = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        version: { number: 2 },
        body: storage(`<p>x</p>${shown}`),
      })
      expect(made.status, made.text).toBe(200)
      const outline = '```diagram Plan\n- Order (Rectangle)\n- Ship (Rectangle)\n```'
      const { body } = await read(id)
      expect(body.markdown.value).toBe(`x\n\n${outline}`)
      const moved = await write(id, 3, body.markdown.value.replace('x\n\n', '').concat('\n\ny'))
      expect(moved.json.body.storage.value).toBe(`${shown}<p>y</p>`)
    })
  },
)
