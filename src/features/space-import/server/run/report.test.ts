import { expect, it } from 'vitest'
import { ImportReport } from './report.ts'

const FEW = 'Ids of pages that were taken here, with the new ones: {{list}}'
const MANY = 'Ids of files that were taken here, with the new ones: {{list}}'

it('names as many contents in one remark as there is room for, and their number', () => {
  const report = new ImportReport()
  const entries = (from: number) => Array.from({ length: 700 }, (_, index) => String(from + index))
  report.list(FEW, ['1', '2'])
  report.list(MANY, entries(0))
  report.list(MANY, entries(700))
  expect(report.take().remarks.map(({ phrase }) => phrase)).toEqual([
    { key: FEW, values: { list: '1, 2' } },
    { key: MANY, values: { list: expect.stringMatching(/^0, 1, .*, 999 … \(1400\)$/) as string } },
  ])
})
