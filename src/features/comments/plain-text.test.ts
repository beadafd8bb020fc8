import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, serialise } from '#language/index.ts'
import { storageToText, textToStorage } from './plain-text.ts'

describe('comments as plain text', () => {
  it('makes paragraphs, line breaks, links and code', () => {
    expect(textToStorage('Hello\nworld\n\nSee https://example.org/a?b=1&c=2. And `a < b`.')).toBe(
      '<p>Hello<br/>world</p><p>See <a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>. And <code>a &lt; b</code>.</p>',
    )
  })

  it('makes quotes of lines that begin with a sign for it, and gives them back', () => {
    const text = `> one\n> two\n\nanswer\n\n> third\n>\n> fourth`
    const storage =
      '<blockquote><p>one<br/>two</p></blockquote><p>answer</p><blockquote><p>third</p><p>fourth</p></blockquote>'
    expect(textToStorage(text)).toBe(storage)
    expect(storageToText(storage)).toBe(text)
    expect(textToStorage('a > b\n> c')).toBe('<p>a &gt; b<br/>&gt; c</p>')
  })

  it('lets no markup through', () => {
    expect(textToStorage('<script>alert(1)</script> <ac:structured-macro/> "x"')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;ac:structured-macro/&gt; &quot;x&quot;</p>',
    )
    expect(textToStorage('javascript:alert(1)')).toBe('<p>javascript:alert(1)</p>')
  })

  it('says nothing for a text without words', () => {
    expect(textToStorage(' \n \u0001 ')).toBe('')
  })

  it('gives back a blank that does not break, which the server writes as an entity', () => {
    expect(storageToText(serialise(parse(textToStorage('a\u00a0!'))))).toBe('a\u00a0!')
  })

  it('leaves a comment with an entity of an unknown name to the editor', () => {
    for (const name of ['constructor', 'toString', 'valueOf']) {
      expect(storageToText(`<p>a &${name};</p>`)).toBeUndefined()
      expect(storageToText(`<p><a href="https://x.org/&${name};">https://x.org/&${name};</a></p>`)).toBeUndefined()
    }
  })

  // Work that grew with the square of these inputs would take minutes.
  it('reads and writes very long comments', () => {
    const text = 'https://example.org/ '.repeat(60_000).trim()
    expect(storageToText(textToStorage(text))).toBe(text)
    const quotes = `${'> '.repeat(500_000)}deep`
    const storage = textToStorage(quotes)
    expect(storage).toMatch(/^(<blockquote>){30}<p>&gt; /)
    expect(storageToText(storage)).toBe(quotes)
  })

  it('leaves quotes that are not closed, or are in a link, to the editor', () => {
    for (const storage of [
      '<blockquote><p>a</p>',
      '</blockquote><p>a</p>',
      '<a href="b"><blockquote>b</a></blockquote>',
    ])
      expect(storageToText(storage)).toBeUndefined()
  })

  it('gives every text that was written back, through our own language', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'ab `<>&"\'.\n', '> ', '\n> ', 'https://x.org/ö', '漢', 'א'),
        fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
      ),
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, written => {
        const storage = textToStorage(written)
        // Valid storage format, and canonical: what the server keeps is what was sent.
        const kept = serialise(parse(storage))
        expect(storageToText(kept)).toBe(storageToText(storage))
        const again = storageToText(storage)
        if (storage !== '') expect(again).toBeDefined()
        expect(textToStorage(again ?? '')).toBe(storage)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    '<p><strong>bold</strong></p>',
    '<ul><li>one</li></ul>',
    '<p><ac:emoticon ac:name="smile"/></p>',
    '<p><a href="https://example.org">elsewhere</a></p>',
    '<p>open',
    '<p style="color: red">x</p>',
  ])('leaves %s to those who can show it', storage => {
    expect(storageToText(storage)).toBeUndefined()
  })
})
