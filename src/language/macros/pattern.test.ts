import { describe, expect, it } from 'vitest'
import { compilePattern } from './pattern.ts'

const texts = ['', 'a', 'Introduction', 'Setup guide', 'ab', 'aab', 'abc', 'A-1', '2 + 2', 'a\nb', 'ÄÖ', 'x'.repeat(40)]

describe('compilePattern', () => {
  // The language's own engine says what each expression means.
  it.each([
    'a',
    '^a',
    'b$',
    '^$',
    '.',
    'a.*b',
    'a+b',
    'a?b$',
    'Intro|Setup',
    '^(Intro|Setup).*',
    '(?:ab)+c?$',
    '[A-Z]',
    '[^a-z ]',
    '[]x]',
    '[a-]',
    '\\d',
    '\\w+ \\w+',
    '\\bguide\\b',
    '\\Bt',
    '\\s',
    '\\S\\W\\S',
    '2 \\+ 2',
    'x{40}',
    'x{41}',
    'x{2,3}$',
    'x{5,}',
    '(a|b)*c',
    '(a*)*b',
    '((a|aa)+)+$',
    'a|',
    '(|a)b',
    'a{,2}',
    '^.{2}$',
    'a*?b',
    '[\\d\\s]',
    '\\.',
    'a\\-b',
  ])('%s finds what it should', source => {
    const pattern = compilePattern(source)
    // A class that starts with ] holds it, as Java has it.
    const meant = new RegExp(source.replace('[]x]', '[\\]x]'))
    expect(texts.map(text => pattern?.test(text))).toEqual(texts.map(text => meant.test(text)))
  })

  it('ignores case where it is asked to', () => {
    const pattern = compilePattern('(?i)^INTRO[d-e]')
    expect(pattern?.test('introDuction')).toBe(true)
    expect(compilePattern('^INTRO')?.test('introduction')).toBe(false)
  })

  it.each(['(', ')', '[', 'a**', '*', '+a', '\\', '(?=a)', '(?<=a)', '\\1', 'a{3,2}', '[z-a]', '\\p', 'x'.repeat(501)])(
    'does not take %s',
    source => {
      expect(compilePattern(source)).toBeUndefined()
    },
  )

  it('takes no expression that grows beyond bounds', () => {
    expect(compilePattern('((a{99}){99}){99}')).toBeUndefined()
    expect(compilePattern(`(?:${'a?'.repeat(200)}){999}`)).toBeUndefined()
    expect(compilePattern(`(?i)${'\\pL{1000}'.repeat(50)}`)).toBeUndefined()
    expect(compilePattern(`${'\\pL'.repeat(160)}{30}`)).toBeUndefined()
  })

  it('searches in time linear in the text, however the expression repeats itself', () => {
    // Engines that backtrack need 2^60 steps for this one; here it ends at once, or the test runs out of time.
    expect(compilePattern('^(a+)+(a+)+(a*)*$')?.test(`${'a'.repeat(9000)}!`)).toBe(false)
  })
})
