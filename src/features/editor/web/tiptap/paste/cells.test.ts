import { describe, expect, it } from 'vitest'
import { cellsIn } from './cells.ts'

describe('pasted text with tabs', () => {
  it('is cells, with several lines in one where they are quoted', () => {
    expect(cellsIn('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ])
    expect(cellsIn('"two\nlines"\t"say ""yes"""\n5" wide\t"open')).toEqual([
      ['two\nlines', 'say "yes"'],
      ['5" wide', '"open'],
    ])
    expect(cellsIn('one\tline')).toEqual([['one', 'line']])
  })

  it('is text where it is no grid, or more than a page takes', () => {
    for (const text of ['', 'words\nand words', 'a\tb\nc', `${'x\t'.repeat(60_000)}`, 'x\ty\n'.repeat(2501)])
      expect(cellsIn(text)).toBeUndefined()
  })
})
