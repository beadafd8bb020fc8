import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'

const plain = (name: string, body: string) =>
  `<ac:structured-macro ac:name="${name}"><ac:plain-text-body><![CDATA[${body}]]></ac:plain-text-body></ac:structured-macro>`

const FLOW = 'flowchart TD\nA[Order] --> B{Paid?}\nB -->|yes| C[Ship]\nB -->|no| D(Remind)\nD -.-> B\nC --> E((Done))'
const CLASSES =
  '@startuml\nclass Animal {\n+name: string\n+speak()\n}\nclass Dog extends Animal\nDog *-- Tail : has\n@enduml'
const SEQUENCE =
  '@startuml\nactor User\nUser -> Server: Request\nalt known\nServer --> User: Welcome\nelse unknown\nServer -> Server: count\nServer --> User: Refused\nend\n@enduml'
const PLANS = {
  title: 'Plans',
  timeline: { startDate: '2027-01-01 00:00:00', endDate: '2027-06-30 00:00:00', displayOption: 'MONTH' },
  lanes: [
    {
      title: 'Marketing',
      color: { lane: '#ae2e24', bar: '#c9372c', text: '#ffffff' },
      bars: [
        { title: 'Social campaign', startDate: '2027-01-10 00:00:00', duration: 2.5, rowIndex: 0 },
        { title: 'Fair', startDate: '2027-02-15 00:00:00', duration: 1, rowIndex: 1 },
      ],
    },
    {
      title: 'Product',
      color: { lane: '#0c66e4', bar: '#1868db', text: '#ffffff' },
      bars: [{ title: 'Beta', startDate: '2027-03-01 00:00:00', duration: 2, rowIndex: 0 }],
    },
  ],
  markers: [{ title: 'Launch', markerDate: '2027-05-01 00:00:00' }],
}
const ROADMAP = `<ac:structured-macro ac:name="roadmap"><ac:parameter ac:name="source">${encodeURIComponent(JSON.stringify(PLANS))}</ac:parameter></ac:structured-macro>`

describe('macros in other languages', () => {
  let wiki: TestWiki

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'MRK', name: 'Markup' })
  })
  afterAll(() => wiki.close())

  test('are drawn by the browser without scripts and fonts of others', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const requested: string[] = []
    page.on('request', request => requested.push(request.url()))
    const formula = String.raw`\begin{aligned} f(x) &= \int_0^\infty \frac{e^{-x^2}}{\sqrt{\pi}}\,dx \\ &= \tfrac12 \end{aligned}`
    const text = `<p>An area of <ac:structured-macro ac:name="mathinline"><ac:parameter ac:name="body">\\pi r^2</ac:parameter></ac:structured-macro> and more:</p>`
    const numbers =
      '<table><tbody><tr><th></th><th>Jan</th><th>Feb</th></tr><tr><th>North</th><td>3</td><td>5</td></tr><tr><th>South</th><td>2</td><td>1</td></tr></tbody></table>'
    const chart = `<ac:structured-macro ac:name="chart"><ac:parameter ac:name="type">bar</ac:parameter><ac:rich-text-body>${numbers}</ac:rich-text-body></ac:structured-macro>`
    const value =
      text +
      plain('mathblock', formula) +
      plain('mermaid', FLOW) +
      plain('plantuml', SEQUENCE) +
      plain('plantuml', CLASSES) +
      chart +
      ROADMAP
    const id = await wiki.admin.createPage('MRK', 'Drawn', value)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    const sizes = await page
      .locator('.wiki-content :is(math, svg.text-diagram-picture, svg.chart-picture)')
      .evaluateAll(found =>
        found.map(element => element.getBoundingClientRect()).map(({ width, height }) => width * height),
      )
    expect(sizes).toHaveLength(7)
    expect(Math.min(...sizes)).toBeGreaterThan(100)
    // Both columns of the formula: the second one begins where the first one ends.
    const cells = await page.locator('math mtd').evaluateAll(all => all.map(cell => getComputedStyle(cell).textAlign))
    expect(cells).toEqual(['right', 'left', 'right', 'left'])
    expect(requested.filter(url => /katex/i.test(url))).toEqual([])
    await expectNoAxeViolations(page)
    await screenshot(page, 'macros in other languages')
  })
})
