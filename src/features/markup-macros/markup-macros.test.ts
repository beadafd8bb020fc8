import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const plain = (name: string, body: string, parameters = '') =>
  `<ac:structured-macro ac:name="${name}">${parameters}<ac:plain-text-body><![CDATA[${body}]]></ac:plain-text-body></ac:structured-macro>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`

onEachEngine(
  'macros in other languages',
  () => features,
  wiki => {
    let made = 0
    /** HTML of a new page with this text. */
    const view = async (value: string) => {
      if (made === 0) await wiki().admin.post('/rest/api/space', { key: 'MRK', name: 'Markup' })
      const created = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: `Page ${++made}`,
        space: { key: 'MRK' },
        body: { storage: { value, representation: 'storage' } },
      })
      expect(created.status, created.text).toBe(200)
      return (await wiki().admin.get(`/rest/api/content/${created.json.id}?expand=body.view`)).json.body.view
        .value as string
    }

    it('show Markdown as text of the page, and HTML in it as text', async () => {
      const html = await view(plain('markdown', '# Title\n\n* *one*\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n'))
      expect(html).toMatch(/<h1[^>]*>Title<\/h1>/)
      expect(html).toContain('<em>one</em>')
      expect(html).toMatch(/<td[^>]*>(?:<p>)?1</)
      const unsafe = await view(plain('markdown', 'x <script>alert(1)</script> [y](javascript:alert(1))'))
      expect(unsafe).not.toMatch(/<script|href="javascript/i)
      expect(await view('<ac:structured-macro ac:name="markdown"/>')).toContain('data-macro-name="markdown"')
    })

    it('show formulas of all spellings as MathML', async () => {
      const html = await view(
        `<p>${`<ac:structured-macro ac:name="mathinline">${parameter('body', String.raw`--uriencoded--K_%7BS%7D`)}</ac:structured-macro>`}</p>` +
          plain('mathblock', String.raw`\frac12`, parameter('alignment', 'left') + parameter('anchor', 'half')) +
          `<p><ac:structured-macro ac:name="mathblock-ref">${parameter('anchor', 'half')}</ac:structured-macro></p>`,
      )
      expect(html).toContain('<msub><mi>K</mi><mi>S</mi></msub>')
      expect(html).toContain('<mfrac><mn>1</mn><mn>2</mn></mfrac>')
      const [, id] = /class="math-block" style="text-align: left" id="([^"]+)"/.exec(html) ?? []
      expect(html).toContain(`<a href="#${id}">(half)</a>`)
    })

    it('say what is wrong with a formula, and show its source', async () => {
      const html = await view(plain('mathblock', String.raw`\frac{1`))
      expect(html).toContain('The formula could not be read: ')
      expect(html).toContain(String.raw`<pre tabindex="0">\frac{1</pre>`)
    })

    it('draw PlantUML and Mermaid, with their source', async () => {
      const html = await view(
        plain('plantuml', '@startuml\nAlice -> Bob: Hi\n@enduml') + plain('mermaid', 'graph TD\nA-->B'),
      )
      expect(html).toContain('aria-label="Alice → Bob: Hi"')
      expect(html).toContain('aria-label="A → B"')
      expect(html).toMatch(/<details><summary>Source<\/summary><pre tabindex="0">@startuml/)
      const data = deflateRawSync(encodeURIComponent('@startuml\nclass A\n@enduml')).toString('base64')
      const stored = `<ac:structured-macro ac:name="plantumlcloud">${parameter('data', data)}</ac:structured-macro>`
      expect(await view(stored)).toContain('aria-label="A"')
    })

    it('show the source of a diagram that cannot be drawn, with the line', async () => {
      const html = await view(plain('mermaid', 'graph TD\nA --> B\n???'))
      expect(html).toContain('Line 3 cannot be drawn: ???')
      expect(html).toContain('graph TD')
      expect(await view('<ac:structured-macro ac:name="plantumlcloud"/>')).toContain('This macro has no source')
    })

    it('draw a roadmap, with its plans as a table', async () => {
      const source = {
        title: 'Plans <1>',
        timeline: { startDate: '2015-06-01 00:00:00', endDate: '2015-12-31 00:00:00', displayOption: 'MONTH' },
        lanes: [
          {
            title: 'Marketing',
            color: { lane: '#f15c75', bar: 'url(https://example.com)', text: '#ffffff' },
            bars: [
              { title: 'Campaign', description: 'On air', startDate: '2015-07-16 11:10:05', duration: 2, rowIndex: 1 },
            ],
          },
        ],
        markers: [{ title: 'Fair', markerDate: '2015-09-01 00:00:00' }],
      }
      const roadmap = (value: string) =>
        `<ac:structured-macro ac:name="roadmap">${parameter('source', value)}</ac:structured-macro>`
      const html = await view(roadmap(encodeURIComponent(JSON.stringify(source))))
      expect(html).toContain('aria-label="Plans &lt;1&gt;"')
      for (const unit of ['Jun 2015', 'Dec 2015']) expect(html).toContain(`${unit}</text>`)
      expect(html).not.toContain('Jan 2016')
      expect(html).not.toContain('example.com')
      // Half of July after June and 120 px of names; 110 px are a month.
      expect(html).toMatch(/<rect x="283\.2[^"]*" y="77" width="220"/)
      expect(html).toContain('>Jul 16, 2015</td><td class="confluenceTd">2.0</td><td class="confluenceTd">On air</td>')
      expect(await view(roadmap('%7B'))).toContain('The roadmap is empty or too large to be drawn.')
    })

    it('end at a limit of formulas for a page', async () => {
      const long = plain('mathblock', 'x'.repeat(4000))
      expect((await view(long.repeat(15))).match(/This page has too many formulas\./g)).toHaveLength(3)
      // Of a page that a thread renders, too.
      const large = await view(`<p>${'word '.repeat(14_000)}</p>${long.repeat(15)}`)
      expect(large.match(/This page has too many formulas\./g)).toHaveLength(3)
    })
  },
)
