import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { numberOf } from './server/data.ts'

const rich = (name: string, body: string, parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}<ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`
const table = (...rows: string[][]) =>
  `<table><tbody>${rows.map(row => `<tr>${row.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`

it('reads numbers as people write them', () => {
  expect(['1,200 €', '1.200,50', '-3.5 %', "1'000", 'none', '7'].map(numberOf)).toEqual([
    1200, 1200.5, -3.5, 1000, 0, 7,
  ])
})

onEachEngine(
  'macros for tables',
  () => features,
  wiki => {
    let made = 0
    const view = async (value: string) => {
      if (made === 0) await wiki().admin.post('/rest/api/space', { key: 'TAB', name: 'Tables' })
      const id = await wiki().admin.createPage('TAB', `Page ${++made}`, value)
      return (await wiki().admin.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
    }
    const numbers = table(['', 'Jan', 'Feb', 'Mar'], ['North', '1', '2', '3'], ['South', '4', '5', '6'])

    it('draw a pie of a row, with its data', async () => {
      const html = await view(rich('chart', numbers, { title: 'Sales &lt;' }))
      expect(html).toContain('role="img" aria-label="Sales &lt;"')
      expect(html.match(/<path d="M/g)).toHaveLength(3)
      expect(html).toMatch(/<li><svg[^>]*>.*?<\/svg> Jan<\/li>/s)
      expect(html).toMatch(/<details><summary>Data<\/summary>.*North/s)
    })

    it('draw bars and lines of columns or rows', async () => {
      const bars = await view(rich('chart', numbers, { type: 'bar', dataDisplay: 'true' }))
      expect(bars.match(/<rect x=/g)).toHaveLength(6)
      expect(bars).not.toContain('<details>')
      const lines = await view(rich('chart', numbers, { type: 'line', dataOrientation: 'vertical' }))
      expect(lines.match(/<polyline/g)).toHaveLength(3)
    })

    it('say why nothing is drawn, and show the body', async () => {
      const gantt = await view(rich('chart', numbers, { type: 'gantt' }))
      expect(gantt).toContain('Charts of the type gantt are not drawn.')
      expect(gantt).toContain('North')
      expect(await view(rich('chart', '<p>x</p>'))).toContain('There is no table with numbers to draw.')
    })

    it('show the whole tables of a filter, with what its author has set', async () => {
      const settings = async (parameters: Record<string, string>) => {
        const html = await view(rich('table-filter', numbers, parameters))
        expect(html).toContain('North')
        const [, data] = /data-filter="([^"]*)"/.exec(html) ?? []
        return data === undefined ? undefined : JSON.parse(data.replaceAll('&quot;', '"'))
      }
      const none = {
        columns: [],
        defaults: [[]],
        inverse: [false],
        isOr: false,
        hasGlobal: false,
        hidesLabels: false,
        hidesPane: false,
      }
      expect(await settings({ userfilter: 'Jan' })).toEqual(none)
      // As the app writes it: the sign between headings is no comma.
      expect(
        await settings({
          labels: 'Area, country‚Brand',
          default: 'North,a|b',
          inverse: 'false,true',
          isOR: 'OR',
          globalFilter: 'true',
          hidelabels: 'true',
          hideControls: 'true',
        }),
      ).toEqual({
        columns: ['Area, country', 'Brand'],
        defaults: [['North'], ['a', 'b']],
        inverse: [false, true],
        isOr: true,
        hasGlobal: true,
        hidesLabels: true,
        hidesPane: true,
      })
      expect(await settings({ labels: 'Area, Brand' })).toEqual({ ...none, columns: ['Area', 'Brand'] })
      expect(await settings({ disabled: 'true' })).toBeUndefined()
    })
  },
)
