import { describe, expect, it } from 'vitest'
import { cellsSelected, storageAfter, storageOf } from './testing/state.ts'
import * as commands from './web/tiptap/table-commands.ts'
import { areRowsHeld, isSortHeld } from './web/tiptap/table-rows.ts'

const row = (...cells: string[]) =>
  `<tr>${cells.map(cell => (/^<t[dh]/.test(cell) ? cell : `<td>${cell}</td>`)).join('')}</tr>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
const head = row('<th>H</th>', '<th>I</th>')

describe('rows of a table', () => {
  it('move past each other, several together, and never past the header', () => {
    const page = table(head, row('a', '1'), row('b', '2'), row('c', '3'))
    expect(storageAfter(cellsSelected(page, 'b'), commands.moveRowUp)).toBe(
      table(head, row('b', '2'), row('a', '1'), row('c', '3')),
    )
    expect(storageAfter(cellsSelected(page, 'a', '2'), commands.moveRowDown)).toBe(
      table(head, row('c', '3'), row('a', '1'), row('b', '2')),
    )
    expect(storageAfter(cellsSelected(page, 'a'), commands.moveRowUp)).toBeUndefined()
    expect(storageAfter(cellsSelected(page, 'H'), commands.moveRowDown)).toBeUndefined()
    expect(storageAfter(cellsSelected(page, 'c'), commands.moveRowDown)).toBeUndefined()
  })

  it('keep the cursor in its cell while they move', () => {
    const state = cellsSelected(table(row('a'), row('b')), 'b')
    let typed = ''
    commands.moveRowUp(state, transaction => {
      const after = state.apply(transaction)
      typed = storageOf(after.apply(after.tr.insertText('x')).doc)
    })
    expect(typed).toBe(table(row('xb'), row('a')))
  })

  it('stay where merged cells hold them together', () => {
    const page = table(row('<td rowspan="2">a</td>', '1'), row('2'), row('b', '3'))
    expect(storageAfter(cellsSelected(page, '2'), commands.moveRowDown)).toBeUndefined()
    expect(storageAfter(cellsSelected(page, 'b'), commands.moveRowUp)).toBeUndefined()
    expect(storageAfter(cellsSelected(page, 'b'), commands.sortRows(1, 'en'))).toBeUndefined()
    expect([areRowsHeld(-1), areRowsHeld(1), isSortHeld].map(isHeld => isHeld(cellsSelected(page, 'b')))).toEqual([
      true,
      false,
      true,
    ])
    // Both rows of the merged cell move as one.
    expect(storageAfter(cellsSelected(page, 'a', '2'), commands.moveRowDown)).toBe(
      table(row('b', '3'), row('<td rowspan="2">a</td>', '1'), row('2')),
    )
  })

  it('remain in the head, body and foot of the table', () => {
    const page = `<table><thead>${head}</thead><tbody>${row('b', '2')}${row('a', '1')}</tbody><tfoot>${row('z', '0')}</tfoot></table>`
    const sorted = `<table><thead>${head}</thead><tbody>${row('a', '1')}${row('b', '2')}</tbody><tfoot>${row('z', '0')}</tfoot></table>`
    expect(storageAfter(cellsSelected(page, 'a'), commands.moveRowUp)).toBe(sorted)
    expect(storageAfter(cellsSelected(page, 'a'), commands.sortRows(1, 'en'))).toBe(sorted)
    expect(storageAfter(cellsSelected(page, 'a'), commands.moveRowDown)).toBeUndefined()
    const bodies = (first: string, second: string) =>
      `<table><tbody>${first}</tbody><tbody class="x">${second}</tbody></table>`
    expect(storageAfter(cellsSelected(bodies(row('a'), row('b')), 'b'), commands.moveRowUp)).toBe(
      bodies(row('b'), row('a')),
    )
  })

  it('are copied without ids and comment markers of the original', () => {
    const page = table(
      row(
        '<td><p>a<ac:inline-comment-marker ac:ref="r">b</ac:inline-comment-marker></p><ac:task-list><ac:task><ac:task-id>7</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>t</ac:task-body></ac:task></ac:task-list><ac:structured-macro ac:name="toc" ac:macro-id="m" /></td>',
      ),
    )
    expect(storageAfter(cellsSelected(page, 'b'), commands.duplicateRow)).toBe(
      page.replace(
        '</tbody>',
        `${row(
          '<td><p>ab</p><ac:task-list><ac:task><ac:task-status>complete</ac:task-status><ac:task-body>t</ac:task-body></ac:task></ac:task-list><ac:structured-macro ac:name="toc" /></td>',
        )}</tbody>`,
      ),
    )
  })
})

describe('sorting in the editor', () => {
  const order = (locale: string, direction: 1 | -1, ...cells: string[]) => {
    const page = table('<tr><th>H</th></tr>', ...cells.map(cell => row(cell)))
    const after = storageAfter(cellsSelected(page, 'H'), commands.sortRows(direction, locale)) ?? ''
    return [...after.matchAll(/<td>(.*?)<\/td>/g)].map(match => match[1])
  }

  it.each([
    ['numbers', 'en', ['10', '9', '1,000', '2.5'], ['2.5', '9', '10', '1,000']],
    ['German numbers', 'de', ['10', '9', '1.000', '2,5'], ['2,5', '9', '10', '1.000']],
    ['dates', 'en-GB', ['02/01/2024', '31/12/2023', '01/02/2024'], ['31/12/2023', '02/01/2024', '01/02/2024']],
    ['text', 'de', ['Zebra', 'Äpfel', 'Birne'], ['Äpfel', 'Birne', 'Zebra']],
    ['text', 'sv', ['Zebra', 'Äpfel', 'Birne'], ['Birne', 'Zebra', 'Äpfel']],
    [
      'dates of the editor',
      'en',
      ['<time datetime="2026-03-01" />', '<time datetime="2025-12-24" />'],
      ['<time datetime="2025-12-24" />', '<time datetime="2026-03-01" />'],
    ],
  ])('orders %s in the language %s', (_kind, locale, cells, expected) => {
    expect(order(locale, 1, ...cells)).toEqual(expected)
    expect(order(locale, -1, ...cells)).toEqual(expected.toReversed())
  })
})

describe('numbered rows', () => {
  const numbered = (...rows: string[]) => table(row('<th class="numberingColumn" />', '<th>H</th>'), ...rows)
  const line = (number: number, cell: string) => row(`<td class="numberingColumn">${number}</td>`, cell)
  const page = table(row('<th>H</th>'), row('a'), row('b'))
  const withNumbers = numbered(line(1, 'a'), line(2, 'b'))

  it('come and go as a first column, with its width', () => {
    expect(storageAfter(cellsSelected(page, 'a'), commands.toggleRowNumbers)).toBe(withNumbers)
    expect(storageAfter(cellsSelected(withNumbers, 'a'), commands.toggleRowNumbers)).toBe(page)
    const widths = '<colgroup><col style="width: 40%;" /></colgroup>'
    expect(
      storageAfter(cellsSelected(page.replace('<tbody>', `${widths}<tbody>`), 'a'), commands.toggleRowNumbers),
    ).toContain('<colgroup><col /><col style="width: 40%;" /></colgroup>')
  })

  it('count on when rows come, go and move', () => {
    expect(storageAfter(cellsSelected(withNumbers, 'b'), commands.moveRowUp)).toBe(numbered(line(1, 'b'), line(2, 'a')))
    expect(storageAfter(cellsSelected(withNumbers, 'a'), commands.addRowAfter)).toBe(
      numbered(line(1, 'a'), row('<td class="numberingColumn"><p>2</p></td>', '<td><p /></td>'), line(3, 'b')),
    )
    expect(storageAfter(cellsSelected(withNumbers, 'a'), commands.deleteRow)).toBe(numbered(line(1, 'b')))
    expect(storageAfter(cellsSelected(withNumbers, 'a'), commands.moveColumnLeft)).toBeUndefined()
  })
})

describe('columns of a table', () => {
  const cols = (...widths: string[]) =>
    `<colgroup>${widths.map(width => `<col style="width: ${width};" />`).join('')}</colgroup>`
  const page = (widths: string, ...rows: string[]) => `<table>${widths}<tbody>${rows.join('')}</tbody></table>`

  it.each(['20%', '120.0px'])('move with their widths of %s', width => {
    const before = page(cols(width, '30%', '50%'), row('a', 'b', 'c'), row('d', 'e', 'f'))
    expect(storageAfter(cellsSelected(before, 'a'), commands.moveColumnRight)).toBe(
      page(cols('30%', width, '50%'), row('b', 'a', 'c'), row('e', 'd', 'f')),
    )
    expect(storageAfter(cellsSelected(before, 'b', 'c'), commands.moveColumnLeft)).toBe(
      page(cols('30%', '50%', width), row('b', 'c', 'a'), row('e', 'f', 'd')),
    )
  })

  it('move beside cells that extend over rows, and stay where cells extend over columns', () => {
    const tall = page('', row('<td rowspan="2">a</td>', 'b'), row('c'))
    expect(storageAfter(cellsSelected(tall, 'c'), commands.moveColumnLeft)).toBe(
      page('', row('b', '<td rowspan="2">a</td>'), row('c')),
    )
    const wide = page('', row('<td colspan="2">a</td>', 'x'), row('b', 'c', 'y'))
    expect(storageAfter(cellsSelected(wide, 'c'), commands.moveColumnLeft)).toBeUndefined()
    expect(storageAfter(cellsSelected(wide, 'y'), commands.moveColumnLeft)).toBeUndefined()
  })

  it('become equally wide: in px, or as parts of the table', () => {
    const rows = row('a', 'b')
    expect(storageAfter(cellsSelected(page(cols('100.0px', '300.0px'), rows), 'a'), commands.distributeColumns)).toBe(
      page(cols('200.0px', '200.0px'), rows),
    )
    const full = (widths: string) => page(widths, rows).replace('<table>', '<table style="width: 100.0%;">')
    expect(storageAfter(cellsSelected(page('', rows), 'a'), commands.distributeColumns)).toBe(full(cols('50%', '50%')))
    expect(storageAfter(cellsSelected(page(cols('10%', '90%'), rows), 'a'), commands.distributeColumns)).toBe(
      full(cols('50%', '50%')),
    )
    const narrow = page(cols('10%', '90%'), rows).replace('<table>', '<table style="width: 400px;">')
    expect(storageAfter(cellsSelected(narrow, 'a'), commands.distributeColumns)).toBe(
      narrow.replace('10%', '50%').replace('90%', '50%'),
    )
  })
})
