import { expect, it } from 'vitest'
import { ImportReport } from './report.ts'

it('names as many contents in one remark as there is room for, and their number', () => {
  const report = new ImportReport()
  const entries = (from: number) => Array.from({ length: 700 }, (_, index) => String(from + index))
  report.list('Few: {{list}}', ['1', '2'])
  report.list('Many: {{list}}', entries(0))
  report.list('Many: {{list}}', entries(700))
  expect(report.remarks).toEqual([
    { key: 'Few: {{list}}', values: { list: '1, 2' } },
    { key: 'Many: {{list}}', values: { list: expect.stringMatching(/^0, 1, .*, 999 … \(1400\)$/) as string } },
  ])
})
