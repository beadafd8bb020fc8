import { describe, expect, it } from 'vitest'
import { formatNumber } from './server/converter/number-format.ts'
import { readXlsx } from './server/converter/xlsx.ts'
import { xlsx } from './testing/files.ts'

describe('number formats of spreadsheets', () => {
  it.each([
    [1234.5, '#,##0.00', '1,234.50'],
    [0.256, '0%', '26%'],
    [0.256, '0.0%', '25.6%'],
    [-1234, '#,##0;(#,##0)', '(1,234)'],
    [-0.001, '0.00', '0.00'],
    [-3, '0.0', '-3.0'],
    [0, '0.00;-0.00;"none"', 'none'],
    [1299, '[$€-407] #,##0.00', '€ 1,299.00'],
    [1299, '#,##0.00\\ [$€-1]', '1,299.00 €'],
    [12, '_($* #,##0.00_)', '$12.00'],
    [5, '"No. "000', 'No. 005'],
    [1234567, '0.0,,"M"', '1.2M'],
    [12345, '0.00E+00', '1.23E+04'],
    [1.5, '0.##', '1.5'],
    [2.345, '[Red]0.00', '2.35'],
  ])('%d as %s is %s', (value, code, shown) => {
    expect(formatNumber(value, code)).toBe(shown)
  })

  it.each(['General', '# ?/?', '@', 'yyyy-mm-dd', '000-0000', ''])('leaves a number as it is for %s', code => {
    expect(formatNumber(3.5, code)).toBeUndefined()
  })

  it('reads long and hostile codes in no time', () => {
    expect(formatNumber(1, '0'.repeat(1000))).toBeUndefined()
    expect(formatNumber(1e300, `0.${'0'.repeat(200)}`)).toMatch(/^1/)
    expect(formatNumber(1, '"'.repeat(200))).toBeUndefined()
  })

  it('are those of the cells of a workbook', () => {
    const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const book = xlsx([], {
      'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row><c s="2"><v>1299.5</v></c><c s="3"><v>0.19</v></c>
        <c s="1"><v>45000</v></c><c><v>0.30000000000000004</v></c></row></sheetData></worksheet>`,
    })
    expect(readXlsx(book)[0]?.rows).toEqual([['1,299.50 €', '19%', '2023-03-15', '0.3']])
  })
})
