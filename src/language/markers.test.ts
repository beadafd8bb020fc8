import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fromEditor, toEditor } from './editor/index.ts'
import {
  carryMarkers,
  equivalent,
  findText,
  insertAfter,
  mark,
  markedRanges,
  markerRefs,
  markerRefsIn,
  parse,
  readable,
  serialise,
  unmark,
  walkElements,
  type StorageDocument,
  type StorageNode,
  type TextRange,
} from './index.ts'
import { boxNames, renderText } from './testing.ts'

const marked = (ref: string, words: string) =>
  `<ac:inline-comment-marker ac:ref="${ref}">${words}</ac:inline-comment-marker>`
/** Words under the marker, as they are read. */
const wordsOf = (doc: StorageDocument, ref: string) => {
  const whole = readable(doc)
  return markedRanges(doc, ref, whole).map(({ start, end }) => whole.text.slice(start, end))
}
const find = (source: string, text: string, index = 0, count = 1) => {
  const doc = parse(source)
  const range = findText(readable(doc), { text, index, count })
  return range && serialise(mark(doc, 'r', [range]))
}

describe('a selected text', () => {
  it('is found across elements, whatever white space is between, and marked without splitting one', () => {
    expect(find('<p>one <strong>two</strong> three</p>', 'one two')).toBe(
      `<p>${marked('r', 'one <strong>two</strong>')} three</p>`,
    )
    expect(find('<p>one <strong>two\n more</strong> three</p>', 'one two')).toBe(
      `<p>${marked('r', 'one ')}<strong>${marked('r', 'two')}\n more</strong> three</p>`,
    )
    expect(find('<table><tbody><tr><td>a</td><td><p>b</p></td></tr></tbody></table>', 'a\tb')).toBe(
      `<table><tbody><tr><td>${marked('r', 'a')}</td><td><p>${marked('r', 'b')}</p></td></tr></tbody></table>`,
    )
    expect(find('<p>see <ac:link><ri:page ri:content-title="Other" /></ac:link> now</p>', 'Other now')).toBe(
      `<p>see ${marked('r', '<ac:link><ri:page ri:content-title="Other" /></ac:link> now')}</p>`,
    )
    const mention = '<ac:link><ri:user ri:userkey="u" /></ac:link>'
    expect(find(`<p>ask ${mention} today</p>`, 'ask today')).toBe(`<p>${marked('r', `ask ${mention} today`)}</p>`)
  })
  it('is the occurrence that is meant, and none when there are not as many as the reader saw', () => {
    expect(find('<p>ha ha ha</p>', 'ha', 1, 3)).toBe(`<p>ha ${marked('r', 'ha')} ha</p>`)
    expect(find('<p>aaa</p>', 'aa', 1, 2)).toBe(`<p>a${marked('r', 'aa')}</p>`)
    expect(find('<p>ha ha</p>', 'ha', 0, 1)).toBeUndefined()
    expect(find('<p>ha ha</p>', 'ha', 2, 2)).toBeUndefined()
    expect(find('<p>ha</p>', ' ')).toBeUndefined()
    expect(find('<p>a</p><p>b the rapist, a therapist</p>', 'therapist')).toBe(
      `<p>a</p><p>b the rapist, a ${marked('r', 'therapist')}</p>`,
    )
  })
  it('is not found in what is not the words of the page', () => {
    const macro = (name: string, inner: string) =>
      `<ac:structured-macro ac:name="${name}">${inner}</ac:structured-macro>`
    const title = '<ac:parameter ac:name="title">word</ac:parameter>'
    const code = macro('code', '<ac:plain-text-body><![CDATA[word]]></ac:plain-text-body>')
    const panel = macro('panel', `${title}<ac:rich-text-body><p>word</p></ac:rich-text-body>`)
    expect(find(code + panel, 'word')).toBe(code + panel.replace('<p>word', `<p>${marked('r', 'word')}`))
  })
  it('may overlap another mark, which stays on its words', () => {
    const doc = parse(`<p>a ${marked('x', 'b c')} d</p>`)
    const range = findText(readable(doc), { text: 'c d', index: 0, count: 1 })
    const both = mark(doc, 'y', range ? [range] : [])
    expect(serialise(both)).toBe(`<p>a ${marked('x', `b ${marked('y', 'c')}`)}${marked('y', ' d')}</p>`)
    expect([wordsOf(both, 'x'), wordsOf(both, 'y'), markerRefs(both)]).toEqual([['b c'], ['c d'], ['x', 'y']])
    expect(serialise(unmark(both, 'x'))).toBe(`<p>a b ${marked('y', 'c')}${marked('y', ' d')}</p>`)
    expect(serialise(unmark(unmark(both, 'x'), 'y'))).toBe('<p>a b c d</p>')
  })
  it('gets a fragment after it, outside of links and code', () => {
    const added = parse('<b>!</b>').children
    const after = (source: string, text: string) => {
      const doc = parse(source)
      return serialise(insertAfter(doc, findText(readable(doc), { text, index: 0, count: 1 })?.end ?? -1, added))
    }
    expect(after('<p>one two</p>', 'one')).toBe('<p>one<b>!</b> two</p>')
    expect(after('<p>one <em>two</em> three</p>', 'two')).toBe('<p>one <em>two<b>!</b></em> three</p>')
    expect(after('<p><a href="/x">one two</a></p>', 'one')).toBe('<p><a href="/x">one two</a><b>!</b></p>')
    expect(after('<p>one</p>', 'none')).toBe('<p>one</p>')
  })
  it('has its markers listed from the stored text too, which may quote one in a code', () => {
    const source = `<p>${marked('a&amp;&quot;b', 'x')}</p><ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[${marked('no', 'x')}]]></ac:plain-text-body></ac:structured-macro>`
    expect(markerRefsIn(serialise(parse(source)))).toEqual(['a&"b'])
    expect(markerRefs(parse(source))).toEqual(['a&"b'])
  })
})

describe('a marker that the next text was written without', () => {
  const carried = (before: string, after: string) => serialise(carryMarkers(parse(before), parse(after), ['r']))
  it('comes back on its words, also when they stand elsewhere, and not on others', () => {
    const before = `<p>Intro</p><p>Ships sail ${marked('r', 'every second Monday')} from Kiel.</p><p>End</p>`
    expect(carried(before, '<p>New</p><p>Intro</p><p>Big ships sail every second Monday from Kiel!</p>')).toBe(
      `<p>New</p><p>Intro</p><p>Big ships sail ${marked('r', 'every second Monday')} from Kiel!</p>`,
    )
    expect(carried(before, '<p>Intro</p><p>Ships sail every Monday from Kiel.</p>')).toBe(
      `<p>Intro</p><p>Ships sail ${marked('r', 'every')} ${marked('r', 'Monday')} from Kiel.</p>`,
    )
    expect(carried(before, '<p>every second Monday</p><p>Intro</p><p>Ships sail from Kiel.</p>')).toBe(
      `<p>${marked('r', 'every second Monday')}</p><p>Intro</p><p>Ships sail from Kiel.</p>`,
    )
    const gone = '<p>Intro</p><p>Ships sail from Kiel, perhaps on Monday or later.</p><p>every one of them</p>'
    expect(carried(before, gone)).toBe(gone)
  })
})

/** Repeatable random numbers (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** Changes words of random text nodes, takes blocks out and adds some; `isFixed` says which nodes are left alone. */
function edited(doc: StorageDocument, random: (below: number) => number, isFixed: (node: StorageNode) => boolean) {
  let fresh = 0
  const texts: StorageNode[] = []
  const { places } = readable(doc)
  const hasFixed = (node: StorageNode): boolean =>
    isFixed(node) || (node.type === 'element' && node.children.some(child => hasFixed(child)))
  for (const node of places.keys()) if (node.type === 'text' && !isFixed(node)) texts.push(node)
  const changed = new Set(Array.from({ length: Math.min(5, texts.length) }, () => texts[random(texts.length)]))
  const change = (nodes: readonly StorageNode[]): StorageNode[] =>
    nodes.map(node => {
      if (node.type === 'element') return { ...node, children: change(node.children) }
      if (node.type !== 'text' || !changed.has(node)) return node
      const parts = node.text.split(/(\s+)/)
      parts[random(parts.length)] = ` fresh${fresh++} `
      return { ...node, text: parts.join('') }
    })
  const children = doc.children.flatMap(node => {
    const dice = random(8)
    if (dice === 0 && !hasFixed(node)) return []
    const [changedNode] = change([node])
    const added = parse(`<p>fresh${fresh++} block</p>`).children
    return dice === 1 ? [...(changedNode ? [changedNode] : []), ...added] : changedNode ? [changedNode] : []
  })
  return parse(serialise({ ...doc, children }))
}

const folder = path.resolve(import.meta.dirname, '../../../shared/corpus/storage')
const isThere = existsSync(folder)
const sources = isThere
  ? readdirSync(folder)
      .filter(name => name.endsWith('.xml'))
      .map(name => readFileSync(path.join(folder, name), 'utf8'))
  : []

/** A random stretch of words, or undefined in a text without any. */
function someWords(text: string, random: (below: number) => number): TextRange | undefined {
  const words = [...text.matchAll(/\S+/g)]
  const first = random(words.length)
  const last = Math.min(words.length - 1, first + random(12))
  const [from, to] = [words[first], words[last]]
  return from && to && { start: from.index, end: to.index + to[0].length }
}

const squeezed = (texts: readonly string[]) => texts.join('').replaceAll(/\s+/g, '')

/** Places of the characters under a marker, without white space. */
function charactersOf(doc: StorageDocument, ref: string): number[] {
  const whole = readable(doc)
  const characters = markedRanges(doc, ref, whole).flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, n) => start + n),
  )
  return characters.filter(place => whole.text.charAt(place).trim() !== '')
}

describe.skipIf(!isThere)('over the corpus of real pages (skipped where ../shared/corpus is absent)', () => {
  it('a mark on a random run is on these words, leaves the rest as it was, and is found again after edits elsewhere', () => {
    let [count, certain] = [0, 0]
    for (const [seed, source] of sources.entries()) {
      const random = randomFrom(seed)
      const doc = parse(source)
      const whole = readable(doc)
      const range = someWords(whole.text, random)
      if (!range) continue
      const on = mark(doc, 'r', [range])
      if (on === doc) continue
      count++
      const stored = parse(serialise(on))
      const words = squeezed(wordsOf(stored, 'r'))
      const chosen = squeezed([whole.text.slice(range.start, range.end)])
      expect(readable(stored).text, source).toBe(whole.text)
      // A link that is shown as one piece is marked whole.
      expect(words.includes(chosen) || chosen.includes(words), source).toBe(true)
      expect(equivalent(serialise(unmark(stored, 'r')), serialise(doc)), source).toBe(true)
      expect(markerRefsIn(serialise(stored))).toEqual(markerRefs(stored))

      const inMark = new Set<StorageNode>()
      for (const marker of walkElements(stored)) {
        if (marker.name !== 'ac:inline-comment-marker') continue
        for (const node of [marker, ...walkNodes(marker)]) inMark.add(node)
      }
      const next = edited(stored, random, node => inMark.has(node))
      expect(squeezed(wordsOf(next, 'r')), source).toBe(words)
      // Written without the marker, it is where the marker was, and not on the same words elsewhere.
      const without = unmark(next, 'r')
      const again = parse(serialise(carryMarkers(stored, without, ['r'])))
      const [place, found] = [charactersOf(next, 'r'), charactersOf(again, 'r')]
      expect(equivalent(serialise(unmark(again, 'r')), serialise(without)), source).toBe(true)
      if ([stored, next].every(version => squeezed([readable(version).text]).split(words).length === 2)) {
        expect(found, source).toEqual(place)
        certain++
      } else expect(place, source).toEqual(expect.arrayContaining(found))
    }
    expect(count).toBeGreaterThan(450)
    expect(certain).toBeGreaterThan(350)
  })

  it('a mark survives the editor', () => {
    for (const [seed, source] of sources.entries()) {
      const doc = parse(source)
      const range = someWords(readable(doc).text, randomFrom(seed))
      if (!range) continue
      const stored = serialise(mark(doc, 'r', [range]))
      expect(equivalent(serialise(fromEditor(toEditor(parse(stored), boxNames))), stored), source).toBe(true)
    }
  })

  it('a marked page renders', async () => {
    for (const [seed, source] of sources.slice(0, 60).entries()) {
      const doc = parse(source)
      const range = someWords(readable(doc).text, randomFrom(seed))
      const on = range ? mark(doc, 'r', [range]) : doc
      if (on === doc) continue
      const { html } = await renderText(serialise(on))
      expect(html, source).toContain('data-ref="r"')
    }
  })
})

function walkNodes(root: StorageNode): StorageNode[] {
  return root.type === 'element' ? root.children.flatMap(node => [node, ...walkNodes(node)]) : []
}

interface Word {
  readonly text: string
  readonly element: string
}

/** A paragraph between others, in which each word may have a separate element. */
function paragraphOf(words: readonly Word[]): StorageDocument {
  const written = words.map(({ text, element }) =>
    element === '' ? text : `<${element}>${text}</${element.slice(0, 2).trim()}>`,
  )
  return parse(`<p>before</p><p>${written.join(' ')}</p><p>after</p>`)
}

/** Which of the words of {@link paragraphOf} have the marker. */
function markedWords(doc: StorageDocument, words: readonly Word[]): Word[] {
  const marks = new Set(charactersOf(doc, 'r'))
  let at = 'before\n'.length
  return words.filter(({ text }) => {
    const isMarked = marks.has(at)
    for (let n = 0; n < text.length; n++) if (marks.delete(at + n) !== isMarked) throw new Error(`half of ${text}`)
    at += text.length + 1
    return isMarked
  })
}

function changedWords(words: readonly Word[], random: (below: number) => number, some: () => Word): readonly Word[] {
  let changed = words
  for (let n = random(6); n >= 0; n--) {
    const at = random(changed.length + 1)
    const kind = random(4)
    if (kind === 0) changed = changed.toSpliced(at, 1 + random(4))
    else if (kind === 1) changed = changed.toSpliced(at, 0, some(), some())
    else if (kind === 2) changed = changed.toSpliced(at, 1, some())
    else changed = [...changed.slice(at), ...changed.slice(0, at)]
  }
  return changed
}

// A vocabulary of few words, most of which occur in the paragraph several times, and one of many.
it.each([
  [15, 750],
  [1000, 800],
])(
  '1,000 edits of a marked paragraph that is made of %i words leave the mark on what is left of its words, or on none',
  (vocabulary, least) => {
    const random = randomFrom(vocabulary)
    const elements = ['', '', '', 'em', 'a href="/x"']
    const some = () => ({ text: `w${10 + random(vocabulary)}`, element: elements[random(elements.length)] ?? '' })
    let [fresh, stayed, dangling, certain] = [0, 0, 0, 0]
    for (let round = 0; round < 1000; round++) {
      const words = Array.from({ length: 8 + random(20) }, some)
      const doc = paragraphOf(words)
      const first = random(words.length)
      const own = words.slice(first, first + 1 + random(6))
      const start = ['before', ...words.slice(0, first).map(word => word.text), ''].join(' ').length
      const on = parse(serialise(mark(doc, 'r', [{ start, end: start + own.map(word => word.text).join(' ').length }])))
      expect(markedWords(on, words)).toEqual(own)

      // Every other time words are written that were there already, by which the text may be read in several ways.
      const isClear = round % 2 === 0
      const after = changedWords(words, random, isClear ? () => ({ ...some(), text: `new${fresh++}` }) : some)
      const plain = paragraphOf(after)
      const next = parse(serialise(carryMarkers(on, plain, ['r'])))
      // Elements, links and what is around the paragraph are as they were written.
      expect(serialise(unmark(next, 'r'))).toBe(serialise(plain))
      const left = markedWords(next, after)
      const seen = `${serialise(on)}\nbecame\n${serialise(next)}`
      // As many of each word, in their order.
      let at = 0
      for (const word of own) if (word.text === left[at]?.text) at++
      expect(at, seen).toBe(left.length)
      // Not on the same word of somewhere else, where all of them are still there in their order.
      const occurrences = (all: readonly Word[], { text }: Word) => all.filter(word => word.text === text)
      for (const word of left) {
        const [was, is] = [occurrences(words, word), occurrences(after, word)]
        if (isClear && was.length === is.length && was.every((one, n) => one === is[n])) {
          certain++
          expect(own, seen).toContain(word)
        }
      }
      if (left.length > 0) stayed++
      else dangling++
    }
    expect(stayed).toBeGreaterThan(least)
    expect(dangling).toBeGreaterThan(20)
    expect(certain).toBeGreaterThan(800)
  },
)

it('a mark is not moved to one of several words that it may have been on', () => {
  const carried = (before: string, after: string) => wordsOf(carryMarkers(parse(before), parse(after), ['r']), 'r')
  const before = `<p>readme</p><p>${marked('r', 'readme')}</p><p>readme</p>`
  expect(carried(before, '<p>readme</p><p>readme</p>')).toEqual([])
  expect(carried(before, '<p>readme</p><p>readme</p><p>readme</p><p>more</p>')).toEqual(['readme'])
  // One of them is gone; which words are meant is known by all of them, which follow each other once.
  const sentence = `<p>every ship, ${marked('r', 'every second Monday')}</p>`
  expect(carried(sentence, '<p>every second day or every second Monday</p>')).toEqual(['every second Monday'])
})
