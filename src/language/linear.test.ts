import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carryMarkers, findText, mark, markedRanges, parse, readable, serialise } from './index.ts'
import { occurrences } from './occurrences.ts'
import { RangeSearch } from './ranges.ts'

/** A very long text of words that are separated. */
const WORDS = 'ab '.repeat(1_000_000)

/** A sequence that counts how often its items are read. */
function counted(items: string): { items: ArrayLike<string>; reads: () => number } {
  let reads = 0
  const get = (target: string[], key: string | symbol): unknown => {
    if (typeof key === 'string' && /^\d+$/.test(key)) reads++
    return Reflect.get(target, key)
  }
  return { items: new Proxy(items.split(''), { get }), reads: () => reads }
}

describe('occurrences of a sequence', () => {
  it('are those that indexOf finds, overlapping ones too', () => {
    const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength })
    fc.assert(
      fc.property(letters(4), letters(30), (needle, hay) => {
        const found: number[] = []
        for (let at = hay.indexOf(needle); needle && at >= 0; at = hay.indexOf(needle, at + 1)) found.push(at)
        expect([...occurrences(needle, hay)]).toEqual(found)
      }),
    )
  })

  it.each([
    ['that is everywhere', 'a'.repeat(500), 'a'.repeat(2000)],
    ['that nearly is', `${'a'.repeat(500)}b`, 'a'.repeat(2000)],
    ['that nearly is again and again', `${'a'.repeat(500)}b`, `${'a'.repeat(499)}b`.repeat(4)],
    ['whose halves are alike', 'ab'.repeat(250), `${'ab'.repeat(249)}b`.repeat(4)],
  ])('read each item a few times, for one %s', (_, wanted, text) => {
    const [needle, hay] = [counted(wanted), counted(text)]
    expect([...occurrences(needle.items, hay.items)].length).toBeLessThanOrEqual(text.length)
    expect(hay.reads()).toBeLessThanOrEqual(text.length)
    expect(needle.reads()).toBeLessThanOrEqual(4 * (wanted.length + text.length))
  })
})

it('ranges at a place are those that a look at each of them finds', () => {
  const range = fc
    .tuple(fc.nat(30), fc.integer({ min: 1, max: 6 }))
    .map(([start, more]) => ({ start, end: start + more }))
  const place = fc.tuple(fc.nat(36), fc.nat(6)).map(([start, more]) => ({ start, end: start + more }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), place, (ranges, { start, end }) => {
      const search = new RangeSearch(ranges)
      const isIn = (at: number) => ranges.some(other => other.start <= at && at < other.end)
      const places = Array.from({ length: end - start }, (_, n) => start + n)
      if (end > start) {
        expect(search.touching({ start, end })).toBe(places.some(isIn))
        expect(search.holding({ start, end })).toBe(places.every(isIn))
      } else expect(search.touching({ start, end })).toBe(isIn(start) && isIn(start - 1))
      const held = [...search.within({ start, end })].flatMap(part =>
        places.filter(at => part.start <= at && at < part.end),
      )
      expect(held).toEqual(places.filter(isIn))
    }),
  )
})

// Work that grew with the square of these inputs would take from minutes to days.
describe('a very long text', () => {
  it('is searched for words that it lacks, and for those at its end', () => {
    const doc = parse(`<p>${WORDS}last word</p>`)
    const text = readable(doc)
    expect(findText(text, { text: 'nowhere in it', index: 0, count: 1 })).toBeUndefined()
    const range = findText(text, { text: 'last word', index: 0, count: 1 })
    expect(range && text.text.slice(range.start, range.end)).toBe('last word')
  })

  it('is searched for a long selection that occurs at each of its places', () => {
    const text = 'a'.repeat(WORDS.length)
    const selected = 'a'.repeat(100_000)
    const count = text.length - selected.length + 1
    expect(findText({ text }, { text: selected, index: count - 1, count })).toEqual({
      start: count - 1,
      end: text.length,
    })
    expect(findText({ text }, { text: `${selected}b`, index: 0, count: 1 })).toBeUndefined()
  })

  it('is marked at very many places, which are found and carried over to another version', () => {
    const doc = parse(`<p>${'<b>ab</b> cd '.repeat(60_000)}</p>`)
    const whole = readable(doc).text
    const ranges = Array.from({ length: 60_000 }, (_, n) => ({ start: n * 6, end: n * 6 + 2 }))
    const marked = mark(doc, 'r', ranges)
    expect(markedRanges(marked, 'r')).toEqual(ranges)
    expect(readable(marked).text).toBe(whole)
    expect(serialise(carryMarkers(marked, doc, ['r']))).toBe(serialise(marked))
  })

  it('is related to another version by words that nearly occur everywhere', () => {
    const words = 'a '.repeat(600_000)
    const before = mark(parse(`<p>${words}b</p>`), 'r', [{ start: 0, end: words.length + 1 }])
    const after = parse(`<p>${words}</p><p>c</p><p>${words}d</p>`)
    expect(readable(carryMarkers(before, after, ['r'])).text).toBe(readable(after).text)
  })
})
