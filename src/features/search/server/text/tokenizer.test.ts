import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWord } from './fold.ts'
import { indexStreams, MAX_TOKEN_LENGTH, tokenize } from './tokenizer.ts'

describe('tokenize', () => {
  it.each([
    ['Hello, World!', 'hello world', ''],
    ['Über naïve Straße Łódź ΣΊΣΥΦΟΣ', 'uber naive strasse lodz σισυφοσ', ''],
    ['ёлка й', 'елка й', ''],
    ['U\u0308ber', 'uber', ''],
    ['ＦＵＬＬ ｗｉｄｔｈ ﬁn', 'full width fin', ''],
    ['getUserName', 'getusername', 'get user name'],
    ['HTMLParser PDFs abc123', 'htmlparser pdfs abc123', 'html parser abc 123'],
    ['snake_case SCREAMING_CASE', 'snake case screaming case', 'snakecase screamingcase'],
    ['e-mail, don’t', 'e mail don t', 'email dont'],
    ['v1.2.3 and 1.2.3', 'v 1 2 3 and 1 2 3', 'v1'],
    ['jane.doe@example.org', 'jane doe example org', ''],
    ['https://wiki.example.org/x?pageId=12', 'https wiki example org x pageid 12', 'page id'],
    ['東京都', '東京 京都 都', ''],
    ['Java入門2版', 'java 入門 門 2 版', ''],
    ['ﾊﾟｿｺﾝ', 'パソ ソコ コン ン', ''],
    ['한국어 문서', '한국 국어 어 문서 서', ''],
    ['สวัสดีครับ', 'สวัสดี ครับ', ''],
    ['हिन्दी', 'हिन्दी', ''],
    ['מָה كِتَاب', 'מה كتاب', ''],
    ['👍🏽 x ️ — …', 'x', ''],
    ['', '', ''],
  ])('cuts %j', (text, main, extra) => {
    expect(indexStreams(text)).toEqual({ main, extra })
  })

  it('takes decomposed Hangul as syllables', () => {
    expect(indexStreams('한국어'.normalize('NFD')).main).toBe('한국 국어 어')
  })

  it('knows where each token stands', () => {
    const text = '— Über getName, 東京'
    expect(
      tokenize(text).map(({ token, start, end, position, extra }) => [token, text.slice(start, end), position, extra]),
    ).toEqual([
      ['uber', 'Über', 0, false],
      ['getname', 'getName', 1, false],
      ['get', 'get', 0, true],
      ['name', 'Name', 1, true],
      ['東京', '東京', 2, false],
      ['京', '京', 3, false],
    ])
  })

  it('bounds the length and the number of tokens', () => {
    const long = `${'x'.repeat(500)} ${'é'.repeat(500)} ${'漢'.repeat(3)}`
    expect(tokenize(long).map(({ token }) => token.length)).toEqual([MAX_TOKEN_LENGTH, MAX_TOKEN_LENGTH, 2, 2, 1])
    expect(tokenize('a b c d', { maxTokens: 2 }).map(({ token }) => token)).toEqual(['a', 'b'])
    expect(tokenize('漢字'.repeat(1000), { maxTokens: 10 })).toHaveLength(10)
  })

  it('does not take noise for identifiers', () => {
    expect(indexStreams('aB1cD2eF3gH4iJ5').extra).toBe('')
  })

  const anyText = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        'a',
        'B',
        '1',
        ' ',
        '-',
        '_',
        "'",
        '.',
        'v',
        'é',
        'ß',
        'İ',
        '東',
        '京',
        'ﾊ',
        'ﾟ',
        '한',
        'ส',
        'ว',
        '\u0301',
        '\u200d',
        '👍',
        '𝐀',
        '\ud800',
      ),
      fc.constant('x'),
    ),
    maxLength: 40,
  })

  it('gives offsets within the source, that fold to the token', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'binary', maxLength: 40 })), text => {
        let mains = 0
        let extras = 0
        let last = 0
        for (const { token, start, end, position, extra, cjk } of tokenize(text)) {
          expect(token).toMatch(/^[\p{Alphabetic}\p{N}][\p{Alphabetic}\p{N}\p{M}]*$/u)
          expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH)
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(position).toBe(extra ? extras++ : mains++)
          expect(extra || start >= last).toBe(true)
          if (!extra) last = start
          // A pair is folded character by character, and may have silent marks between; a compound is folded part by
          // part, as a mark after its hyphen belongs to no letter before it.
          const parts = text.slice(start, end).split(/[-_'’\u2010\u2011]/)
          expect(cjk ? token : parts.map(foldWord).join('')).toBe(token)
        }
      }),
      { numRuns: 500, examples: [['1-\u0301x']] },
    )
  })

  it('finds its own tokens again: a token cut again is itself', () => {
    fc.assert(
      fc.property(anyText, text => {
        const tokens = tokenize(text)
          .filter(({ token, cjk }) => !cjk && !/[สว]/.test(token))
          .map(({ token }) => token)
        expect(tokens.map(token => tokenize(token).find(({ extra }) => !extra)?.token)).toEqual(tokens)
      }),
    )
  })
})
