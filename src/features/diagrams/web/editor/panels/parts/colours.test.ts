import { describe, expect, it } from 'vitest'
import { contrast } from '#platform/contrast.ts'
import { LOOKS } from '../style/looks.ts'
import { colourIn, nameOf, PALETTES } from './colours.ts'
import { numberIn } from './number-in.ts'

describe('colours', () => {
  it.each([
    ['#0af', '#00aaff'],
    ['00AAFF', '#00aaff'],
    [' #00aaff80 ', '#00aaff80'],
    ['#00aaffFF', '#00aaff'],
    ['red', null],
    ['#12', null],
    ['#12345', null],
    ['', null],
  ])('reads %j as %j', (typed, colour) => {
    expect(colourIn(typed)).toBe(colour)
  })

  it('names those of the palettes', () => {
    expect([nameOf('#ffffff'), nameOf('#fde8e6'), nameOf('#123456')]).toEqual(['White', 'Pale red', null])
  })

  it('of the palettes differ, and carry dark text when pale or soft, white text when deep', () => {
    const all = PALETTES.flatMap(({ colours }) => colours.map(({ colour }) => colour))
    expect(new Set(all).size).toBe(all.length)
    for (const { name, colours } of PALETTES) {
      for (const { colour } of colours) {
        if (name === 'Pale' || name === 'Soft') expect(contrast(colour, '#22201c'), colour).toBeGreaterThan(4.5)
        if (name === 'Deep') expect(contrast(colour, '#ffffff'), colour).toBeGreaterThan(4.5)
      }
    }
  })

  it('of looks can be read, and their lines be seen on paper', () => {
    for (const { name, fill, line, text } of LOOKS) {
      expect(contrast(fill.kind === 'solid' ? fill.colour : '#ffffff', text), name).toBeGreaterThan(4.5)
      expect(contrast(line, '#ffffff'), name).toBeGreaterThan(3)
    }
  })
})

describe('a typed number', () => {
  it.each([
    ['12', 12],
    ['1,5', 1.5],
    ['-3.25 px', -3.25],
    ['100*2', 200],
    ['120 / 2', 60],
    ['10+5', 15],
    ['10-15', -5],
    ['45°', 45],
    ['.5', 0.5],
    ['', null],
    ['abc', null],
    ['1/0', null],
    ['1e9', null],
    ['1 2', null],
  ])('%j is %j', (typed, value) => {
    expect(numberIn(typed)).toBe(value)
  })
})
