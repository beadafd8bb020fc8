import { expect, it } from 'vitest'
import { faults } from './table.ts'
import { problemsOf } from './tree.ts'

it('the table of faults names texts that the sources have', async () => {
  expect(await problemsOf(faults)).toEqual([])
})
