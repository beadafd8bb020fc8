import { expect, it } from 'vitest'
import { onEachEngine, storage, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach as attachFile } from '#features/attachments/testing/forms.ts'
import { DRAWIO_TYPE } from '#features/diagrams/server/index.ts'
import { boxes, drawio, drawioFile, gliffy, saved } from '#features/diagrams/testing/wiki.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)

onEachEngine(
  'pages as files',
  () => features,
  wiki => {
    let reader: HttpClient
    let page = ''
    let secret = ''
    const attach = async (to: string, name: string, bytes: Buffer<ArrayBuffer>) => {
      const form = new FormData()
      form.append('file', new Blob([bytes], { type: 'image/png' }), name)
      const client = wiki().admin.with({ 'x-atlassian-token': 'no-check' })
      const sent = await client.send('POST', `/rest/api/content/${to}/child/attachment`, form)
      expect(sent.status, sent.text).toBe(200)
    }
    /** The HTML of an exported file, and the parts after it with their heads. */
    const read = (file: string) => {
      const parts = file.split(/\r\n------=_Part_of_a_page(?:--)?\r\n/).slice(1, -1)
      const [html, ...others] = parts.map(part => {
        const [head = '', body = ''] = part.split('\r\n\r\n')
        return { head, bytes: Buffer.from(body, 'base64') }
      })
      return { html: html?.bytes.toString() ?? '', others }
    }

    it('makes a file for word processors, with the pictures and diagrams that its reader may see', async () => {
      const { admin } = wiki()
      reader = (await person(wiki(), 'reader')).client
      await admin.post('/rest/api/space', { key: 'EXP', name: 'Exported' })
      page = await admin.createPage('EXP', 'Für & Word')
      secret = await admin.createPage('EXP', 'Secret')
      await admin.put(`/rest/api/content/${secret}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      await attach(page, "a dot's.png", dot)
      await attach(secret, 'hidden.png', dot)
      await saved(admin, page, 'Boxes', boxes('One', 'Two'))
      await attachFile(admin, page, 'Net', drawioFile('Router'), DRAWIO_TYPE)
      const own = `<ac:image><ri:attachment ri:filename="a dot's.png" /></ac:image>`
      const text = [
        '<h1>Ziele</h1><table><tbody><tr><td>x &lt; y</td></tr></tbody></table>',
        own + own,
        '<ac:image><ri:url ri:value="https://example.org/x.png" /></ac:image>',
        `<img src="/download/attachments/${secret}/hidden.png" alt="hidden" />`,
        gliffy({ name: 'Boxes' }),
        drawio({ diagramName: 'Net' }),
        // Addresses that name nothing.
        `<img src="/download/attachments/${page}/%E0" /><img src="/rest/oxbow/1.0/diagrams/picture/${page}?version=x" />`,
      ]
      const stored = await admin.put(`/rest/api/content/${page}`, {
        type: 'page',
        title: 'Für & Word',
        version: { number: 2 },
        body: storage(text.join('')),
      })
      expect(stored.status, stored.text).toBe(200)
      const file = await reader.get(`/exportword?pageId=${page}`)
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/vnd.ms-word'])
      expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''F%C3%BCr%20%26%20Word.doc")
      const { html, others } = read(file.text)
      expect(html).toContain('<title>Für &amp; Word</title>')
      expect(html).toContain('x &lt; y')
      // The picture that is shown twice is in the file once.
      expect(others.map(({ bytes }) => bytes.subarray(1, 4).toString())).toEqual(['PNG', 'PNG', 'PNG'])
      expect(others[0]?.bytes.equals(dot)).toBe(true)
      const shown = others.map(
        ({ head }) => html.split(`src="${/Content-Location: (\S+)/.exec(head)?.[1]}"`).length - 1,
      )
      expect(shown).toEqual([2, 1, 1])
      expect(html).toContain('src="https://example.org/x.png"')
      expect(html).toMatch(/src="[^"]*hidden\.png"/)
      for (const line of file.text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(100)
    })

    it('has the emoji of the wiki as pictures', async () => {
      const form = new FormData()
      form.append('file', new Blob([dot], { type: 'image/png' }), 'a.png')
      const client = wiki().admin.with({ 'x-atlassian-token': 'no-check' })
      expect((await client.send('POST', '/rest/oxbow/1.0/emoji?name=ship-it', form)).status).toBe(200)
      const emoji = (name: string) =>
        `<ac:emoticon ac:name="blue-star" ac:emoji-shortname=":${name}:" ac:emoji-id="x-${name}" ac:emoji-fallback=":${name}:" />`
      const id = await wiki().admin.createPage('EXP', 'Emoji', `<p>${emoji('ship-it')} ${emoji('other')}</p>`)
      const { html, others } = read((await reader.get(`/exportword?pageId=${id}`)).text)
      expect(others.map(({ bytes }) => bytes.subarray(1, 4).toString())).toEqual(['PNG'])
      expect(html).toMatch(/<img class="emoticon [^>]*src="file:[^>]*alt=":ship-it:"[^>]*width="22" height="22">/)
      expect(html).toContain('>:other:</span>')
    })

    it.each(['/exportword?pageId=', '/spaces/flyingpdf/pdfpageexport.action?pageId='])(
      'answers %s to those who may see the page',
      async path => {
        expect((await reader.get(path + secret)).status).toBe(404)
        expect((await reader.get(path)).status).toBe(400)
        expect((await wiki().anonymous.get(path + page)).headers.get('location')).toContain('/login.action')
      },
    )

    it('says that there is no PDF yet', async () => {
      const path = `/spaces/flyingpdf/pdfpageexport.action?pageId=${page}`
      const program = await reader.get(path)
      expect([program.status, program.json.message]).toEqual([
        501,
        expect.stringMatching(/^Pages cannot be exported to PDF yet\. /),
      ])
      const shown = await reader.with({ accept: 'text/html' }).get(path)
      expect([shown.status, shown.text.includes('This is not there yet'), shown.text.includes('id="header"')]).toEqual([
        501,
        true,
        true,
      ])
      const german = await reader.with({ accept: 'text/html', 'accept-language': 'de' }).get(path)
      expect(german.text).toContain('Das gibt es noch nicht')
    })
  },
)
