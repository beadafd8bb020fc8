import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countOf, layoutOf, PAPERS, type PrintOptions } from './sheets.ts'

const fit: PrintOptions = { paper: 'a4', orientation: 'auto', scale: 'fit' }
/** Printable parts of A4, px at 96 per inch. */
const [SHORT, LONG] = [(190 / 25.4) * 96, (277 / 25.4) * 96]

describe('a drawing on printed sheets', () => {
  it('is fitted to one sheet, turned as it is larger, and never enlarged', () => {
    expect(layoutOf({ width: 2 * LONG, height: 100 }, fit)).toMatchObject({
      orientation: 'landscape',
      columns: 1,
      rows: 1,
    })
    expect(layoutOf({ width: 2 * LONG, height: 100 }, fit).scale).toBeCloseTo(0.5)
    expect(layoutOf({ width: 100, height: 2 * LONG }, fit)).toMatchObject({ orientation: 'portrait' })
    expect(layoutOf({ width: 100, height: 2 * LONG }, { ...fit, orientation: 'landscape' }).scale).toBeCloseTo(
      SHORT / 2 / LONG,
    )
    expect(layoutOf({ width: 100, height: 100 }, fit).scale).toBe(1)
  })

  it('goes over as many sheets as its size takes, the fewest where the orientation is free', () => {
    const own: PrintOptions = { ...fit, scale: 1 }
    expect(layoutOf({ width: SHORT, height: LONG }, own)).toMatchObject({
      orientation: 'portrait',
      columns: 1,
      rows: 1,
    })
    expect(layoutOf({ width: 2 * LONG, height: SHORT }, own)).toMatchObject({
      orientation: 'landscape',
      columns: 2,
      rows: 1,
    })
    expect(countOf(layoutOf({ width: 2 * LONG + 2, height: SHORT }, { ...own, orientation: 'landscape' }))).toBe(3)
    expect(countOf(layoutOf({ width: 3000, height: 2000 }, { ...own, scale: 0.5 }))).toBeLessThan(
      countOf(layoutOf({ width: 3000, height: 2000 }, own)),
    )
  })

  it('has rules for every sheet and orientation', () => {
    const css = readFileSync(new URL('./print.css', import.meta.url), 'utf8')
    for (const { id, width, height } of PAPERS) {
      for (const [orientation, across, down] of [
        ['portrait', width, height],
        ['landscape', height, width],
      ] as const) {
        expect(css).toContain(`@page ox-${id}-${orientation} {\n  size: ${across}mm ${down}mm;\n  margin: 0;\n}`)
        expect(css).toContain(`.ox-print-sheet[data-page='${id}-${orientation}'] {`)
      }
    }
  })
})
