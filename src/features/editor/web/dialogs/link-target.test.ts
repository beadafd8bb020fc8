import { describe, expect, it } from 'vitest'
import { editorMarks, fromEditor, toEditor, type EditorNode } from '#language/editor/index.ts'
import { parse, serialise } from '#language/index.ts'
import { type LinkMark, type LinkTarget, linkMarkOf, linkTargetOf } from './link-target.ts'

/** The first link of a page, as the editor has it. */
function linkIn(storage: string): LinkMark {
  const mark = toEditor(parse(storage), new Set()).content?.[0]?.content?.[0]?.marks?.[0]
  if (mark?.type !== 'link' && mark?.type !== 'wikiLink') throw new Error('no link')
  return { type: mark.type, attrs: mark.attrs ?? {} }
}

function written(text: string, mark: LinkMark | undefined): string {
  if (!mark) throw new Error('no mark')
  const marks = [{ type: mark.type, attrs: { ...editorMarks[mark.type].attrs, ...mark.attrs } }]
  const doc: EditorNode = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text, marks }] }] }
  return serialise(fromEditor(doc))
}

/** The link after its text was changed and nothing else. */
function reworded(storage: string, text: string): string {
  const before = linkIn(storage)
  return written(text, linkMarkOf(linkTargetOf(before), text, before))
}

const page = (title: string, anchor = '', spaceKey?: string): LinkTarget => ({ kind: 'page', title, spaceKey, anchor })

describe('a link whose text alone is changed', () => {
  const plain = (text: string) => `<ac:plain-text-link-body><![CDATA[${text}]]></ac:plain-text-link-body>`
  it.each([
    ['a place on another page', '<ac:link ac:anchor="Part two"><ri:page ri:content-title="Target" />', '</ac:link>'],
    ['a place on this page', '<ac:link ac:anchor="Part two">', '</ac:link>'],
    [
      'a page elsewhere',
      '<ac:link ac:tooltip="t"><ri:page ri:space-key="OPS" ri:content-title="Target" />',
      '</ac:link>',
    ],
    ['a post', '<ac:link><ri:blog-post ri:content-title="News" ri:posting-day="2024/01/31" />', '</ac:link>'],
    [
      'a file of another page',
      '<ac:link><ri:attachment ri:filename="a.pdf"><ri:page ri:content-title="Target" /></ri:attachment>',
      '</ac:link>',
    ],
    ['a space', '<ac:link><ri:space ri:space-key="OPS" />', '</ac:link>'],
  ])('still leads to %s', (_what, open, close) => {
    expect(reworded(`<p>${open}${plain('old')}${close}</p>`, 'new')).toBe(`<p>${open}${plain('new')}${close}</p>`)
  })

  it('keeps the other attributes of an address', () => {
    expect(reworded('<p><a class="external-link" href="https://example.com" title="x">old</a></p>', 'new')).toBe(
      '<p><a class="external-link" href="https://example.com" title="x">new</a></p>',
    )
  })
})

describe('a link that leads elsewhere', () => {
  it('has the new target, and what else it had', () => {
    const before = linkIn('<p><ac:link ac:anchor="Old" ac:tooltip="t"><ri:page ri:content-title="A" /></ac:link></p>')
    expect(written('A', linkMarkOf(page('A', 'New'), 'A', before))).toBe(
      '<p><ac:link ac:tooltip="t" ac:anchor="New"><ri:page ri:content-title="A" /></ac:link></p>',
    )
    expect(written('B', linkMarkOf(page('B', '', 'OPS'), 'B', before))).toBe(
      '<p><ac:link ac:tooltip="t"><ri:page ri:content-title="B" ri:space-key="OPS" /></ac:link></p>',
    )
    const address = linkIn('<p><a href="https://example.com" title="x">a</a></p>')
    expect(written('a', linkMarkOf({ kind: 'url', url: 'example.org/b' }, 'a', address))).toBe(
      '<p><a href="https://example.org/b" title="x">a</a></p>',
    )
  })

  it('may be a place on this page', () => {
    expect(written('Part two', linkMarkOf(page('', 'Part two'), 'Part two'))).toBe(
      '<p><ac:link ac:anchor="Part two" /></p>',
    )
    expect(written('go', linkMarkOf({ kind: 'url', url: '#Part two' }, 'go'))).toBe(
      '<p><ac:link ac:anchor="Part two"><ac:plain-text-link-body><![CDATA[go]]></ac:plain-text-link-body></ac:link></p>',
    )
  })

  it('is none without a target, or with one that must not be followed', () => {
    expect(linkMarkOf(page(''), 'x')).toBeUndefined()
    expect(linkMarkOf({ kind: 'file', filename: '' }, 'x')).toBeUndefined()
    for (const url of ['', 'two words', 'javascript:alert(1)'])
      expect(linkMarkOf({ kind: 'url', url }, 'x')).toBeUndefined()
  })
})
